// Does heavy work of one kind in a thread of its own, one piece after another, so that nobody else waits for it.
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../request/errors.ts';
import type { LaneAnswer, LaneReady } from './serve-lane.ts';

export interface WorkerLaneOptions {
  /** Is the file of the thread, which calls `serveLane`. */
  readonly file: URL;
  readonly name: string;
  /** What the thread may allocate; it ends by more, and nothing else does. */
  readonly heapMib: number;
  /** So many pieces may wait beside the one that is done. */
  readonly waitingMax: number;
  /** A piece that takes longer, in milliseconds, ends the thread and rejects with `LaneOverrun`; absent: as long as it takes. */
  readonly limitMs?: number;
}

/** Says that a piece took longer than its lane allows. */
export class LaneOverrun extends Error {}

export interface Done<Answer> {
  readonly answer: Answer;
  /** Is how long the thread was at it, in milliseconds. */
  readonly tookMs: number;
}

interface Piece<Request, Answer> {
  readonly request: Request;
  readonly resolve: (done: Done<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread with nothing to do gives its memory back after this. */
const IDLE_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;

/** Requests and answers are copied as `structuredClone` does. The thread begins with the first of them. */
export class WorkerLane<Request, Answer> {
  readonly #options: WorkerLaneOptions;
  readonly #waiting: Piece<Request, Answer>[] = [];
  #atWork: Piece<Request, Answer> | null = null;
  #thread: Worker | null = null;
  #isReady = false;
  #limit: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerLaneOptions) {
    this.#options = options;
  }

  /** Fails with 429 where too much waits, with 503 where the thread ends by this piece; rejects with what the work throws. */
  run(request: Request): Promise<Done<Answer>> {
    if (this.#isClosed) return Promise.reject(refusal('SERVICE_UNAVAILABLE'));
    if (this.#waiting.length >= this.#options.waitingMax) return Promise.reject(refusal('RATE_LIMITED'));
    const { promise, resolve, reject } = Promise.withResolvers<Done<Answer>>();
    this.#waiting.push({ request, resolve, reject });
    this.#next();
    return promise;
  }

  /** Ends the thread; what is not done is refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#waiting.splice(0), ...(this.#atWork === null ? [] : [this.#atWork])];
    this.#atWork = null;
    for (const { reject } of open) reject(refusal('SERVICE_UNAVAILABLE'));
    await this.#rest();
  }

  #next(): void {
    if (this.#atWork !== null || this.#isClosed) return;
    const piece = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (piece === undefined) {
      // A process that has nothing else to do may end while the thread is idle.
      this.#thread?.unref();
      this.#idle = setTimeout(() => void this.#rest(), IDLE_MS).unref();
      return;
    }
    this.#atWork = piece;
    this.#thread ??= this.#start();
    this.#thread.ref();
    try {
      this.#thread.postMessage(piece.request);
    } catch (error) {
      this.#settle({ thrown: error });
      return;
    }
    if (this.#isReady) this.#beginLimit();
  }

  #beginLimit(): void {
    const { limitMs } = this.#options;
    if (limitMs === undefined || this.#atWork === null) return;
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#overrun(limitMs), limitMs);
  }

  /** The thread cannot be told to stop, so that it is ended. */
  #overrun(limitMs: number): void {
    const thread = this.#thread;
    this.#thread = null;
    void thread?.terminate();
    this.#settle({ thrown: new LaneOverrun(`the work took longer than ${limitMs} ms`) });
  }

  #start(): Worker {
    const { file, name, heapMib } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: heapMib };
    const thread = new Worker(file, { name, env: {}, execArgv: [], resourceLimits });
    this.#isReady = false;
    thread.on('message', (message: LaneAnswer<Answer> | LaneReady) => {
      // An ended thread may have answered before it stopped.
      if (this.#thread !== thread) return;
      if (!('ready' in message)) return this.#settle(message);
      this.#isReady = true;
      this.#beginLimit();
    });
    thread.on('error', () => this.#onEnd(thread));
    thread.on('exit', () => this.#onEnd(thread));
    return thread;
  }

  #settle(answer: LaneAnswer<Answer>): void {
    clearTimeout(this.#limit);
    const piece = this.#atWork;
    this.#atWork = null;
    if ('thrown' in answer) piece?.reject(answer.thrown);
    else piece?.resolve(answer);
    this.#next();
  }

  /** The thread has ended by itself: its piece is not tried again, it may be what ended it. */
  #onEnd(thread: Worker): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#settle({ thrown: refusal('SERVICE_UNAVAILABLE') });
  }

  async #rest(): Promise<void> {
    clearTimeout(this.#idle);
    clearTimeout(this.#limit);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}

function refusal(code: 'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'): ServiceError {
  return new ServiceError(code, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
