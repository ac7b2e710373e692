// Is one thread of a lane: does one piece of work at a time, with a heap of its own, and gives its memory back while it is idle.
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../request/errors.ts';
import type { LaneAnswer, LaneOrder, LaneProgress, LaneReady } from './serve-lane.ts';

export interface LaneThreadOptions {
  /** Is the file of the thread, which calls `serveLane`. */
  readonly file: URL;
  /** What the thread may allocate; it ends by more, and nothing else does. */
  readonly heapMib: number;
  /** Bounds the part of it for what has just been allocated: less of it takes more turns to clean. Absent: as Node has it. */
  readonly youngHeapMib?: number;
  /** A piece that takes longer, in milliseconds, ends the thread and rejects with `LaneOverrun`; absent: as long as it takes. */
  readonly limitMs?: number;
}

/** Says that a piece took longer than its lane allows. */
export class LaneOverrun extends Error {}

/** Says that the thread ended by itself under a piece, which may have been what ended it; else it is 503 as any other. */
export class LaneThreadEnded extends ServiceError {
  constructor() {
    super('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

export interface Done<Answer> {
  readonly answer: Answer;
  /** Is how long the thread was at it, in milliseconds. */
  readonly tookMs: number;
}

/** Says who follows a piece that goes on. */
export interface PieceControl<Progress> {
  /** Tells the thread to stop; the piece rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface Piece<Answer, Progress> extends PieceControl<Progress> {
  readonly resolve: (done: Done<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread with nothing to do gives its memory back after this. */
const IDLE_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;
/** Who was told to stop has so long to put away what he has open, before his thread ends. */
const STOP_MS = 1_500;

/** Begins with the first piece; one that ends is followed by another one. */
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
   * Fails with 503 where the thread ends by this piece, with `LaneOverrun` by its time; rejects with what the work throws, or with
   * the reason of its signal once the work has ended.
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

  /** Ends the thread; what it does is refused. */
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

  /** The thread cannot be told to stop, so that it is ended. */
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

  /** The thread has ended by itself: its piece is not tried again, it may be what ended it. */
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

/** Holds nothing but the compile cache of the process: half of a start is reading TypeScript that another thread has read before. */
function threadEnvironment(): Readonly<Record<string, string>> {
  // Node answers the folder of its own version within the one that it takes.
  const ofVersion = getCompileCacheDir();
  return ofVersion === undefined ? {} : { NODE_COMPILE_CACHE: dirname(ofVersion) };
}

function unavailable(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
