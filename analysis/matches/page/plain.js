const board = {
  build() {
    const picture = make("pre", byId("board"), "");
    picture.id = "picture";
  },

  draw(number) {
    byId("picture").textContent = number ? game.plies[number - 1].text : game.text;
  },

  named(ply) {
    return `${ply.player}: ${ply.move}`;
  },
};
