// Runs scripts in worker threads: as many at a time as there are workers, the others wait in a queue of bounded length.
import { randomInt } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { isVariableName } from '@keelson/bpmn-core';
import type { ScriptJob } from './evaluate-script.ts';
import type { InterpreterCode } from './quickjs-module.ts';
import type { ScriptLimits } from './script-limits.ts';
import { failedScript, type ScriptOutcome, type ScriptRequest, scriptLimitExceeded } from './script-request.ts';
import type { WorkerStart } from './worker.ts';

/**
 * Thrown where a script is not run. `QUEUE_FULL`: turned away before anything was done. `CLOSED`: the pool was closed before the script
 * ended.
 */
export class ScriptPoolError extends Error {
  readonly code: 'QUEUE_FULL' | 'CLOSED';
  constructor(code: ScriptPoolError['code']) {
    super(code === 'QUEUE_FULL' ? 'too many scripts wait for a worker' : 'the script pool is closed');
    this.code = code;
  }
}

interface PendingScript {
  readonly job: ScriptJob;
  readonly resolve: (outcome: ScriptOutcome) => void;
  readonly reject: (reason: unknown) => void;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: () => void;
}

interface Slot {
  readonly worker: Worker;
  isReady: boolean;
  script: PendingScript | null;
  timer: NodeJS.Timeout | null;
}

export interface ScriptPoolOptions {
  readonly limits: ScriptLimits;
  readonly interpreter: InterpreterCode;
  /**
   * Whether the same scripts in the same order give the same: each look at the clock moves it on by a millisecond, and random numbers
   * follow the order of the scripts. Else the clock runs and random numbers are random, though never fit for secrets.
   */
  readonly deterministic: boolean;
  /** File of the worker, in whose place tests of what happens when a worker ends put their own. */
  readonly workerFile?: URL;
}

/** V8 of a worker holds only the interpreter; what a script allocates is in WebAssembly memory and bounded there. */
/** Bound of the names of variables that a script asked for and that are not there. */
const MISSING_READ_MAX = 1_000;

const WORKER_HEAP_MIB = 256;
/** Stack of a worker's thread: four times what the interpreter's own can take; see `STACK_BYTES`. */
const WORKER_STACK_MIB = 16;

/** Workers that end before they are ready, one after another, until waiting scripts fail as none will come. */
const FAILED_STARTS_MAX = 3;

const SHOWN_NAME_MAX = 255;

const SEED_BOUND = 2 ** 40;

export class ScriptPool {
  readonly #options: ScriptPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #queue: PendingScript[] = [];
  #isClosed = false;
  #failedStarts = 0;
  #count = 0;

