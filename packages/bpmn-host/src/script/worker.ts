// This thread runs one script after another, each in a context of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { evaluateScript, isSpoiled, OUTCOME_BYTES, type ScriptJob } from './evaluate-script.ts';
import { type Interpreter, type InterpreterCode, loadInterpreter } from './quickjs-module.ts';
import { memoryExceeded } from './read-outcome.ts';
import type { ScriptLimits } from './script-limits.ts';
import { failedScript, type ScriptOutcome } from './script-request.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly interpreter: InterpreterCode;
  readonly limits: ScriptLimits;
}

const { interpreter: code, limits } = workerData as WorkerStart;

// The interpreter asks this thread for time and zone: it is given the script's own, and always UTC.
let clock = Date.now;
Date.now = () => clock();
Date.prototype.getTimezoneOffset = () => 0;

function setClock({ at, seed, countedClock }: ScriptJob): void {
  let isFirst = true;
  let looks = 0;
  const begun = performance.now();
  clock = () => {
    // The first look is the interpreter's: it makes the seed of its random numbers from it.
    if (isFirst) {
      isFirst = false;
      return seed;
    }
    return countedClock ? at + looks++ : at + Math.floor(performance.now() - begun);
  };
}

function run(interpreter: Interpreter, job: ScriptJob): { outcome: ScriptOutcome; isBroken: boolean } {
  setClock(job);
  try {
    const outcome = evaluateScript(interpreter, job, limits);
    return { outcome, isBroken: isSpoiled(interpreter, outcome) };
  } catch (error) {
    return { outcome: breakOf(interpreter, error), isBroken: true };
  }
}

/** Says how the interpreter broke: without memory it may stumble itself. */
function breakOf({ isOutOfMemory }: Interpreter, error: unknown): ScriptOutcome {
  if (isOutOfMemory()) return memoryExceeded(limits.memoryBytes);
  const said = error instanceof Error ? error.message : String(error);
  return failedScript('SCRIPT_FAILED', `the interpreter broke off: ${said}`);
}

const load = (): Promise<Interpreter> => loadInterpreter(code, limits.memoryBytes + OUTCOME_BYTES);
let interpreter = await load();
const port = parentPort!;
port.on('message', async (job: ScriptJob) => {
  const { outcome, isBroken } = run(interpreter, job);
  if (isBroken) interpreter = await load();
  port.postMessage(outcome);
});
port.postMessage('ready');
