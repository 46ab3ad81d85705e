"use strict";
// The page works without this: it keeps it up to date, and makes what lies on the picture clickable.
const at = id => document.getElementById(id);
const place = document.body.dataset.place, look = document.body.dataset.look;
let { game } = document.body.dataset, edition = +document.body.dataset.edition, told = +document.body.dataset.told, pending = "";
const shown = {};

function show(update) {
  if (update.edition < edition) {
    if (update.game !== game) location.reload();  // the server was started again
    return;
  }
  if (update.game !== game) {
    game = update.game;
    if (past !== null) turn_to(null);
  }
  edition = document.body.dataset.edition = update.edition;
  document.body.dataset.resume = update.resume;
  const log = at("log"), below = log.scrollTop + log.clientHeight > log.scrollHeight - 30;
  if (update.moves !== undefined) document.body.dataset.moves = update.moves;
  const focused = document.activeElement?.id, inside = at("question").contains(document.activeElement);
  const number = () => document.querySelector("#ask [name=number]")?.value;
  let drawn = false;  // whether what is drawn or can be clicked is new
  const asked = number(), open = at("several")?.open ? asked : "none";
  for (const [id, html] of Object.entries(update.parts)) {
    if (shown[id] === html) continue;
    shown[id] = html;
    if (of_position.includes(id) && past !== null) { shown[id] = null; continue; }  // an earlier one is looked at
    at(id).innerHTML = html;
    drawn ||= ["picture", "ask", "changed", "barred"].includes(id);
    if (at(id).parentElement.tagName === "SECTION" && id !== "takeback") at(id).parentElement.hidden = html === "" && id !== "status";
    if (id === "ask" && open === number() && at("several")) at("several").open = true;
  }
  if (number() !== asked) fresh = performance.now();
  tell(update, below);
  if (drawn) draw();
  call();
  count();
  if (focused && !document.activeElement?.id) (at(focused) ?? (inside ? at("question").hidden ? at("turn") : at("question") : null))?.focus();
}

