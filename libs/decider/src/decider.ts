/** A rule: pure decision and pure evolution over a discriminated union of states. */
export interface Decider<State, Command, Event> {
  readonly initial: State;
  /** Throws Rejected when the command is refused. */
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
}

export function fold<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  events: readonly Event[],
): State {
  return events.reduce((state, event) => decider.evolve(state, event), decider.initial);
}
