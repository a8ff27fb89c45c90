/** Who looks on while events are applied. */
export interface Onlooker {
  /** Whether handling an event continues the trace that it carries. */
  readonly isTracing: boolean;
  /** Told of every event that is set aside, and of the first that waits in its stream. */
  report(fault: Error): void;
  /** Runs one transaction. */
  during<T>(transaction: () => Promise<T>): Promise<T>;
}