// What is clicked just after a question has changed was meant for the one before it, as a double click is.
const GUARD = 350;
let fresh = -GUARD;
document.addEventListener("click", event => {
  if (event.detail && performance.now() - fresh < GUARD && event.target.closest("#question, #picture, #panels, #turn")) {
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// A window that is not looked at says in its title that one is asked.
const title = document.title;
const call = () => { document.title = (at("question").hidden ? "" : "\u25CF ") + title; };

function tell(update, below) {
  const log = at("log"), lines = update.lines.map(([number, html]) => "<small>" + (number || "") + "</small>" + html);
  while (log.children.length > update.told + lines.length) log.lastChild.remove();  // what was taken back
  for (const [i, html] of lines.entries()) {
    const line = log.children[update.told + i] ?? log.appendChild(document.createElement("li"));
    if (line.innerHTML !== html) line.innerHTML = html;
  }
  for (const [i, line] of [...log.children].entries()) line.classList.toggle("new", i >= update.new);
  told = update.told + update.lines.length;
  cut_log();
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
  fields.set("edition", edition);
  fields.set("told", told);
  try {
    const reply = await fetch(form.getAttribute("action") + look, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    const said = await reply.json();
    answer(said.refused);
    if (said.update) show(said.update);
  } catch {
    answer("The server does not answer; is it still running?");
  }
  if (pending === about) pending = "";
}

// --- The picture: what a choice is about can be clicked, and what everything is can be read ------

const about = thing => [...document.querySelectorAll("#ask [data-thing]")].filter(one => one.dataset.thing === thing && !one.disabled);
const filling = () => at("several")?.open;
const things = () => document.querySelectorAll("#picture [data-thing], #panels [data-thing]");

// Marks what can be clicked and what has changed; the parts' titles are told by the page, not twice by the browser.
function draw() {
  crop();
  mark();
}

function mark() {
  const asked = new Set(past === null ? Array.from(document.querySelectorAll("#ask [data-thing]"), one => one.dataset.thing) : []);
  const changed = new Set(past === null ? at("changed").textContent.split(" ") : []);
  const barred = past === null ? JSON.parse(at("barred").textContent || "{}") : {};
  let first = true;
  for (const part of things()) {
    const title = part.querySelector(":scope > title"), desc = part.querySelector(":scope > desc");
    if (title) { part.dataset.title = title.textContent; part.setAttribute("aria-label", title.textContent); title.remove(); }
    if (desc) { part.dataset.desc = desc.textContent; part.setAttribute("aria-description", desc.textContent); desc.remove(); }
    const can = asked.has(part.dataset.thing);
    part.classList.toggle("can", can);
    part.classList.toggle("cannot", part.dataset.thing in barred);
    part.dataset.why = barred[part.dataset.thing] ?? "";
    part.classList.toggle("changed", changed.has(part.dataset.thing.replaceAll(" ", "-")));
    part.setAttribute("role", can ? "button" : "img");
    part.setAttribute("tabindex", can || first ? 0 : -1);
    first = false;
  }
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

function move(step) {
  const parts = [...things()].filter(part => part.checkVisibility?.() ?? true);
  const next = parts[parts.indexOf(document.activeElement) + step];
  if (next) next.focus();
}

for (const holder of [at("picture"), at("panels")]) {
  holder.addEventListener("click", event => {
    const part = event.target.closest("[data-thing].can"), large = document.body.classList.contains("zoomed");
    if (narrow.matches && holder.id === "picture" && !large) { zoom(event); return; }
    if (part) { zoom(null); pick(part.dataset.thing); }
  });
  holder.addEventListener("keydown", event => {
    const part = event.target.closest("[data-thing]");
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!part || !step && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (step) move(step);
    else if (part.classList.contains("can")) pick(part.dataset.thing);
  });
  holder.addEventListener("focusin", show_tip);
  holder.addEventListener("mouseover", event => { hide_tip(); waiting = setTimeout(() => show_tip(event), TIP); });
  for (const event of ["mouseleave", "focusout", "click"]) holder.addEventListener(event, hide_tip);
  holder.addEventListener("contextmenu", event => { if (show_tip(event)) event.preventDefault(); });  // a long press
}

const TIP = 400;  // milliseconds over a part after which one is told what it is
let waiting = null;

function hide_tip() {
  clearTimeout(waiting);
  at("tip").hidden = true;
}

function show_tip(event) {
  const part = event.target.closest("[data-title]"), tip = at("tip");
  tip.hidden = !part;
  if (!part) return false;
  const title = document.createElement("b");
  title.textContent = part.dataset.title;
  const more = [part.dataset.why, part.dataset.desc].filter(Boolean).join(" ");
  tip.replaceChildren(title, more ? " \u2013 " + more : "");
  const box = part.getBoundingClientRect(), own = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(box.left, document.documentElement.clientWidth - own.width - 4)) + "px";
  tip.style.top = (box.bottom + own.height + 8 < innerHeight ? box.bottom + 6 : Math.max(4, box.top - own.height - 6)) + "px";
  return true;
}

// --- Narrow windows: each panel of the picture by itself, large enough to be read -----------------

const narrow = matchMedia("(max-width: 599px)");
const SMALLEST = 13, READABLE = 12;  // letters in the picture, and on the screen
const BESIDE = 40;  // what is seen left of the part that is asked about, in units of the picture
const opened = new Map();

function crop() {
  const holder = at("panels"), whole = document.querySelector("#picture > svg");
  document.body.classList.toggle("cropped", narrow.matches);
  holder.replaceChildren();
  if (!narrow.matches || !whole) return;
  const wanted = new Set(Array.from(document.querySelectorAll("#ask [data-thing]"), one => one.dataset.thing));
  const asked = [...whole.querySelectorAll("[data-thing]")].filter(one => wanted.has(one.dataset.thing)).map(corner);
  const panels = [...whole.querySelectorAll("[data-panel]")];
  let first = 0;
  for (const panel of panels) {
    const box = ["x", "y", "width", "height"].map(name => +panel.getAttribute(name)), name = panel.dataset.panel;
    const part = holder.appendChild(document.createElement("details")), asks = asked.some(corner => within(corner, box));
    const summary = part.appendChild(document.createElement("summary"));
    summary.textContent = name + (asks ? " \u25CF" : "");
    part.open = opened.get(name) ?? asks;
    if (asks) holder.insertBefore(part, holder.children[first++]);  // before it is cut: what is moved forgets its scrolling
    if (part.open) cut(whole, part, box, asked);
    summary.onclick = () => opened.set(name, !part.open);
    part.ontoggle = () => { if (part.open && part.children.length === 1) { cut(whole, part, box, asked); mark(); } };
  }
}

// A tap on the small picture shows it large, about the place that was tapped.
function zoom(event) {
  const holder = at("picture"), box = holder.getBoundingClientRect();
  const across = event ? (event.clientX - box.left) / box.width : 0, down = event ? (event.clientY - box.top) / box.height : 0;
  document.body.classList.toggle("zoomed", event !== null);
  at("unzoom").hidden = event === null;
  if (event) holder.scrollTo(across * holder.scrollWidth - innerWidth / 2, down * holder.scrollHeight - innerHeight / 2);
}
at("unzoom").onclick = () => zoom(null);

// Puts a panel into its part of the page, scrolled to what is asked about.
function cut(whole, part, box, asked) {
  const svg = whole.cloneNode(false), scroll = document.createElement("div");
  svg.setAttribute("viewBox", box.join(" "));
  svg.setAttribute("width", Math.ceil(box[2] * READABLE / SMALLEST));
  svg.setAttribute("height", Math.ceil(box[3] * READABLE / SMALLEST));
  svg.removeAttribute("style");
  for (const shape of whole.children)
    if (shape.tagName === "style" || shape.tagName === "title" || within(corner(shape), box)) svg.append(shape.cloneNode(true));
  for (const one of [...svg.querySelectorAll("[data-thing]")]) if (!within(corner(one), box)) one.remove();
  scroll.append(svg);
  part.append(scroll);
  const left = Math.min(...asked.filter(corner => within(corner, box)).map(corner => corner[0]));
  if (Number.isFinite(left)) scroll.scrollLeft = (left - box[0] - BESIDE) * READABLE / SMALLEST;
}

const within = ([left, top], [x, y, width, height]) => left >= x - 1 && left < x + width && top >= y - 1 && top < y + height;

// Where the outline of a part begins, in units of the picture; the copy is not drawn yet.
function corner(part) {
  const shape = part.matches("g") ? part.querySelector("rect, circle, polygon, text, line") : part, get = name => +(shape?.getAttribute(name) ?? 0);
  let [x, y] = { circle: [get("cx"), get("cy")], line: [get("x1"), get("y1")] }[shape?.tagName] ?? [get("x"), get("y")];
  if (shape?.tagName === "polygon") [x, y] = shape.getAttribute("points").split(/[ ,]+/).map(Number);
  for (let group = shape; group && group.tagName !== "svg"; group = group.parentElement) {
    const moved = /translate\((\S+?)[ ,]+(\S+?)\)(?: scale\((\S+)\))?/.exec(group.getAttribute?.("transform") ?? "");
    if (moved) [x, y] = [+moved[1] + x * +(moved[3] ?? 1), +moved[2] + y * +(moved[3] ?? 1)];
  }
  return [x, y];
}

narrow.addEventListener("change", () => { zoom(null); draw(); });

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
  if (event.target.method === "dialog") return;
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
  if (event.target.id === "clear") { event.preventDefault(); event.target.form.reset(); add(); }
  if (event.target.id === "all") { filter(() => true); at("chosen").hidden = true; }
});
// --- Keys: those on the buttons can be pressed anywhere on the page -------------------------------

const PAUSE = 1500;  // milliseconds after which what was typed is forgotten
let keys = "", forget = null;

function type(letters) {
  keys = letters;
  at("keys").textContent = keys;
  at("keys").hidden = !keys;
  clearTimeout(forget);
  if (keys) forget = setTimeout(() => type(""), PAUSE);
}

function press(key) {
  const buttons = [...document.querySelectorAll("#ask button[data-key]")];
  const typed = keys + key.toLowerCase(), begun = buttons.filter(one => one.dataset.key.toLowerCase().startsWith(typed));
  const amount = at("amount");
  if (begun.length === 1 && begun[0].dataset.key.toLowerCase() === typed) { type(""); begun[0].click(); }
  else if (begun.length) type(typed);
  else if (amount && /^[0-9]$/.test(key)) { type(""); amount.value = ""; amount.focus(); return false; }
  else if (at("typed")) { at("typed").value = keys; type(""); at("typed").focus(); return false; }
  else type("");
  return true;
}

function enter() {
  const exact = [...document.querySelectorAll("#ask button[data-key]")].find(one => one.dataset.key.toLowerCase() === keys);
  type("");
  exact?.click();
}

// Keys that do something where the focus is: space clicks and folds, all others scroll.
const is_own = event => event.target.closest(event.key === " " ? "button, a, summary" : ".wide");

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || document.querySelector("dialog[open]")) return;
  if (event.repeat && event.key === "Enter") { event.preventDefault(); return; }
  if (event.key === "/" && at("typed")) { event.preventDefault(); at("typed").focus(); return; }
  if (document.body.dataset.moves && !is_own(event) && step(event)) { event.preventDefault(); return; }
  if (event.key === "Escape") { type(""); zoom(null); }
  else if (event.key === "Enter" && keys) { event.preventDefault(); enter(); }
  else if (event.key === "u" && !keys && at("undo") && !document.querySelector("#ask button[data-key^=u]")) at("undo").click();
  else if (event.key.length === 1 && event.key !== " " && document.querySelector("#ask form") && press(event.key)) event.preventDefault();
});

