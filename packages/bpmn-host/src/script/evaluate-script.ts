// Runs one script in a fresh context of the interpreter, to its end or to the first bound that it exceeds.
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { PRELUDE } from './prelude.ts';
import type { Interpreter } from './quickjs-module.ts';
import { memoryExceeded, readLog, readOutcome, SCRIPT_NAME } from './read-outcome.ts';
import type { ScriptLimits } from './script-limits.ts';
import { failedScript, type ScriptOutcome, scriptLimitExceeded } from './script-request.ts';

/** What a worker gets of a request; everything that the prelude reads is in `input`. */
export interface ScriptJob {
  readonly source: string;
  /** Input as JSON text. */
  readonly input: string;
  readonly at: number;
  /** Seed of the random numbers of the script. */
  readonly seed: number;
  /** Whether each look at the clock moves it on by a millisecond, whatever time has passed. */
  readonly countedClock: boolean;
}

/**
 * Stack of the interpreter. More needs more of the thread's: 256 KiB of it take at most 4 MiB there, whatever recurses (calls, parser,
 * JSON, regular expressions), so that its own check comes before that of the thread.
 */
const STACK_BYTES = 256 * 1024;

/** Memory beyond its own that a script which used that up gets to write what it left behind. */
export const OUTCOME_BYTES = 8 * 1024 * 1024;
const OUTCOME_MS = 250;

/** Pending jobs run at a time, between two looks at the clock. */
const JOBS_AT_ONCE = 1_000;

class Sandbox {
  readonly interpreter: Interpreter;
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly limits: ScriptLimits;
  /** Deadline, on the clock of `performance.now()`. */
  deadline: number;
  expired = false;

  constructor(interpreter: Interpreter, limits: ScriptLimits) {
    this.interpreter = interpreter;
    this.limits = limits;
    this.runtime = interpreter.quickjs.newRuntime({
      memoryLimitBytes: limits.memoryBytes,
      maxStackSizeBytes: STACK_BYTES,
    });
    this.context = this.runtime.newContext();
    this.deadline = performance.now() + limits.timeMs;
    this.runtime.setInterruptHandler(() => {
      this.expired ||= performance.now() > this.deadline;
      return this.expired;
    });
  }

  /** Gives the script more time and memory to write what happened, whatever bound it exceeded. */
  extend(): void {
    this.runtime.setMemoryLimit(this.limits.memoryBytes + OUTCOME_BYTES);
    this.deadline = performance.now() + OUTCOME_MS;
    this.expired = false;
  }

  dispose(): void {
    this.context.dispose();
    this.runtime.dispose();
  }
}

/**
 * Evaluates a script; throws only where the interpreter itself breaks. After that, and where it is spoiled, the instance must not be used
 * again: what the script left is not taken apart, which could take long, and fails without memory.
 */
export function evaluateScript(interpreter: Interpreter, job: ScriptJob, limits: ScriptLimits): ScriptOutcome {
  const sandbox = new Sandbox(interpreter, limits);
  const outcome = outcomeIn(sandbox, job);
  if (!isSpoiled(interpreter, outcome)) sandbox.dispose();
  if (isLimit(outcome) || !interpreter.isOutOfMemory()) return outcome;
  // Whatever it made of that: a job of it may have ended unheard.
  const { log, logTruncated } = outcome;
  return { ...memoryExceeded(limits.memoryBytes), log, logTruncated };
}

function isLimit(outcome: ScriptOutcome): boolean {
  return outcome.outcome === 'failed' && outcome.code === 'SCRIPT_LIMIT';
}

export function isSpoiled({ isOutOfMemory }: Interpreter, outcome: ScriptOutcome): boolean {
  return isLimit(outcome) || isOutOfMemory();
}

function outcomeIn(sandbox: Sandbox, { source, input }: ScriptJob): ScriptOutcome {
  const leave = enterPrelude(sandbox.context, input);
  if (leave === null) return exceeded(sandbox, null);
  const result = sandbox.context.evalCode(source, SCRIPT_NAME, { type: 'global' });
  const isRun = result.error !== undefined || runPending(sandbox);
  const outcome = isRun ? settled(sandbox, leave, result) : exceeded(sandbox, leave);
  leave.dispose();
  return outcome;
}