  constructor(options: ScriptPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a script. Rejects with `ScriptPoolError`, or with the signal's reason: the worker of a script that was running is ended then.
   * Everything that a script does is an outcome.
   */
  run(request: ScriptRequest, signal?: AbortSignal): Promise<ScriptOutcome> {
    const { limits } = this.#options;
    if (this.#isClosed) return Promise.reject(new ScriptPoolError('CLOSED'));
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (Buffer.byteLength(request.source) > limits.sourceBytes) {
      return Promise.resolve(scriptLimitExceeded('script.source-bytes', limits.sourceBytes));
    }
    if (this.#queue.length >= limits.queue) return Promise.reject(new ScriptPoolError('QUEUE_FULL'));
    return new Promise((resolve, reject) => {
      const onAbort = () => this.#abort(script);
      const script: PendingScript = { job: this.#jobOf(request), resolve, reject, signal, onAbort };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(script);
      this.#dispatch();
    });
  }

  /** Ends every worker; scripts that have not ended are rejected with `CLOSED`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#queue.splice(0), ...[...this.#slots].flatMap(({ script }) => script ?? [])];
    for (const slot of this.#slots) slot.script = null;
    for (const script of open) settle(script, () => script.reject(new ScriptPoolError('CLOSED')));
    await Promise.all([...this.#slots].map((slot) => this.#discard(slot)));
  }

  #jobOf({ source, variables, execution, at, autoStoreVariables, resultWanted }: ScriptRequest): ScriptJob {
    const { deterministic, limits } = this.#options;
    const input = JSON.stringify({
      variables,
      facts: execution ?? {},
      autoStore: autoStoreVariables ?? false,
      resultWanted: resultWanted ?? true,
      logMax: limits.logBytes,
      valueMax: limits.valueBytes,
      depthMax: limits.valueDepth,
      readMax: MISSING_READ_MAX,
    });
    this.#count += 1;
    // Neighbouring numbers would give neighbouring first random numbers: the multiplier spreads them.
    const seed = deterministic ? (this.#count * 0x9e3779b1) % SEED_BOUND : randomInt(1, SEED_BOUND);
    return { source, input, at, seed, countedClock: deterministic };
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (!slot.isReady || slot.script !== null) continue;
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#assign(slot, next);
    }
    const starting = [...this.#slots].filter(({ isReady }) => !isReady).length;
    const wanted = Math.min(this.#queue.length - starting, this.#options.limits.workers - this.#slots.size);
    for (let count = 0; count < wanted; count++) this.#start();
  }

  #start(): void {
    const { interpreter, limits, workerFile = new URL('./worker.ts', import.meta.url) } = this.#options;
    const data: WorkerStart = { interpreter, limits };
    const worker = new Worker(workerFile, {
      workerData: data,
      name: 'bpmn-script',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MIB, stackSizeMb: WORKER_STACK_MIB },
    });
    const slot: Slot = { worker, isReady: false, script: null, timer: null };
    this.#slots.add(slot);
    worker.on('message', (message: ScriptOutcome | 'ready') => this.#onMessage(slot, message));
    worker.on('error', (error) => this.#onEnd(slot, error.message));
    worker.on('exit', () => this.#onEnd(slot, 'its worker ended'));
  }

  #assign(slot: Slot, script: PendingScript): void {
    slot.script = script;
    slot.worker.ref();
    const { timeMs, graceMs } = this.#options.limits;
    // A busy main thread may look at the clock before it looks at the answer that has come: one more turn lets it be seen.
    slot.timer = setTimeout(() => setImmediate(() => this.#expire(slot, script)), timeMs + graceMs);
    slot.worker.postMessage(script.job);
  }

  #onMessage(slot: Slot, message: ScriptOutcome | 'ready'): void {
    if (message === 'ready') {
      slot.isReady = true;
      this.#failedStarts = 0;
    } else this.#take(slot, message);
    // A process that has nothing else to do may end while workers are idle.
    if (slot.script === null) slot.worker.unref();
    this.#dispatch();
  }

  #take(slot: Slot, outcome: ScriptOutcome): void {
    const { script } = slot;
    if (slot.timer !== null) clearTimeout(slot.timer);
    slot.timer = null;
    slot.script = null;
    if (script !== null) settle(script, () => script.resolve(withVariableNames(outcome)));
  }

  #expire(slot: Slot, script: PendingScript): void {
    if (slot.script !== script) return;
    this.#take(slot, scriptLimitExceeded('script.time-ms', this.#options.limits.timeMs));
    this.#replace(slot);
  }

  #abort(script: PendingScript): void {
    const at = this.#queue.indexOf(script);
    if (at >= 0) this.#queue.splice(at, 1);
    settle(script, () => script.reject(script.signal?.reason));
    const slot = [...this.#slots].find((each) => each.script === script);
    if (slot === undefined) return;
    slot.script = null;
    this.#replace(slot);
  }

  #replace(slot: Slot): void {
    void this.#discard(slot);
    this.#dispatch();
  }

  async #discard(slot: Slot): Promise<void> {
    this.#slots.delete(slot);
    if (slot.timer !== null) clearTimeout(slot.timer);
    await slot.worker.terminate();
  }

  /** Takes note that a worker ended by itself. Its script is not tried again: it may be what ended it. */
  #onEnd(slot: Slot, reason: string): void {
    if (!this.#slots.delete(slot)) return;
    this.#take(slot, failedScript('SCRIPT_FAILED', `the script was broken off: ${reason}`));
    void slot.worker.terminate();
    if (!slot.isReady) this.#failedStarts += 1;
    if (this.#failedStarts >= FAILED_STARTS_MAX) {
      this.#failedStarts = 0;
      const failure = failedScript('SCRIPT_FAILED', `no worker for scripts starts: ${reason}`);
      for (const script of this.#queue.splice(0)) settle(script, () => script.resolve(failure));
    }
    this.#dispatch();
  }
}

function settle(script: PendingScript, how: () => void): void {
  script.signal?.removeEventListener('abort', script.onAbort);
  how();
}

/** Fails an outcome that writes what may be no variable. */
function withVariableNames(outcome: ScriptOutcome): ScriptOutcome {
  if (outcome.outcome === 'failed') return outcome;
  const wrong = Object.keys(outcome.writes).find((name) => !isVariableName(name));
  if (wrong === undefined) return outcome;
  const failure = failedScript('SCRIPT_FAILED', `${wrong.slice(0, SHOWN_NAME_MAX)} is no name of a variable`);
  return { ...failure, log: outcome.log, logTruncated: outcome.logTruncated };
}