// --- Watching: earlier positions ------------------------------------------------------------------

let past = null;  // the move that is looked at, null for the game as it stands

const moves = () => +document.body.dataset.moves;

const of_position = ["picture", "thought"];  // the parts of the page that go with a position
let lines_then = 0;  // how many lines the log had at the move that is looked at

function count() {
  if (!at("steps")) return;
  for (const button of document.querySelectorAll("#steps [data-go]")) button.hidden = false;
  at("count").textContent = (past ?? moves()) + " of " + moves();
  at("live").setAttribute("aria-pressed", past === null);
  at("mark")?.setAttribute("transform", "translate(" + (300 * (past ?? moves()) / Math.max(1, moves())) + ")");
}

// The log as it was at the move that is looked at.
function cut_log() {
  const log = at("log"), cut = past === null ? Infinity : lines_then;
  for (const [i, line] of [...log.children].entries()) line.hidden = i >= cut;
  if (past !== null) log.scrollTop = log.scrollHeight;
}

function turn_to(move) {
  past = move;
  history.replaceState(null, "", location.pathname + location.search + (past === null ? "" : "#move=" + past));
  if (past === null) at("past").textContent = "";
}

async function look_at(move) {
  turn_to(move >= moves() ? null : Math.max(0, move));
  const wanted = past, of = game;
  const reply = await fetch(place + "/position" + (look ? look + "&" : "?") + "move=" + (past ?? moves()));
  if (!reply.ok || wanted !== past || of !== game) return;
  const said = await reply.json();
  for (const id of of_position) { at(id).innerHTML = said[id]; shown[id] = null; }
  at("panel").hidden = !said.thought;
  lines_then = said.lines;
  cut_log();
  at("past").innerHTML = past === null ? "" : said.words;
  draw();
  count();
}

