"""The board as a widget of anywidget: Python and the page tell each other the position.

The page runs in a frame of its own. What it tells of positions is read as any text of others is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from bombe.boards.game import AnyState, game_named
from bombe.embedding import HEIGHT, SANDBOX, contents_and_state, frame
from bombe.pages.document import page

if TYPE_CHECKING:
    from bombe.embedding import Shown

_SCRIPT = """
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", model.get("_sandbox"));
  frame.title = "the board";
  frame.style.cssText = `width: 100%; height: ${model.get("_height")}px; border: 0`;
  frame.srcdoc = model.get("_page");
  const show = () => {
    const asked = model.get("_asked");
    if (asked.position) frame.contentWindow?.postMessage({ bombe: "show", ...asked }, "*");
  };
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    if (data?.bombe === "ready") show();
    if (data?.bombe !== "position") return;
    model.set("_shown", { game: data.game, position: data.position });
    model.save_changes();
  };
  window.addEventListener("message", hear);
  model.on("change:_asked", show);
  el.append(frame);
  return () => {
    window.removeEventListener("message", hear);
    model.off("change:_asked", show);
  };
}
export default { render };
"""


class BoardWidget(anywidget.AnyWidget):
    """The board; `state` is the position that it shows, also after moves on the board."""

    _esm = _SCRIPT
    _page = traitlets.Unicode().tag(sync=True)
    _height = traitlets.Int(HEIGHT).tag(sync=True)
    _sandbox = traitlets.Unicode(SANDBOX).tag(sync=True)
    _asked = traitlets.Dict().tag(sync=True)
    """The position that Python wants to be shown; empty until one is set."""
    _shown = traitlets.Dict().tag(sync=True)
    """The position that the page shows."""

    def __init__(self, position: Shown = None, height: int = HEIGHT) -> None:
        self._contents, state = contents_and_state(position)
        shown = _plain(state)
        super().__init__(_page=page(self._contents, embedded=True), _height=height, _shown=shown)

    @property
    def state(self) -> AnyState:
        """The position that is shown."""
        return game_named(self._shown["game"]).from_json(self._shown["position"])

    @state.setter
    def state(self, state: AnyState) -> None:
        self._contents, state = contents_and_state(state)
        self._shown = _plain(state)
        # Counted, so that the same position can be asked for again after moves on the board.
        self._asked = {**self._shown, "number": self._asked.get("number", 0) + 1}

    def _repr_html_(self) -> str:
        """Return the page without the widget, for what shows notebooks without Python."""
        return frame(self._contents, self._height)


def _plain(state: AnyState) -> dict[str, Any]:
    return {"game": state.game.name, "position": state.game.to_json(state)}
