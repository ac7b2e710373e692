// One thread of a lane: does one piece of work at a time, with a heap of its own, and gives its memory back while it is
// idle.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../request/errors.ts';
import type { LaneAnswer, LaneOrder, LaneProgress, LaneReady } from './serve-lane.ts';

export interface LaneThreadOptions {
  /** The file of the thread, which calls `serveLane`. */
  readonly file: URL;
  /** Heap of the thread; a piece that needs more ends the thread and nothing else. */
  readonly heapMib: number;
  /** Part of the heap for new objects: a smaller one is collected more often. Absent: as Node has it. */
  readonly youngHeapMib?: number;
  /** A piece that takes longer, in milliseconds, ends the thread and rejects with `LaneOverrun`; absent: as long as it takes. */
  readonly limitMs?: number;
}

/** Says that a piece took longer than its lane allows. */
export class LaneOverrun extends Error {}

/** Thrown where the thread ended by itself, perhaps because of the piece; otherwise a 503 like any other. */
export class LaneThreadEnded extends ServiceError {
  constructor() {
    super('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

export interface Done<Answer> {
  readonly answer: Answer;
  /** Milliseconds that the thread worked on it. */
  readonly tookMs: number;
}

/** How a caller follows and stops a piece. */
export interface PieceControl<Progress> {
  /** Asks the thread to stop; the piece rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface Piece<Answer, Progress> extends PieceControl<Progress> {
  readonly resolve: (done: Done<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Time without work after which a thread gives its memory back. */
const IDLE_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;
/** Time that a stopped piece has to release its resources before its thread ends. */
const STOP_MS = 1_500;

/** Starts its thread with the first piece, and another one after a thread has ended. */
export class LaneThread<Request, Answer, Progress = never> {
  readonly #name: string;
  readonly #options: LaneThreadOptions;
  #piece: Piece<Answer, Progress> | null = null;
  #worker: Worker | null = null;
  #isReady = false;
  #limit: NodeJS.Timeout | undefined;
  #stopping: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(name: string, options: LaneThreadOptions) {
    this.#name = name;
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#piece === null;
  }

  /**
   * Does a piece. Fails with 503 where it ends the thread, with `LaneOverrun` at the limit; rejects with the error of
   * the work, or with the reason of its signal once the work has ended.
   */
  do(request: Request, { signal, onProgress }: PieceControl<Progress> = {}): Promise<Done<Answer>> {
    const { promise, resolve, reject } = Promise.withResolvers<Done<Answer>>();
    this.#piece = { resolve, reject, signal, onProgress };
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    try {
      this.#worker.postMessage({ request } satisfies LaneOrder<Request>);
      signal?.addEventListener('abort', this.#stop, { once: true });
      if (this.#isReady) this.#beginLimit();
    } catch (error) {
      this.#settle({ thrown: error });
    }
    return promise;
  }

  /** Ends the thread; the piece under way is refused. */
  async close(): Promise<void> {
    this.#settle({ thrown: unavailable() });
    await this.#rest();
  }

  #beginLimit(): void {
    const { limitMs } = this.#options;
    if (limitMs === undefined || this.#piece === null) return;
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#overrun(limitMs), limitMs);
  }

  /** Ends the thread at the limit of a piece, since it cannot be interrupted. */
  #overrun(limitMs: number): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
    this.#settle({ thrown: new LaneOverrun(`the work took longer than ${limitMs} ms`) });
  }

  readonly #stop = (): void => {
    const worker = this.#worker;
    worker?.postMessage({ stop: true } satisfies LaneOrder<Request>);
    this.#stopping = setTimeout(() => {
      if (this.#worker === worker) this.#worker = null;
      void worker?.terminate();
      this.#settle({ thrown: unavailable() });
    }, STOP_MS);
  };

  #start(): Worker {
    const { file, heapMib, youngHeapMib } = this.#options;
    const young = youngHeapMib === undefined ? {} : { maxYoungGenerationSizeMb: youngHeapMib };
    const resourceLimits = { maxOldGenerationSizeMb: heapMib, ...young };
    const worker = new Worker(file, { name: this.#name, env: threadEnvironment(), execArgv: [], resourceLimits });
    this.#isReady = false;
    worker.on('message', (message: LaneAnswer<Answer> | LaneProgress<Progress> | LaneReady) => {
      // An ended thread may have answered before it stopped.
      if (this.#worker !== worker) return;
      if ('progress' in message) return this.#piece?.onProgress?.(message.progress);
      if (!('ready' in message)) return this.#settle(message);
      this.#isReady = true;
      this.#beginLimit();
    });
    worker.on('error', () => this.#onEnd(worker));
    worker.on('exit', () => this.#onEnd(worker));
    return worker;
  }

  #settle(answer: LaneAnswer<Answer>): void {
    clearTimeout(this.#limit);
    clearTimeout(this.#stopping);
    const piece = this.#piece;
    this.#piece = null;
    piece?.signal?.removeEventListener('abort', this.#stop);
    // A process that has nothing else to do may end while the thread is idle.
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.#rest(), IDLE_MS).unref();
    if (piece?.signal?.aborted === true) piece.reject(piece.signal.reason);
    else if ('thrown' in answer) piece?.reject(answer.thrown);
    else piece?.resolve(answer);
  }

  /** Handles a thread that has ended by itself: its piece is not repeated, since it may be the cause. */
  #onEnd(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#settle({ thrown: new LaneThreadEnded() });
  }

  async #rest(): Promise<void> {
    clearTimeout(this.#idle);
    clearTimeout(this.#limit);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/**
 * Environment with nothing but the compile cache of the process: half of a start is reading TypeScript that another
 * thread has read before.
 */
function threadEnvironment(): Readonly<Record<string, string>> {
  // Node answers the folder of its own version within the one that it takes.
  const ofVersion = getCompileCacheDir();
  return ofVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofVersion) };
}

function unavailable(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