function step(event) {
  const now = past ?? moves();
  if (event.key === " ") at("pause")?.click();
  else if (event.key === "ArrowLeft") { if (past === null && at("pause")?.value === "1") at("pause").click(); look_at(now - 1); }
  else if (event.key === "ArrowRight") { if (past === null) at("step")?.click(); else look_at(now + 1); }
  else if (event.key === "Home") look_at(0);
  else if (event.key === "End") look_at(moves());
  else return false;
  return true;
}

const hash = () => { const found = /^#move=(\d+)$/.exec(location.hash); if (found && at("steps")) look_at(+found[1]); };
addEventListener("hashchange", hash);
for (const button of document.querySelectorAll("#steps [data-go]"))
  button.onclick = () => step({ key: button.dataset.go });
at("steps")?.addEventListener("click", event => {
  if (event.target.closest("#step") && past !== null) { event.preventDefault(); look_at(past + 1); }
  else if (event.target.closest("#pause") && past !== null) look_at(moves());
});

// --- How to play ----------------------------------------------------------------------------------

at("how")?.addEventListener("click", () => at("guide").showModal());

// --- What others do ------------------------------------------------------------------------------

const PATIENCE = 5000;  // milliseconds after which a server that does not answer is taken for gone
const RARELY = 2000;  // milliseconds after which a page that is not looked at asks again
let events = null, later = null, lost = null;

// Nothing can be chosen while nobody is there to hear it.
function off(words) {
  for (const id of ["turn", "question", "bots", "outcome", "steps"]) if (at(id)) at(id).inert = true;
  answer(words);
}

function gone() {
  const command = document.body.dataset.resume;
  off("The server has stopped." + (command ? " To go on: " + command + " - this page then comes back by itself." : ""));
}

const news = () => place + "/events" + (look ? look + "&" : "?") + "edition=" + edition + "&told=" + told;

// A browser keeps six connections to a server, for all of its pages: one that is not looked at keeps none.
function listen() {
  if (lost) return;
  events?.close();
  if (document.hidden) { ask(); return; }
  events = new EventSource(news());
  events.onmessage = event => show(JSON.parse(event.data));
  events.onerror = () => {
    if (lost) return;
    off("The connection is lost; trying again ...");
    lost = setTimeout(gone, PATIENCE);
    if (events.readyState === EventSource.CLOSED) again();
  };
  events.onopen = () => { if (lost) again(); };
  events.addEventListener("closed", () => { events.close(); clearTimeout(lost); lost = 1; gone(); setTimeout(again, 2000); });
}

async function ask() {
  const asking = fetch(news(), { headers: { Accept: "application/json" } });
  const said = await asking.then(reply => reply.ok ? reply.json() : null).catch(() => null);
  if (said) show(said);
  clearTimeout(later);
  if (document.hidden) later = setTimeout(ask, RARELY);
}
document.addEventListener("visibilitychange", listen);

// A server that is started again has the same link, if it goes on with the same game.
async function again() {
  try {
    const reply = await fetch(place + "/events?edition=0&told=0", { method: "HEAD" });
    if (reply.ok) { location.reload(); return; }
  } catch { /* it is not there yet */ }
  setTimeout(again, 2000);
}

at("log").scrollTop = at("log").scrollHeight;
draw();
call();
count();
hash();
listen();
