import type { Applier } from './applier';
import { asLeader } from './as-leader';
import { beside } from './beside';
import type { Consumer } from './bus';
import { pause } from './pause';
import type { Pulse } from './pulse';

export interface Running {
  readonly consumer: Consumer;
  readonly applier: Applier;
  readonly pulse: Pulse;
  /** Before it begins anew, whatever ended it. */
  readonly pauseMs: number;
}

/** Consumes until the signal, as the leader where the consumer is exclusive, with its released letters beside it. */
export async function keepConsuming(
  { consumer, applier, pulse, pauseMs }: Running,
  signal: AbortSignal,
  consume: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const hasLed = await asLeader(consumer, signal, (whileLeading) =>
        beside(
          whileLeading,
          (ending) => applier.watchReleased(ending),
          () => consume(whileLeading),
        ),
      );
      if (!hasLed) pulse.beat();
    } catch (error) {
      pulse.fail(error);
    }
    await pause(pauseMs, signal);
  }
}
