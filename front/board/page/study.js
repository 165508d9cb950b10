// @ts-check
// A study: a root position and the tree of moves that were played from it, with names and notes.
// All functions return a new study and leave the old one as it was: undo keeps the old ones.

/** @typedef {"sudoku" | "dots"} GameName */
/** @typedef {any} Position  Bombe's JSON of a position of the game */
/** @typedef {any} Move      [row, column, value], or ["h" | "v", row, column] */
/** @typedef {"start" | "fill" | "bomb" | "line"} Outcome */
/**
 * @typedef {object} StudyNode
 * @property {number} id
 * @property {number | null} parent
 * @property {readonly number[]} children  the first one is the main line
 * @property {Move | null} move            what led here
 * @property {0 | 1 | 2} mover             who played it
 * @property {Outcome} outcome
 * @property {Position} position           after the move
 * @property {string} name
 * @property {string} note
 * @property {Record<string, any>} facts   what a log knows of the move
 */
/**
 * @typedef {object} Study
 * @property {GameName} game
 * @property {string} title
 * @property {readonly [string, string]} players
 * @property {readonly (StudyNode | null)[]} nodes  by id; null where one was deleted
 * @property {number} current
 * @property {Record<string, any>} facts            what a log knows of the game
 */
/** @typedef {{move: Move, mover: 0 | 1 | 2, outcome: Outcome, position: Position, facts?: Record<string, any>}} Step */

export const ROOT = 0;

/**
 * Return a node without children, name and note.
 * @param {number} id
 * @param {number | null} parent
 * @param {Step} step
 * @returns {StudyNode}
 */
function nodeAt(id, parent, { move, mover, outcome, position, facts = {} }) {
  return { id, parent, children: [], move, mover, outcome, position, name: "", note: "", facts };
}

/**
 * Return the study of a position without moves.
 * @param {GameName} game
 * @param {Position} position
 * @param {{title?: string, players?: readonly [string, string], facts?: Record<string, any>}} [about]
 * @returns {Study}
 */
export function newStudy(game, position, about = {}) {
  const root = nodeAt(ROOT, null, { move: null, mover: 0, outcome: "start", position });
  const players = about.players ?? /** @type {const} */ (["Player 1", "Player 2"]);
  return { game, title: about.title ?? "", players, nodes: [root], current: ROOT, facts: about.facts ?? {} };
}

/**
 * Return the node with this id.
 * @param {Study} study
 * @param {number} [id]  the current one unless told
 * @returns {StudyNode}
 */
export function nodeOf(study, id = study.current) {
  const node = study.nodes[id];
  if (!node) throw new Error(`the study has no node ${id}`);
  return node;
}

/**
 * Return whether a study has a node, which may have got another name, note or moves since.
 * @param {Study} study
 * @param {StudyNode} node
 */
export function holds(study, node) {
  return study.nodes[node.id]?.position === node.position;
}

/**
 * Return the study after a move from a node: a new child, or the one that holds this move.
 * @param {Study} study
 * @param {number} from
 * @param {Step} step
 * @returns {Study}
 */
export function withStep(study, from, step) {
  const parent = nodeOf(study, from);
  const known = parent.children.find((id) => sameMove(nodeOf(study, id).move, step.move));
  if (known !== undefined) return visited(study, known);
  const id = study.nodes.length;
  const child = nodeAt(id, from, step);
  const nodes = [...study.nodes, child];
  nodes[from] = { ...parent, children: [...parent.children, id] };
  return { ...study, nodes, current: id };
}

/**
 * Return whether two moves are the same.
 * @param {Move | null} one
 * @param {Move | null} other
 */
export function sameMove(one, other) {
  return (
    one !== null &&
    other !== null &&
    one.length === other.length &&
    one.every((/** @type {any} */ part, /** @type {number} */ at) => part === other[at])
  );
}

/**
 * Return the study at another node.
 * @param {Study} study
 * @param {number} id
 * @returns {Study}
 */
export function visited(study, id) {
  return id === study.current ? study : { ...study, current: nodeOf(study, id).id };
}

/**
 * Return the study with a part of a node changed.
 * @param {Study} study
 * @param {number} id
 * @param {Partial<StudyNode>} changes
 * @returns {Study}
 */
function changed(study, id, changes) {
  const nodes = [...study.nodes];
  nodes[id] = { ...nodeOf(study, id), ...changes };
  return { ...study, nodes };
}

/**
 * Return the study with a node's name.
 * @param {Study} study
 * @param {number} id
 * @param {string} name
 */
export function named(study, id, name) {
  return changed(study, id, { name });
}

/**
 * Return the study with a node's note.
 * @param {Study} study
 * @param {number} id
 * @param {string} note
 */
export function noted(study, id, note) {
  return changed(study, id, { note });
}

/**
 * Return the study without a node and all that follows it; the root stays.
 * @param {Study} study
 * @param {number} id
 * @returns {Study}
 */
export function pruned(study, id) {
  const { parent } = nodeOf(study, id);
  if (parent === null) return study;
  const gone = new Set([id, ...descendants(study, id)]);
  const nodes = study.nodes.map((node) => (node && gone.has(node.id) ? null : node));
  const kept = nodeOf(study, parent);
  nodes[parent] = { ...kept, children: kept.children.filter((child) => child !== id) };
  return { ...study, nodes, current: gone.has(study.current) ? parent : study.current };
}

