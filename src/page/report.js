// A slider for each game of the report that shows the table after a line. The report has this script in one module with `table.js`.

const PLAY_PACE = 1200; // milliseconds a line

for (const article of document.querySelectorAll("article")) {
  const data = article.querySelector("script[type='application/json']");
  if (!data) continue;
  const { texts, zones: indexedZones, stages, cards } = JSON.parse(data.textContent);
  const text = (index) => texts[index] ?? null;
  const zones = indexedZones.map(({ grid, ...zone }) => ({ ...zone, line: text(zone.line), grid: grid && { ...grid, head: grid.head.map(text), rows: grid.rows.map((row) => row.map(text)) } }));
  const viewer = article.querySelector(".viewer");
  const slider = viewer.querySelector("input");
  const caption = viewer.querySelector("output");
  const playButton = viewer.querySelector("[data-play]");
  const list = article.querySelector(".lines");
  overflowObserver.observe(list);
  const lines = [...list.children];
  // Card codes in the text are replaced by drawings.
  for (const word of article.querySelectorAll("[data-card]")) word.replaceWith(drawCoded(word.textContent, { ...cards[word.dataset.card], stands: word.dataset.stands }));
  const sentences = lines.map((line) => line.querySelector(".text"));
  const plot = article.querySelector(".plot");
  const cursor = plot?.appendChild(element("div", "cursor"));
  let timer = 0;

  const show = (index) => {
    const at = Math.min(Math.max(index, 0), stages.length - 1);
    const part = (100 * at) / Math.max(1, stages.length - 1);
    slider.value = at;
    slider.style.setProperty("--at", part + "%");
    if (cursor) {
      cursor.style.left = part + "%";
      cursor.hidden = at === stages.length - 1;
    }
    drawTable(viewer.querySelector(".table"), stages[at].zones.map((zone) => zones[zone]), stages[at].acting);
    lines.forEach((line, nth) => line.classList.toggle("now", nth === at));
    // On a broad screen the list scrolls by itself; the page does not move.
    if (list.scrollHeight > list.clientHeight + 1) list.scrollTop = lines[at].offsetTop - list.offsetTop - list.clientHeight / 3;
    const place = lines[at].querySelector(".at").textContent + " ";
    caption.replaceChildren(place, ...sentences[at].cloneNode(true).childNodes);
    slider.setAttribute("aria-valuetext", place + sentences[at].textContent);
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    playButton.setAttribute("aria-pressed", "false");
  };
  const goTo = (index) => {
    pause();
    show(index);
  };
  const at = () => Number(slider.value);
  const play = () => {
    if (timer) return pause();
    if (at() === stages.length - 1) show(0);
    playButton.setAttribute("aria-pressed", "true");
    timer = setInterval(() => (at() < stages.length - 1 ? show(at() + 1) : pause()), PLAY_PACE);
    return undefined;
  };

  viewer.hidden = false;
  slider.addEventListener("input", () => goTo(at()));
  playButton.addEventListener("click", play);
  for (const button of viewer.querySelectorAll("[data-by]")) button.addEventListener("click", () => goTo(at() + Number(button.dataset.by)));
  for (const button of viewer.querySelectorAll("[data-to]")) button.addEventListener("click", () => goTo(Number(button.dataset.to)));
  viewer.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.target === slider) return;
    goTo(at() + by);
    event.preventDefault();
  });
  plot?.addEventListener("click", ({ clientX }) => {
    const { left, width } = plot.getBoundingClientRect();
    goTo(Math.round(((clientX - left) / width) * (stages.length - 1)));
  });
  lines.forEach((line, nth) => line.addEventListener("click", () => goTo(nth)));
  for (const link of article.querySelectorAll("a[data-at]")) {
    link.addEventListener("click", () => goTo(lines.findIndex((line) => "#" + line.id === link.hash)));
  }
  // A link to a line shows the table there.
  const linked = lines.findIndex((line) => "#" + line.id === location.hash);
  show(linked < 0 ? stages.length - 1 : linked);
}
