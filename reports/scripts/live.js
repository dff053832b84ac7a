// Follows /events and shows each snapshot. Whatever comes from a suite, an engine or an agent is
// set as text, never as markup.
"use strict";

const number = new Intl.NumberFormat("en-US");

/** An element: `make("td", {class: "number"}, "12")`; children are elements or text. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

function table(heads, rows, attributes = {}) {
  const cells = heads.map(([text, kind]) => make("th", kind ? { scope: "col", class: kind } : { scope: "col" }, text));
  return make("table", attributes, make("thead", {}, make("tr", {}, ...cells)), make("tbody", {}, ...rows));
}

function row(first, ...others) {
  const cells = others.map((cell) => (Array.isArray(cell) ? make("td", { class: cell[1] }, cell[0]) : make("td", {}, cell)));
  return make("tr", {}, make("th", { scope: "row", class: "name" }, first), ...cells);
}

function progress(label, value, whole) {
  const bar = make("progress", { "aria-label": label });
  if (whole > 0) { bar.max = whole; bar.value = Math.min(value, whole); }
  return bar;
}

/** A scrolling region that the keyboard reaches. */
function scrolling(label, content) {
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, content);
}

/** Replace what `place` shows, unless it shows just that; keep the focus where it was. */
function show(place, parts) {
  const fresh = make("div", {}, ...parts);
  if (place.innerHTML === fresh.innerHTML) return;
  const keep = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  const scrolled = [...place.querySelectorAll(".scroll")].map((region) => region.scrollLeft);
  place.replaceChildren(...fresh.childNodes);
  place.querySelectorAll(".scroll").forEach((region, index) => { region.scrollLeft = scrolled[index] || 0; });
  if (keep) place.querySelector(`[aria-label="${CSS.escape(keep)}"]`)?.focus({ preventScroll: true });
}

// Runs under way

function running(run) {
  const done = run.passed + run.failed + run.crashed + run.timed_out;
  const bad = done - run.passed;
  const seconds = Math.max(run.updated - run.started, 0.001);
  const files = run.files_done + run.files_waiting + run.workers.filter((worker) => worker.file).length;
  const title = `${run.engine_version || run.engine} ${run.alive ? "is running" : "was interrupted"}`;
  const parts = [
    make("h2", {}, title),
    make("p", { class: "now" },
      make("strong", {}, number.format(done + run.under_way)),
      make("span", {}, "records, ", soFar(run, done, bad)),
      make("span", { class: "quiet" }, `${number.format(Math.round((done + run.under_way) / seconds))} a second, ${clock(seconds)}`)),
    progress("Files done", run.files_done, files),
    make("p", { class: "quiet" }, `${number.format(run.files_done)} of ${run.all_known ? "" : "at least "}${number.format(files)} files; run ${run.run_id}` + (run.restarts ? `; ${number.format(run.restarts)} workers restarted` : "")),
  ];
  if (!run.alive) parts.push(make("p", {}, "Finish it with ", make("code", {}, `dbwright run --resume ${run.run_id}`)));
  else parts.push(table([["Worker"], ["File"], ["Records"]], run.workers.map(worker), { class: "workers" }));
  const columns = make("div", { class: "columns" });
  if (run.families.length) {
    const rows = run.families.map((family) => row(family.family, [family.share, `number ${family.passed === family.records ? "passed" : "failed"}`], [number.format(family.records), "number"]));
    columns.append(make("div", {}, make("h3", {}, "Families so far"), table([["Family"], ["Pass", "number"], ["Records", "number"]], rows)));
  }
  if (run.reasons.length) {
    const rows = run.reasons.map(([text, count]) => make("tr", {}, make("td", { class: "number" }, number.format(count)), make("td", { class: "name" }, text)));
    columns.append(make("div", {}, make("h3", {}, "What lately goes wrong"), table([["Cases", "number"], ["Message"]], rows)));
  }
  parts.push(columns);
  if (run.failures.length) parts.push(make("h3", {}, "Latest failures"), make("ul", { class: "failures" }, ...run.failures.map(failure)));
  return make("section", { "aria-label": `${title}, run ${run.run_id}` }, ...parts);
}

/** What is known of the verdicts: `bad` of `done` in finished files; failures come from all. */
function soFar(run, done, bad) {
  if (!done && !run.under_way) return make("b", {}, "no verdict yet");
  if (!bad && !run.failures.length) return make("b", { class: "passed" }, "all passed so far");
  const many = bad ? `${run.under_way ? "at least " : ""}${number.format(bad)}` : "some";
  return make("b", { class: "failed" }, `${many} did not pass`);
}

function worker(state) {
  const bar = state.file ? progress(`Worker ${state.number}`, state.record, state.records) : "waits";
  return row(String(state.number), [state.file || "", "file mono"], bar);
}

function failure(state) {
  return make("li", {},
    make("div", { class: "what" }, make("b", { class: state.verdict }, state.verdict.replace("_", " ")), ` line ${state.line}: ${state.what}`),
    make("code", {}, state.sql));
}

