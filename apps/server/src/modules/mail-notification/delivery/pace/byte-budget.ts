// Bounds the bytes of messages that a process holds at once, whatever their number.

/** Fits beside everything else into the memory of a small machine. */
export const MESSAGE_BYTES_MAX = 128 * 1_024 * 1_024;

/** Is a part of the budget; what is held is what was asked for until the true size is known. */
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

  /** Urgent ones wait for nobody but those that are there. One that is larger than the budget goes alone. */
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
