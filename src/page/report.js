// A slider for each game of the report, which shows the table after a line.

for (const article of document.querySelectorAll("article")) {
  const data = article.querySelector("script[type='application/json']");
  if (!data) continue;
  const { zones, stages } = JSON.parse(data.textContent);
  const viewer = article.querySelector(".viewer");
  const slider = viewer.querySelector("input");
  const caption = viewer.querySelector("output");
  const lines = [...article.querySelectorAll(".lines li")];

  const show = (index) => {
    const at = Math.min(Math.max(index, 0), stages.length - 1);
    slider.value = at;
    drawTable(viewer.querySelector(".table"), stages[at].zones.map((zone) => zones[zone]), stages[at].acting);
    lines.forEach((line, nth) => line.classList.toggle("now", nth === at));
    caption.value = lines[at].querySelector(".at").textContent + " " + lines[at].querySelector(".text").textContent;
    slider.setAttribute("aria-valuetext", caption.value);
  };

  viewer.hidden = false;
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const button of viewer.querySelectorAll("button")) {
    button.addEventListener("click", () => show(Number(slider.value) + Number(button.dataset.by)));
  }
  viewer.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.target === slider) return;
    show(Number(slider.value) + by);
    event.preventDefault();
  });
  lines.forEach((line, nth) => line.addEventListener("click", () => show(nth)));
  for (const link of article.querySelectorAll("a[data-at]")) {
    link.addEventListener("click", () => show(lines.findIndex((line) => "#" + line.id === link.hash)));
  }
  show(stages.length - 1);
}
