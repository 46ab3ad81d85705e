// A bot in JavaScript for all four games, without packages: for each it likes some kinds of actions more than others.
//
//   hustings tournament saludos_amigos --players 4 --games 1000 --agents "exec:node training/examples/bot.js,random"
//
// What to expect: of three others that play at random it wins 80 % there; greedy beats it everywhere.

const { createInterface } = require("node:readline");

// Blocks of actions, best first; + likes high numbers, - low ones, * is every block that is not named.
const RULES = {
  copycat: "place office+ card+ * pass",
  die_macher: "lobby- refuse+ * number- pass",
  liberte: "display blocks province+ card+ * discard pass",
  saludos_amigos: "close amount+ grant hold * seat card pass drop reject",
};

let liking = []; // of each action, by its number
let seed = 1;

/** How much each action is liked: its block's place in the rule, then its number. */
function likings(game, blocks) {
  const rule = (RULES[game] ?? "*").split(" ");
  return blocks.flatMap(({ name, size }) => {
    const found = rule.findIndex((word) => word.replace(/[+-]$/, "") === name);
    const place = found < 0 ? rule.indexOf("*") : found;
    const up = { "+": 1, "-": -1 }[rule[place].at(-1)] ?? 0;
    return Array.from({ length: size }, (_, number) => -1000 * place + up * number);
  });
}

/** A number in [0, 1), the same ones for the same seed. */
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}

/** The legal action that is liked best; one of several by chance. */
function choice(legal) {
  const most = Math.max(...legal.map((action) => liking[action]));
  const best = legal.filter((action) => liking[action] === most);
  return best[Math.floor(random() * best.length)];
}

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") {
    liking = likings(told.game, told.actions.blocks);
    seed = 1 + (told.seed % 2147483646);
    say({ type: "ready", hustings: 1 });
  } else if (told.type === "act") {
    say({ id: told.id, action: choice(told.legal) });
  } // "table" and "over" need no answer
});
