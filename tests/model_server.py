"""A server on this machine that answers as one of language models does."""

import contextlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USAGE = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}


class Server(ThreadingHTTPServer):
    """Speaks the OpenAI protocol, at `url`; what it was asked is in `asked`.

    `think(messages)` gives the answer, as text or as fields of the message; `refuses(asked)` what it does not
    support, by name. `body` and `status` go before both. At the questions whose numbers are in `fails` it is
    busy. `write(out)` sends what it wants instead.
    """

    daemon_threads = True

    def __init__(
        self, think=None, status=200, body=None, finish="stop", refuses=lambda asked: None, *, usage=USAGE,
        headers=(), fails=(), write=None,
    ):  # fmt: skip
        super().__init__(("127.0.0.1", 0), _Handler)
        self.think, self.status, self.body, self.asked = think, status, body, []
        self.finish, self.refuses, self.usage = finish, refuses, usage
        self.headers, self.fails, self.write = headers, fails, write
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def __enter__(self):
        # It looks this often whether it is to end, and its user waits for that.
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        body, status, refused = self.server.body, self.server.status, self.server.refuses(asked)
        if refused is not None:
            message = f"{refused} is not supported"
            status, body = 400, json.dumps({"error": {"message": message, "param": refused}})
        elif body is None:
            said = self.server.think(asked["messages"])
            message = {"role": "assistant", **(said if isinstance(said, dict) else {"content": said})}
            body = json.dumps({
                "id": "1", "object": "chat.completion", "created": 0, "model": asked["model"],
                "choices": [{"index": 0, "finish_reason": self.server.finish, "message": message}],
                "usage": self.server.usage,
            })  # fmt: skip
        if len(self.server.asked) in self.server.fails:
            status, body = 503, '{"error": {"message": "too many guests"}}'
        if self.server.write is not None:
            with contextlib.suppress(OSError):
                self.server.write(self.wfile)
            return
        self.send_response(status)
        for name, value in self.server.headers:
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json" if body.startswith("{") else "text/html")
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body.encode())

    def log_message(self, *_):
        pass


def last_choice(messages):
    """A model that takes the last of the legal actions it is told of."""
    told = messages[1]["content"].partition("Your legal actions:\n")[2]
    return f"Let me see, 7 or so.\nACTION {re.findall(r'^([0-9]+): ', told, re.MULTILINE)[-1]}"
