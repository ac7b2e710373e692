// Computes the number of lanes to a server: half of them where it defers most of its mails.
import type { Outcome } from '../../smtp/attempt.types.ts';

/** Attempts that are looked at together. */
const WINDOW = 100;
const DEFERRED_MAX = WINDOW / 2;

export class LaneCount {
  readonly #most: number;
  #allowed: number;
  #seen = 0;
  #deferred = 0;

  constructor(most: number) {
    this.#most = most;
    this.#allowed = most;
  }

  get allowed(): number {
    return this.#allowed;
  }

  /** Notes an outcome; answers whether more lanes are allowed than before. */
  heed(outcome: Outcome): boolean {
    this.#seen += 1;
    if (outcome === 'DEFERRED') this.#deferred += 1;
    if (this.#seen < WINDOW) return false;
    const isBusy = this.#deferred >= DEFERRED_MAX;
    const before = this.#allowed;
    this.#allowed = isBusy ? Math.max(1, Math.floor(before / 2)) : Math.min(this.#most, before * 2);
    this.#seen = 0;
    this.#deferred = 0;
    return this.#allowed > before;
  }
}
