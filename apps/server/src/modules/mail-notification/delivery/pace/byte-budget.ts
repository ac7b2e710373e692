// Bounds the bytes of messages that a process holds at once, whatever their number.

/** Bytes of all messages in memory; they fit beside everything else into a small machine. */
export const MESSAGE_BYTES_MAX = 128 * 1_024 * 1_024;

/** Part of the budget: the requested size until the true one is known. */
export interface HeldBytes {
  resize(bytes: number): void;
  release(): void;
}

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

export class ByteBudget {
  readonly #max: number;
  #held = 0;
  readonly #waiting: Waiting[] = [];

  constructor(max = MESSAGE_BYTES_MAX) {
    this.#max = max;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * Takes a part of the budget. Urgent mails wait only for those that already have theirs. One larger than the budget
   * goes alone.
   */
  async take(bytes: number, isUrgent: boolean): Promise<HeldBytes> {
    if (!this.#fits(bytes) || (this.#waiting.length > 0 && !isUrgent)) {
      await new Promise<void>((begin) => {
        if (isUrgent) this.#waiting.unshift({ bytes, begin });
        else this.#waiting.push({ bytes, begin });
      });
    } else this.#held += bytes;
    let own = bytes;
    return {
      resize: (actual) => {
        this.#held += actual - own;
        own = actual;
        this.#next();
      },
      release: () => {
        this.#held -= own;
        own = 0;
        this.#next();
      },
    };
  }

  #fits(bytes: number): boolean {
    return this.#held === 0 || this.#held + bytes <= this.#max;
  }

  #next(): void {
    for (let first = this.#waiting[0]; first !== undefined && this.#fits(first.bytes); first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#held += first.bytes;
      first.begin();
    }
  }
}
