// @ts-check
// The states of a game's positions, each made once: positions are plain data that never change.

/**
 * @template {{toJson(): any}} State
 */
export class KeptStates {
  /**
   * @param {(position: any) => State} fromJson
   */
  constructor(fromJson) {
    this.fromJson = fromJson;
    /** @type {WeakMap<object, State>} */
    this.states = new WeakMap();
    /** @type {WeakMap<State, any>} */
    this.positions = new WeakMap();
  }

  /**
   * Return the state of a position.
   * @param {any} position  Bombe's JSON
   */
  stateOf(position) {
    const known = this.states.get(position);
    if (known) return known;
    const state = this.fromJson(position);
    this.states.set(position, state);
    return state;
  }

  /**
   * Return the position of a state.
   * @param {State} state
   */
  positionOf(state) {
    const known = this.positions.get(state);
    if (known) return known;
    const position = state.toJson();
    this.positions.set(state, position);
    this.states.set(position, state);
    return position;
  }
}
