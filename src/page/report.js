// Gives each game of a report a slider, which shows the table after a line. A report contains `table.js` and this script as one module.

const PLAY_PACE = 1200; // milliseconds a line

for (const article of document.querySelectorAll("article")) {
  const data = article.querySelector("script[type='application/json']");
  if (!data) continue;
  const { texts, zones: indexedZones, stages, cards } = JSON.parse(data.textContent);
  const textAt = (index) => texts[index] ?? null;
  const zones = indexedZones.map(({ grid, ...zone }) => ({ ...zone, line: textAt(zone.line), grid: grid && { ...grid, head: grid.head.map(textAt), rows: grid.rows.map((row) => row.map(textAt)) } }));
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

  const show = (wanted) => {
    const index = Math.min(Math.max(wanted, 0), stages.length - 1);
    const percent = (100 * index) / Math.max(1, stages.length - 1);
    slider.value = index;
    slider.style.setProperty("--at", percent + "%");
    if (cursor) {
      cursor.style.left = percent + "%";
      cursor.hidden = index === stages.length - 1;
    }
    drawTable(viewer.querySelector(".table"), stages[index].zones.map((zone) => zones[zone]), stages[index].acting);
    lines.forEach((line, nth) => line.classList.toggle("now", nth === index));
    // On a broad screen the list scrolls by itself; the page does not move.
    if (list.scrollHeight > list.clientHeight + 1) list.scrollTop = lines[index].offsetTop - list.offsetTop - list.clientHeight / 3;
    const lineRef = lines[index].querySelector(".at").textContent + " ";
    caption.replaceChildren(lineRef, ...sentences[index].cloneNode(true).childNodes);
    slider.setAttribute("aria-valuetext", lineRef + sentences[index].textContent);
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
  const currentIndex = () => Number(slider.value);
  const play = () => {
    if (timer) return pause();
    if (currentIndex() === stages.length - 1) show(0);
    playButton.setAttribute("aria-pressed", "true");
    timer = setInterval(() => (currentIndex() < stages.length - 1 ? show(currentIndex() + 1) : pause()), PLAY_PACE);
    return undefined;
  };

  viewer.hidden = false;
  slider.addEventListener("input", () => goTo(currentIndex()));
  playButton.addEventListener("click", play);
  for (const button of viewer.querySelectorAll("[data-by]")) button.addEventListener("click", () => goTo(currentIndex() + Number(button.dataset.by)));
  for (const button of viewer.querySelectorAll("[data-to]")) button.addEventListener("click", () => goTo(Number(button.dataset.to)));
  viewer.addEventListener("keydown", (event) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!offset || event.target === slider) return;
    goTo(currentIndex() + offset);
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
  const linkedIndex = lines.findIndex((line) => "#" + line.id === location.hash);
  show(linkedIndex < 0 ? stages.length - 1 : linkedIndex);
}