/** Enters the prelude with the input; null where the variables alone exceed a bound. */
function enterPrelude(context: QuickJSContext, input: string): QuickJSHandle | null {
  const prelude = context.evalCode(PRELUDE, 'prelude');
  if (prelude.error !== undefined) return null;
  const text = context.newString(input);
  const entered = context.callFunction(prelude.value, context.undefined, text);
  text.dispose();
  prelude.value.dispose();
  return entered.error === undefined ? entered.value : null;
}

/** Runs the pending jobs; false when time or memory ended before they did. */
function runPending(sandbox: Sandbox): boolean {
  for (;;) {
    const ran = sandbox.runtime.executePendingJobs(JOBS_AT_ONCE);
    if (ran.error !== undefined) {
      // What a job throws is a rejected promise by then; an error here is the interpreter's own stop.
      ran.error.dispose();
      return false;
    }
    if (sandbox.expired || performance.now() > sandbox.deadline) return false;
    if (ran.value < JOBS_AT_ONCE) return true;
  }
}

/** Answers the value of a script; of a promise the one that it is fulfilled with, now that all that it may wait for has run. */
function settled(
  sandbox: Sandbox,
  leave: QuickJSHandle,
  result: ReturnType<QuickJSContext['evalCode']>,
): ScriptOutcome {
  if (result.error !== undefined) return ended(sandbox, leave, 'error', result.error);
  const { value } = result;
  if (sandbox.context.typeof(value) !== 'object') return ended(sandbox, leave, 'value', value);
  const state = sandbox.context.getPromiseState(value);
  if (state.type === 'pending') {
    value.dispose();
    const log = logOf(sandbox, leave);
    return { ...failedScript('SCRIPT_FAILED', 'the script gives a promise that nothing will ever fulfil'), ...log };
  }
  if (state.type === 'rejected') {
    value.dispose();
    return ended(sandbox, leave, 'error', state.error);
  }
  if (state.notAPromise !== true) value.dispose();
  return ended(sandbox, leave, 'value', state.value);
}

function ended(sandbox: Sandbox, leave: QuickJSHandle, how: 'value' | 'error', value: QuickJSHandle): ScriptOutcome {
  if (sandbox.expired) return exceeded(sandbox, leave);
  if (how === 'error') {
    sandbox.extend();
    if (isMemoryUsedUp(sandbox, value)) {
      value.dispose();
      return exceeded(sandbox, leave);
    }
  }
  const left = callLeave(sandbox.context, leave, how, value);
  value.dispose();
  if (typeof left === 'string') return readOutcome(left, sandbox.limits);
  // Getters and the like of the value are the script's: what they throw, the script has thrown.
  if (how === 'value') return ended(sandbox, leave, 'error', left);
  left.dispose();
  return sandbox.expired
    ? exceeded(sandbox, null)
    : failedScript('SCRIPT_FAILED', 'the script broke the function that reads its outcome');
}

/** Whether memory is used up: the interpreter throws null where not even an error can be made any more. */
function isMemoryUsedUp({ context, interpreter }: Sandbox, thrown: QuickJSHandle): boolean {
  return context.eq(thrown, context.null) && interpreter.isOutOfMemory();
}

/** Reads what the prelude answers, or what it threw. */
function callLeave(
  context: QuickJSContext,
  leave: QuickJSHandle,
  how: string,
  value: QuickJSHandle,
): string | QuickJSHandle {
  const kind = context.newString(how);
  const left = context.callFunction(leave, context.undefined, kind, value);
  kind.dispose();
  if (left.error !== undefined) return left.error;
  const text = context.getString(left.value);
  left.value.dispose();
  return text;
}

function exceeded(sandbox: Sandbox, leave: QuickJSHandle | null): ScriptOutcome {
  const { timeMs, memoryBytes } = sandbox.limits;
  const isLate = sandbox.expired || performance.now() > sandbox.deadline;
  const limit = isLate ? scriptLimitExceeded('script.time-ms', timeMs) : memoryExceeded(memoryBytes);
  return leave === null ? limit : { ...limit, ...logOf(sandbox, leave) };
}

function logOf(sandbox: Sandbox, leave: QuickJSHandle): Pick<ScriptOutcome, 'log' | 'logTruncated'> {
  sandbox.extend();
  const left = callLeave(sandbox.context, leave, 'stopped', sandbox.context.undefined);
  if (typeof left === 'string') return readLog(left);
  left.dispose();
  return { log: [], logTruncated: true };
}
