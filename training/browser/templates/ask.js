// The server draws what is looked at; what was drawn is kept, and the next picture is asked for ahead.
const asked = {
  texts: new Map(), pictures: new Map(), wanted: "",
  name: number => data.views[number].seat ?? "all",
  get(kept, path) {
    if (!kept.has(path)) {
      kept.set(path, fetch(data.place + "/replay/" + path + "?game=" + data.game).then(reply => {
        if (reply.status === 410) throw new Error("This page is of an earlier game; open the replay again.");
        if (!reply.ok) throw new TypeError(reply.status);
        return kept === this.texts ? reply.json() : reply.text();
      }));
      kept.get(path).catch(() => kept.delete(path));
    }
    return kept.get(path);
  },
  async view(number) {
    const { moves, texts } = await this.get(this.texts, this.name(number));
    data.moves[number] = moves;
    told = place => data.told[view][place];
    data.told[number] = texts;
    frames[number] = moves;
  },
  path: place => asked.name(view) + "/" + data.moves[view][Math.min(last(), place)],
  async draw() {
    const path = this.wanted = this.path(step);
    try {
      const drawn = await this.get(this.pictures, path);
      if (path !== this.wanted) return;
      at("picture").innerHTML = drawn;
      this.get(this.pictures, this.path(step + 1)).catch(() => {});
    } catch (error) {
      this.fail(error);
    }
  },
  fail(error) {
    at("now").textContent = error instanceof TypeError ? "The server does not answer; is it still running?" : error.message;
  },
};