function clock(seconds) {
  const whole = Math.round(seconds);
  const two = (value) => String(value).padStart(2, "0");
  return whole < 60 ? `${whole} s` : whole < 3600 ? `${Math.floor(whole / 60)} min ${two(whole % 60)} s` : `${Math.floor(whole / 3600)} h ${two(Math.floor((whole % 3600) / 60))} min`;
}

// A build

function build(state) {
  const parts = [
    make("h2", { id: "build-title" }, `Build: ${state.prompt}`),
    make("p", { class: "now" },
      make("strong", {}, state.burn_down.length ? number.format(state.burn_down[state.burn_down.length - 1][1]) : "–"),
      make("span", {}, "records left to pass"),
      make("span", { class: "quiet" }, `${state.state}, round ${state.round}; ${number.format(state.tokens)} tokens` + limit(state.token_budget) + `, cost ${state.cost.toFixed(2)}` + limit(state.cost_budget))),
  ];
  for (const step of state.waiting_for) parts.push(make("p", { class: "chip worse" }, `waits for approval: ${step}`));
  if (state.burn_down.length > 1) parts.push(burnDown(state.burn_down));
  if (state.agents.length) {
    const now = Date.now() / 1000;
    const rows = state.agents.map((agent) => row(agent.name, `order ${agent.order}`, agent.doing, [clock(Math.max(now - agent.since, 0)), "number"]));
    parts.push(make("h3", {}, "Agents at work"), scrolling("Agents", table([["Agent"], ["Order"], ["Doing"], ["Since", "number"]], rows)));
  }
  if (state.orders.length) {
    const rows = state.orders.map((order) => row(`${order.id}. ${order.title}`, [order.state, `order-${order.state}`], [number.format(order.cases), "number"], [number.format(order.attempts), "number"], [order.cost.toFixed(2), "number"]));
    parts.push(make("h3", {}, "Work orders"), scrolling("Work orders", table([["Order"], ["State"], ["Cases", "number"], ["Attempts", "number"], ["Cost", "number"]], rows)));
  }
  if (state.decisions.length) parts.push(make("h3", {}, "Decisions"), make("ul", {}, ...state.decisions.map(([at, text]) => make("li", {}, `${new Date(at * 1000).toLocaleTimeString()} ${text}`))));
  if (state.transcripts.length) parts.push(make("h3", {}, "Transcripts"), make("ul", {}, ...state.transcripts.map((name) => make("li", {}, make("a", { href: `/transcripts/${encodeURIComponent(name)}` }, name)))));
  return make("section", { "aria-labelledby": "build-title" }, ...parts);
}

const limit = (budget) => (budget ? ` of ${number.format(budget)}` : "");

function burnDown(points) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const [first, last] = [points[0], points[points.length - 1]];
  const span = Math.max(last[0] - first[0], 1);
  const most = Math.max(...points.map((point) => point[1]), 1);
  svg.setAttribute("class", "burn");
  svg.setAttribute("viewBox", "0 0 1000 160");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Records left to pass: ${number.format(first[1])} at first, ${number.format(last[1])} now`);
  const line = document.createElementNS(space, "polyline");
  line.setAttribute("points", points.map(([at, left]) => `${(1000 * (at - first[0])) / span},${155 - (150 * left) / most}`).join(" "));
  const floor = document.createElementNS(space, "line");
  for (const [name, value] of Object.entries({ x1: 0, x2: 1000, y1: 158, y2: 158 })) floor.setAttribute(name, value);
  svg.append(floor, line);
  const since = new Date(first[0] * 1000).toLocaleTimeString();
  return make("figure", {}, svg, make("figcaption", { class: "quiet" }, `From ${number.format(first[1])} at ${since} to ${number.format(last[1])}; the line below is none left.`));
}

// Finished runs

function finished(run) {
  const state = run.state === "complete" ? "" : ` (${run.state})`;
  return row(make("a", { href: `/runs/${encodeURIComponent(run.run_id)}` }, run.started), run.engine + state, [run.share, "number"], [number.format(run.not_passed), "number"], [run.time, "number"]);
}

// The stream

function connection(text, kind) {
  const place = document.getElementById("connection");
  if (place.textContent !== text) place.textContent = text;
  place.className = `chip ${kind}`;
}

function take(snapshot) {
  if (snapshot.error) { connection(snapshot.error, "worse"); return; }
  const alive = snapshot.running.filter((run) => run.alive).length + (snapshot.build?.state === "at work" ? 1 : 0);
  connection(alive ? `${alive} under way` : "live: nothing under way", "better");
  show(document.getElementById("build"), snapshot.build ? [build(snapshot.build)] : []);
  show(document.getElementById("running"), snapshot.running.map(running));
  show(document.getElementById("runs"), snapshot.runs.map(finished));
  document.getElementById("no-runs").hidden = snapshot.runs.length > 0;
  document.querySelector("#finished .scroll").hidden = snapshot.runs.length === 0;
}

const stream = new EventSource("/events");
stream.onmessage = (event) => take(JSON.parse(event.data));
stream.onerror = () => connection("not connected: trying again", "worse");
