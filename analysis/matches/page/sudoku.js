const size = game.m * game.n;
const cells = [];

function position(upTo) {
  const held = game.values.map(value => ({value, owner: value ? 0 : null, taboo: []}));
  game.taboo.forEach(([cell, value]) => held[cell].taboo.push(value));
  game.plies.slice(0, upTo).forEach(ply => {
    if (ply.bomb) held[ply.cell].taboo.push(ply.value);
    else Object.assign(held[ply.cell], {value: ply.value, owner: ply.player});
  });
  return held;
}

function named(letter, number) {
  return game.counts_from_1 ? `${letter}${number + 1}` : number;
}

const board = {
  build() {
    const grid = make("table", byId("board"));
    grid.id = "grid";
    grid.setAttribute("aria-label", "the board");
    // Rows and columns are numbered as in moves.
    const columns = make("tr", grid);
    make("th", columns);
    for (let column = 0; column < size; column++) make("th", columns, named("c", column));
    for (let row = 0; row < size; row++) {
      const line = make("tr", grid);
      make("th", line, named("r", row));
      for (let column = 0; column < size; column++) {
        const cell = make("td", line);
        cell.dataset.sides = [
          column % game.n === game.n - 1 && "right", row % game.m === game.m - 1 && "below",
          column === 0 && "left", row === 0 && "above"].filter(Boolean).join(" ");
        cells.push(cell);
      }
    }
    byId("one").innerHTML = "5<sup>+</sup>";
    byId("two").innerHTML = "5<sup>&minus;</sup>";
    byId("other").innerHTML =
      '<small style="color:#6a1b9a;text-decoration:line-through">5</small> taboo';
  },

  draw(number) {
    const latest = number ? game.plies[number - 1].cell : -1;
    position(number).forEach((held, index) => {
      const cell = cells[index], kind = {0: "given", 1: "one", 2: "two"}[held.owner] || "";
      cell.className = `${cell.dataset.sides} ${kind} ${index === latest ? "latest" : ""}`;
      cell.textContent = held.value ? held.value : "";
      if (held.owner) make("sup", cell, held.owner === 1 ? "+" : "\u2212");
      const gap = size > 9 ? " " : "";
      if (!held.value) held.taboo.forEach(value => make("small", cell, value + gap));
    });
  },

  named(ply) {
    const row = Math.floor(ply.cell / size), column = ply.cell % size;
    const move = game.counts_from_1
      ? `${named("r", row)}${named("c", column)}=${ply.value}` : `(${row},${column}) \u2192 ${ply.value}`;
    return `${ply.player === 1 ? "+" : "\u2212"} ${move}`;
  },
};