/**
 * Return the ids of all nodes below a node.
 * @param {Study} study
 * @param {number} id
 * @returns {number[]}
 */
export function descendants(study, id) {
  const found = [];
  const open = [...nodeOf(study, id).children];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    open.push(...nodeOf(study, next).children);
  }
  return found;
}

/**
 * Return the study in which a node and the way to it are the main line.
 * @param {Study} study
 * @param {number} id
 * @returns {Study}
 */
export function promoted(study, id) {
  let result = study;
  for (const node of pathTo(study, id)) {
    if (node.parent === null) continue;
    const parent = nodeOf(result, node.parent);
    const others = parent.children.filter((child) => child !== node.id);
    result = changed(result, parent.id, { children: [node.id, ...others] });
  }
  return result;
}

/**
 * Return the nodes from the root to a node, both included.
 * @param {Study} study
 * @param {number} [id]  the current one unless told
 * @returns {StudyNode[]}
 */
export function pathTo(study, id = study.current) {
  const path = [];
  for (let at = /** @type {number | null} */ (id); at !== null; at = nodeOf(study, at).parent) {
    path.push(nodeOf(study, at));
  }
  return path.reverse();
}

/**
 * Return the nodes of the main line, from the root.
 * @param {Study} study
 * @returns {StudyNode[]}
 */
export function mainLine(study) {
  return [...pathTo(study, ROOT), ...lineAfter(study, ROOT)];
}

/**
 * Return the nodes that follow a node by first children.
 * @param {Study} study
 * @param {number} id
 * @returns {StudyNode[]}
 */
export function lineAfter(study, id) {
  const line = [];
  for (let next = nodeOf(study, id).children[0]; next !== undefined; ) {
    const node = nodeOf(study, next);
    line.push(node);
    next = node.children[0];
  }
  return line;
}

const SCHEMA = "bombe.study/1";

/**
 * Return the study as plain JSON: every node with its position, deleted ones left out.
 * @param {Study} study
 * @returns {any}
 */
export function toPlain(study) {
  const order = [ROOT, ...descendants(study, ROOT)].sort((a, b) => a - b);
  const place = new Map(order.map((id, at) => [id, at]));
  const nodes = order.map((id) => plainNode(nodeOf(study, id), place));
  const { game, title, players, facts } = study;
  return { schema: SCHEMA, game, title, players, facts, current: place.get(study.current), nodes };
}

/**
 * @param {StudyNode} node
 * @param {Map<number, number>} place
 */
function plainNode(node, place) {
  const { move, mover, outcome, position, name, note, facts } = node;
  return {
    children: node.children.map((id) => place.get(id)),
    move,
    mover,
    outcome,
    position,
    ...(name && { name }),
    ...(note && { note }),
    ...(Object.keys(facts).length > 0 && { facts }),
  };
}

/**
 * Return the study that `toPlain` wrote; raise an Error for anything else.
 * @param {any} plain
 * @returns {Study}
 */
export function fromPlain(plain) {
  if (plain?.schema !== SCHEMA || !Array.isArray(plain.nodes) || plain.nodes.length === 0) {
    throw new Error(`this is no study of Bombe (${SCHEMA})`);
  }
  if (plain.game !== "sudoku" && plain.game !== "dots")
    throw new Error("the study is of no game that the board knows");
  /** @type {StudyNode[]} */
  const nodes = plain.nodes.map((/** @type {any} */ node, /** @type {number} */ id) => readNode(node, id));
  for (const node of nodes) {
    for (const child of node.children) {
      if (!nodes[child] || child <= node.id || nodes[child].parent !== null) {
        throw new Error(`the study has no tree: node ${node.id}`);
      }
      nodes[child] = { ...nodes[child], parent: node.id };
    }
  }
  if (nodes.some((node) => node.id !== ROOT && node.parent === null))
    throw new Error("the study has moves that nothing leads to");
  const current = Number.isInteger(plain.current) && nodes[plain.current] ? plain.current : ROOT;
  const players = /** @type {[string, string]} */ (
    [0, 1].map((at) => String(plain.players?.[at] ?? `Player ${at + 1}`))
  );
  return {
    game: plain.game,
    title: String(plain.title ?? ""),
    players,
    nodes,
    current,
    facts: plain.facts ?? {},
  };
}

/**
 * @param {any} plain
 * @param {number} id
 * @returns {StudyNode}
 */
function readNode(plain, id) {
  const isNode = Array.isArray(plain?.children) && plain.children.every(Number.isInteger) && plain.position;
  if (!isNode || (id !== ROOT && !Array.isArray(plain.move)))
    throw new Error(`node ${id} of the study is broken`);
  const { children, move = null, mover, outcome, position, name = "", note = "", facts } = plain;
  const by = mover === 1 || mover === 2 ? mover : 0;
  const node = nodeAt(id, null, { move, mover: by, outcome, position, facts: facts ?? {} });
  return { ...node, children, name: String(name ?? ""), note: String(note ?? "") };
}
