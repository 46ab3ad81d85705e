// Plays in a page by clicking what it offers, and nothing else. Runs in the page, as a person's hand would.
(seed, most) => {
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const one = selector => document.querySelector(selector);
  const seen = selector => [...document.querySelectorAll(selector)].filter(found => found.checkVisibility?.() ?? true);
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const any = list => list[Math.floor(random() * list.length)];
  const drawn = () => new Promise(done => { requestAnimationFrame(() => setTimeout(done, 0)); setTimeout(done, 100); });
  const told = { clicks: 0, times: [], ways: {}, over: false, refused: "", unnamed: "", overflow: 0, done: false };

  function fill() {
    const form = one("#several form"), inputs = [...form.querySelectorAll("input[type=number]")];
    one("#several").open = true;
    for (const input of inputs) input.value = "";
    for (const select of form.querySelectorAll("select")) select.selectedIndex = Math.floor(random() * select.options.length);
    const wanted = +form.dataset.most;
    for (let left = wanted, turn = 0; inputs.length && left && turn < 500; turn++) {
      const input = any(inputs);
      if (+input.value >= +input.max) continue;
      input.value = +input.value + 1;
      left--;
    }
    form.elements[2].dispatchEvent(new Event("input", { bubbles: true }));
    return one("#fill");
  }

  function amount() {
    const field = one("#amount"), least = +field.min, up = Math.floor(random() * 4);
    field.value = Math.min(+field.max, least + up);
    return one("#take");
  }

  function typed(buttons) {
    one("#typed").value = any(buttons).dataset.key;
    return one("#play");
  }

  function ways() {
    if (one("#several")) one("#several").open = false;
    if (seen("#sure").length) return [["sure", () => one("#sure")]];
    const buttons = seen("#ask .choices button[data-words]"), found = [];
    const useful = buttons.filter(button => !button.classList.contains("stop"));
    if (useful.length) found.push(["list", () => any(useful)]);
    if (buttons.length && random() < 0.3 || !useful.length && buttons.length) found.push(["list", () => any(buttons)]);
    if (seen("#amount").length) found.push(["amount", amount]);
    const small = document.body.classList.contains("cropped");
    const things = seen(small ? "#panels .can" : "#picture .can");
    if (things.length) found.push(["picture", () => any(things).firstElementChild]);
    if (seen("#several").length) found.push(["form", fill]);
    if (seen("#typed").length && useful.length) found.push(["typed", () => typed(useful)]);
    return found;
  }

  function look() {
    const page = document.documentElement;
    told.overflow = Math.max(told.overflow, page.scrollWidth - page.clientWidth);
    const named = one => one.getAttribute("aria-label") || one.labels?.length || one.textContent.trim();
    for (const control of seen("button, input:not([type=hidden]), select"))
      if (!named(control)) told.unnamed = control.outerHTML;
  }

  async function click() {
    const [name, choose] = any(ways()), target = choose(), before = document.body.dataset.edition, begun = performance.now();
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    if (name === "picture" && one("#several")?.open) fill().click();
    if (seen("#chosen").length) any(seen("#ask .choices button[data-words]:not(.stop)")).click();
    while (document.body.dataset.edition === before) {
      if (performance.now() > begun + 60000) { told.refused = "nothing comes of " + name + ": " + target.outerHTML; return; }
      if (seen("#answer").length) { told.refused = one("#answer").textContent; return; }
      await wait(1);
    }
    while (pending) await wait(1);
    await drawn();
    look();
    told.times.push(performance.now() - begun);
    told.ways[name] = (told.ways[name] ?? 0) + 1;
    told.clicks++;
  }

  async function play() {
    let idle = performance.now();
    while (told.clicks < most && !told.refused) {
      if (one(".ranks")) { told.over = true; break; }
      if (seen("#ask form").length) { await click(); idle = performance.now(); }
      else if (performance.now() > idle + 120000) { told.refused = "nothing to click"; }
      else await wait(5);
    }
    told.done = true;
  }
  window.told = told;
  play();
  return 0;
}
