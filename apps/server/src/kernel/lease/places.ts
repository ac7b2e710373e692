// Counts the places for rows at work in one process. A row can pass its place on to one that it makes.

/** So many rows follow each other in one place; then whatever is due has its turn. */
const IN_TURN_MAX = 16;

export class Places {
  readonly #count: number;
  #taken = 0;
  /** Lease tokens of rows at work whose place was passed on, and of the rows that have it now. */
  readonly #heirs = new Map<string, string>();
  /** Says how many rows a place has seen in turn, by the lease token of the one that has it; absent for the first. */
  readonly #turns = new Map<string, number>();

  constructor(count: number) {
    this.#count = count;
  }

  get taken(): number {
    return this.#taken;
  }

  get free(): number {
    return this.#count - this.#taken;
  }

  take(count = 1): void {
    this.#taken += count;
  }

  /** Answers false where the place was passed on already, or has seen its share of rows in turn. */
  passOn(fromToken: string, toToken: string): boolean {
    const turn = this.#turns.get(fromToken) ?? 1;
    if (turn >= IN_TURN_MAX || this.#heirs.has(fromToken)) return false;
    this.#heirs.set(fromToken, toToken);
    this.#turns.set(toToken, turn + 1);
    return true;
  }

  /** The row has begun nothing: its place is free, or again that of the row which passed it on. Answers whether it is free. */
  giveBack(token: string): boolean {
    this.#turns.delete(token);
    for (const [from, to] of this.#heirs) {
      if (to === token) return !this.#heirs.delete(from);
    }
    this.#taken -= 1;
    return true;
  }

  /** The row is no longer at work; its place is free where it was not passed on. */
  leave(token: string): void {
    this.#turns.delete(token);
    if (!this.#heirs.delete(token)) this.#taken -= 1;
  }
}
