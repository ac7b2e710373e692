// Counts what each address holds of a queue, so that not everybody is counted again for each who comes.

/** Waiting sign-ins at most: one behind more than these would wait longer than a person does. */
export const WAITING_MAX = 64;
/** Bounds what one address may hold of the queue while another waits. */
const WAITING_PER_ADDRESS = 8;

/** Places that one address holds in the queue. */
interface Share {
  waiting: number;
  /** Number of places held by sign-ins with other work to do before they wait. */
  coming: number;
}

export class AddressShares {
  readonly #byAddress = new Map<string, Share>();
  #held = 0;

  get held(): number {
    return this.#held;
  }

  add(address: string, as: keyof Share): void {
    const share = this.#byAddress.get(address) ?? { waiting: 0, coming: 0 };
    share[as] += 1;
    this.#held += 1;
    this.#byAddress.set(address, share);
  }

  remove(address: string, as: keyof Share): void {
    const share = this.#byAddress.get(address)!;
    share[as] -= 1;
    this.#held -= 1;
    if (heldBy(share) === 0) this.#byAddress.delete(address);
  }

  /** Says whether an address has more than its share of the waiting places while another one waits. */
  areUneven(): boolean {
    const inLine = [...this.#byAddress.values()].filter(({ waiting }) => waiting > 0);
    return inLine.length > 1 && inLine.some(({ waiting }) => waiting > WAITING_PER_ADDRESS);
  }

  hasTooManyWaiting(address: string): boolean {
    return (this.#byAddress.get(address)?.waiting ?? 0) > WAITING_PER_ADDRESS;
  }

  /** Says whether a further place of the address would be beyond its share, with so many slots free. */
  isFullFor(address: string, free: number): boolean {
    if (this.#held < WAITING_PER_ADDRESS + free) return false;
    const own = this.#byAddress.get(address);
    const ownHeld = own === undefined ? 0 : heldBy(own);
    if (this.#held === ownHeld) return ownHeld >= WAITING_MAX + free;
    if (ownHeld >= WAITING_PER_ADDRESS + free) return true;
    let kept = Math.min(ownHeld + 1, WAITING_PER_ADDRESS);
    for (const share of this.#byAddress.values()) {
      if (share !== own) kept += Math.min(heldBy(share), WAITING_PER_ADDRESS);
    }
    return kept > WAITING_MAX + free;
  }
}

function heldBy({ waiting, coming }: Share): number {
  return waiting + coming;
}
