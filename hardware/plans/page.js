"use strict";
(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const kept = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem("pierwszy " + key);
      localStorage.setItem("pierwszy " + key, value);
    } catch { /* no storage: ticks last as long as the page */ }
    return null;
  };
  const choose = (name) => {
    for (const box of all(".box")) box.hidden = box.id !== name;
    for (const button of all("[data-box]")) button.ariaPressed = String(button.dataset.box === name);
    kept("box", name);
  };
  const show = (box, name) => {
    for (const sheet of all(".sheet", box)) sheet.hidden = sheet.dataset.name !== name;
    for (const button of all("[data-sheet]", box)) button.ariaPressed = String(button.dataset.sheet === name);
  };
  const light = (step) => {
    if (step.classList.contains("here")) return;
    const box = step.closest(".box");
    for (const each of all(".here, .lit", box)) each.classList.remove("here", "lit");
    step.classList.add("here");
    const ids = (step.dataset.lights || "").split(" ").filter(Boolean);
    const lit = ids.map((id) => document.getElementById(id));
    for (const each of lit) each.classList.add("lit");
    const on = lit.map((each) => each.closest(".sheet").dataset.name);
    const times = (name) => on.filter((each) => each === name).length;
    if (on.length) show(box, on.reduce((most, name) => (times(name) > times(most) ? name : most)));
    const seen = lit.find((each) => !each.closest(".sheet").hidden);
    if (!seen) return;
    const sheet = seen.closest(".sheet"), from = sheet.getBoundingClientRect(), to = seen.getBoundingClientRect();
    sheet.scrollBy(to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2);
  };
  for (const tick of all("input[type=checkbox]")) {
    const seen = () => tick.closest(".step")?.classList.toggle("done", tick.checked);
    tick.checked = kept(tick.id) === "1";
    seen();
    tick.addEventListener("change", () => { kept(tick.id, tick.checked ? "1" : "0"); seen(); });
  }
  for (const button of all("[data-box]")) button.addEventListener("click", () => choose(button.dataset.box));
  for (const button of all("[data-sheet]"))
    button.addEventListener("click", () => show(button.closest(".box"), button.dataset.sheet));
  for (const step of all(".step")) {
    step.addEventListener("click", () => light(step));
    step.addEventListener("focusin", () => light(step));
  }
  for (const box of all(".box")) show(box, all("[data-sheet]", box)[0].dataset.sheet);
  const last = kept("box");
  choose(document.getElementById(last || "")?.classList.contains("box") ? last : all(".box")[0].id);
})();
