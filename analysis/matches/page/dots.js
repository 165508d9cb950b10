const step = 52, margin = 26;
const marks = {};
const boxes = [];

function put(tag, parent, attributes) {
  const element = document.createElementNS(byId("scores").namespaceURI, tag);
  Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  parent.append(element);
  return element;
}

function putLine(grid, kind, row, column) {
  const x = margin + step * column, y = margin + step * row;
  marks[`${kind} ${row} ${column}`] = put("line", grid, {
    x1: x, y1: y, x2: kind === "h" ? x + step : x, y2: kind === "h" ? y : y + step});
}

const board = {
  build() {
    const {rows, columns} = game;
    const grid = put("svg", byId("board"), {
      id: "grid", role: "img", "aria-label": "the grid",
      width: 2 * margin + step * columns, height: 2 * margin + step * rows});
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) {
      const x = margin + step * column, y = margin + step * row;
      const ground = put("rect", grid, {x, y, width: step, height: step, fill: "#fff"});
      const text = put("text", grid, {
        x: x + step / 2, y: y + step / 2 + 6, "text-anchor": "middle", "font-weight": 700});
      boxes.push({ground, text});
    }
    for (let row = 0; row <= rows; row++)
      for (let column = 0; column < columns; column++) putLine(grid, "h", row, column);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column <= columns; column++) putLine(grid, "v", row, column);
    for (let row = 0; row <= rows; row++) for (let column = 0; column <= columns; column++)
      put("circle", grid, {cx: margin + step * column, cy: margin + step * row, r: 4});
    // The dots are numbered: h 1 2 goes right from the dot in row 1, column 2, and v 1 2 down.
    const name = (text, x, y) => {
      put("text", grid, {x, y, class: "name", "text-anchor": "middle"}).textContent = text;
    };
    for (let row = 0; row <= rows; row++) name(row, margin - 16, margin + step * row + 4);
    for (let column = 0; column <= columns; column++)
      name(column, margin + step * column, margin - 12);
    byId("one").textContent = "1";
    byId("two").textContent = "2";
    byId("other").textContent = "red: the last line";
  },

  draw(number) {
    const plies = game.plies.slice(0, number), owners = {...game.owners};
    Object.values(marks).forEach(mark => mark.setAttribute("class", ""));
    game.drawn.forEach(line => marks[line.join(" ")].setAttribute("class", "drawn"));
    plies.forEach((ply, index) => {
      const latest = index === number - 1 ? " latest" : "";
      marks[ply.line.join(" ")].setAttribute("class", `drawn${latest}`);
      ply.boxes.forEach(box => { owners[box] = ply.player; });
    });
    boxes.forEach(({ground, text}, index) => {
      const owner = owners[index];
      const color = {1: "var(--one)", 2: "var(--two)"}[owner] || "#fff";
      ground.setAttribute("style", `fill: ${color}`);
      text.textContent = owner || "";
    });
  },

  named(ply) {
    return `${ply.player}: ${ply.line.join(" ")}`;
  },
};
