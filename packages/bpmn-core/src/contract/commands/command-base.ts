// Every command says when it comes and who asks.

export interface CommandBase {
  /** It is asked then: epoch milliseconds; the core has no clock. */
  readonly at: number;
  /** He asks; null is the engine itself. */
  readonly actor: string | null;
}
