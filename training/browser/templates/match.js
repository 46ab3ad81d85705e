"use strict";
// The page works without this: it keeps it up to date, and makes what lies on the picture clickable.
const at = id => document.getElementById(id);
const place = document.body.dataset.place, look = document.body.dataset.look;
let edition = +document.body.dataset.edition, told = +document.body.dataset.told, pending = "";
const shown = {};

function show(frame) {
  if (frame.edition < edition) return;
  edition = document.body.dataset.edition = frame.edition;
  const focused = document.activeElement?.id, inside = at("question").contains(document.activeElement);
  const number = () => document.querySelector("#ask [name=number]")?.value;
  const open = at("several")?.open ? number() : "none";
  for (const [id, html] of Object.entries(frame.parts)) {
    if (shown[id] === html) continue;
    shown[id] = html;
    at(id).innerHTML = html;
    at(id).parentElement.hidden = html === "" && id !== "picture";
    if (id === "ask" && open === number() && at("several")) at("several").open = true;
  }
  tell(frame);
  mark();
  call();
  if (focused && !document.activeElement?.id) (at(focused) ?? (inside ? at("question").hidden ? at("turn") : at("question") : null))?.focus();
}

// A window that is not looked at says in its title that one is asked.
const title = document.title;
const call = () => { document.title = (at("question").hidden ? "" : "\u25CF ") + title; };

function tell(frame) {
  const log = at("log"), lines = frame.lines.map(([number, html]) => "<small>" + (number || "") + "</small>" + html);
  const fresh = lines.map((html, i) => [frame.told + i, html]).filter(([i, html]) => log.children[i]?.innerHTML !== html);
  if (!fresh.length) return;
  const below = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
  log.querySelectorAll(".new").forEach(line => line.classList.remove("new"));
  for (const [i, html] of fresh) {
    const line = log.children[i] ?? log.appendChild(document.createElement("li"));
    line.className = "new";
    line.innerHTML = html;
  }
  told = frame.told + frame.lines.length;
  if (below) log.scrollTop = log.scrollHeight;
}

function answer(words) {
  at("answer").textContent = words;
  at("answer").hidden = !words;
}

async function send(form, button) {
  const about = form.elements.number?.value ?? "pace";
  if (pending === about) return;  // the same has been sent already
  pending = about;
  const fields = new URLSearchParams(new FormData(form, button));
  fields.set("told", told);
  try {
    const reply = await fetch(form.getAttribute("action") + look, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    const said = await reply.json();
    answer(said.refused);
    if (said.frame) show(said.frame);
  } catch {
    answer("The server does not answer; is it still running?");
  }
  if (pending === about) pending = "";
}

// --- The picture: what a choice is about can be clicked ----------------------------------------

const about = thing => [...document.querySelectorAll("#ask [data-thing]")].filter(one => one.dataset.thing === thing && !one.disabled);
const filling = () => at("several")?.open;

function mark() {
  const things = new Set(Array.from(document.querySelectorAll("#ask [data-thing]"), one => one.dataset.thing));
  for (const drawn of document.querySelectorAll("#picture [data-thing]"))
    drawn.classList.toggle("can", things.has(drawn.dataset.thing));
}

function pick(thing) {
  const entries = about(thing).filter(one => one.tagName === "INPUT");
  const buttons = about(thing).filter(one => one.tagName === "BUTTON");
  if (entries.length && (filling() || !buttons.length)) {
    at("several").open = true;
    entries[0].value = Math.min(+entries[0].max, +entries[0].value + 1);
    add();
    return;
  }
  if (buttons.length === 1) buttons[0].click();
  else if (buttons.length > 1) {
    filter(button => button.dataset.thing === thing);
    at("chosen").hidden = false;
    at("chosen").firstElementChild.textContent = buttons.length + " choices for that:";
    buttons[0].focus();
  }
}

at("picture").addEventListener("click", event => {
  const drawn = event.target.closest("[data-thing].can");
  if (drawn) pick(drawn.dataset.thing);
});

// --- Finding a choice, adding up a form --------------------------------------------------------

const plain = words => words.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[^\p{L}\p{N}+'-]+/gu, " ").trim();

function filter(fits) {
  for (const button of document.querySelectorAll("#ask button[data-words]"))
    button.hidden = !fits(button) && !button.classList.contains("stop");
  for (const group of document.querySelectorAll("#ask fieldset"))
    group.hidden = !group.querySelector("button:not([hidden])");
}

function find(words) {
  const wanted = plain(words);
  const fits = button => button.dataset.key === wanted || (" " + plain(button.dataset.words)).includes(" " + wanted);
  const any = Array.from(document.querySelectorAll("#ask button[data-words]")).some(fits);
  filter(button => !wanted || !any || fits(button));
  at("chosen").hidden = true;
}

function add() {
  const form = at("several").querySelector("form");
  const sum = Array.from(form.querySelectorAll("input[type=number]"), input => +input.value).reduce((a, b) => a + b, 0);
  if (form.dataset.most === "") return;
  form.querySelector(".sum").textContent = sum + " of " + form.dataset.most;
  at("fill").disabled = sum > +form.dataset.most || sum < +form.dataset.least;
}

document.addEventListener("submit", event => {
  event.preventDefault();
  send(event.target, event.submitter);
});
document.addEventListener("input", event => {
  if (event.target.id === "typed") find(event.target.value);
  if (event.target.closest("#several")) add();
});
document.addEventListener("toggle", event => { if (event.target.id === "several") add(); }, true);
document.addEventListener("change", event => {
  if (event.target.id === "speed") send(event.target.form, null);
});
document.addEventListener("click", event => {
  if (event.target.id === "all") { filter(() => true); at("chosen").hidden = true; }
});
document.addEventListener("keydown", event => {
  if (event.key === "/" && event.target.tagName !== "INPUT" && at("typed")) { event.preventDefault(); at("typed").focus(); }
});

// --- What others do ------------------------------------------------------------------------------

const events = new EventSource(place + "/events" + (look ? look + "&" : "?") + "edition=" + edition + "&told=" + told);
events.onmessage = event => show(JSON.parse(event.data));
events.onerror = () => answer(events.readyState === EventSource.CLOSED ? "The server does not answer any more." : "The connection is lost; trying again ...");
events.onopen = () => answer("");
events.addEventListener("closed", () => { events.close(); answer("The game is closed; its replay is saved if that was asked for."); });
at("log").scrollTop = at("log").scrollHeight;
mark();
call();
