// Lets the work of many owners through a few places, owner by owner, so that nobody waits for the work of one owner alone.
import { ServiceError } from '../request/errors.ts';

export interface TurnsOptions {
  /** Names the lane in metrics. */
  readonly name: string;
  /** Pieces of one owner that run at once. There is one place more, so that one owner never has all of them. */
  readonly ofOwner: number;
  /** Pieces of one owner that may wait beside those that run. */
  readonly waitingOfOwnerMax: number;
}

/** Options of a piece of work. */
export interface PieceOptions {
  /** Ends a piece that waits, with its reason; the work itself handles a signal once it has begun. */
  readonly signal?: AbortSignal | undefined;
  /** Name under which the pieces of one request count as one among those that may wait. */
  readonly batch?: string;
}

interface Piece {
  readonly batch: string | symbol;
  readonly begin: () => void;
  readonly refuse: (error: unknown) => void;
}

interface Owner {
  running: number;
  readonly waiting: Piece[];
}

/** Seconds after which a refused caller may come back. */
const RETRY_AFTER_SECONDS = 5;

export class Turns {
  readonly name: string;
  readonly ofOwner: number;
  readonly waitingOfOwnerMax: number;
  /** Owners with work here; the first one has waited longest for a turn. */
  readonly #owners = new Map<string, Owner>();
  readonly #onRefused: (lane: Turns) => void;
  #running = 0;
  #waiting = 0;
  #isClosed = false;

  constructor({ name, ofOwner, waitingOfOwnerMax }: TurnsOptions, onRefused: (lane: Turns) => void = () => undefined) {
    this.name = name;
    this.ofOwner = ofOwner;
    this.waitingOfOwnerMax = waitingOfOwnerMax;
    this.#onRefused = onRefused;
  }

  /** Pieces that run at once, of all owners together. */
  get places(): number {
    return this.ofOwner + 1;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Fails with 429 where too much of the owner waits, with 503 once it is closed; else answers or rejects as the work does. */
  run<Answer>(owner: string, work: () => Promise<Answer>, { signal, batch }: PieceOptions = {}): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(refusal('SERVICE_UNAVAILABLE'));
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    const own = this.#owners.get(owner) ?? { running: 0, waiting: [] };
    if (this.#isFull(own, batch)) {
      this.#onRefused(this);
      return Promise.reject(refusal('RATE_LIMITED'));
    }
    this.#owners.set(owner, own);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const onAbort = (): void => this.#drop(owner, own, piece, signal?.reason);
    const settle = (): void => signal?.removeEventListener('abort', onAbort);
    const piece: Piece = {
      batch: batch ?? Symbol(owner),
      begin: () => {
        settle();
        const begun = async (): Promise<Answer> => work();
        begun()
          .finally(() => this.#leave(owner, own))
          .then(resolve, reject);
      },
      refuse: (error) => {
        settle();
        reject(error);
      },
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    own.waiting.push(piece);
    this.#waiting += 1;
    this.#next();
    return promise;
  }

  /** Refuses the pieces that wait; those that run are ended by their workers. */
  close(): void {
    this.#isClosed = true;
    const open = [...this.#owners.values()].flatMap(({ waiting }) => waiting.splice(0));
    this.#waiting = 0;
    for (const { refuse } of open) refuse(refusal('SERVICE_UNAVAILABLE'));
  }

  #isFull({ waiting }: Owner, batch: string | undefined): boolean {
    if (waiting.length < this.waitingOfOwnerMax) return false;
    const batches = new Set(waiting.map((piece) => piece.batch));
    return batches.size >= this.waitingOfOwnerMax && (batch === undefined || !batches.has(batch));
  }

  #next(): void {
    while (this.#running < this.places) {
      const turn = this.#takeTurn();
      if (turn === null) return;
      this.#running += 1;
      this.#waiting -= 1;
      turn.begin();
    }
  }

  /** Takes the next piece and puts its owner at the end. */
  #takeTurn(): Piece | null {
    for (const [owner, own] of this.#owners) {
      if (own.running >= this.ofOwner) continue;
      const piece = own.waiting.shift();
      if (piece === undefined) continue;
      this.#owners.delete(owner);
      this.#owners.set(owner, own);
      own.running += 1;
      return piece;
    }
    return null;
  }

  #leave(owner: string, own: Owner): void {
    this.#running -= 1;
    own.running -= 1;
    this.#forgetIdle(owner, own);
    this.#next();
  }

  #drop(owner: string, own: Owner, piece: Piece, reason: unknown): void {
    const at = own.waiting.indexOf(piece);
    if (at < 0) return;
    own.waiting.splice(at, 1);
    this.#waiting -= 1;
    this.#forgetIdle(owner, own);
    piece.refuse(reason);
  }

  #forgetIdle(owner: string, own: Owner): void {
    if (own.running === 0 && own.waiting.length === 0) this.#owners.delete(owner);
  }
}

function refusal(code: 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'): ServiceError {
  return new ServiceError(code, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
