// JavaScript for processes: checked in the main thread, run in worker threads.
import { compileInterpreter } from './quickjs-module.ts';
import { type ScriptLimits, scriptLimits } from './script-limits.ts';
import { ScriptPool } from './script-pool.ts';
import type { ScriptOutcome, ScriptRequest } from './script-request.ts';
import { createSyntaxCheck, type SyntaxCheck } from './syntax-check.ts';

export interface ScriptSandboxOptions {
  readonly limits?: Partial<ScriptLimits>;
  /** Whether runs are repeatable; absent: false. See `ScriptPoolOptions.deterministic`. */
  readonly deterministic?: boolean;
}

export interface ScriptSandbox {
  /** Why a source cannot be run; null when it can. Nothing of it runs. For `ExpressionLanguages`. */
  readonly javascriptProblem: SyntaxCheck;
  /** See `ScriptPool.run`. */
  readonly run: (request: ScriptRequest, signal?: AbortSignal) => Promise<ScriptOutcome>;
  readonly close: () => Promise<void>;
}

/** Makes a sandbox, whose workers are started when the first script comes. */
export async function createScriptSandbox(options: ScriptSandboxOptions = {}): Promise<ScriptSandbox> {
  const limits = scriptLimits(options.limits);
  const interpreter = compileInterpreter();
  const javascriptProblem = await createSyntaxCheck(interpreter, limits.sourceBytes);
  const pool = new ScriptPool({ limits, interpreter, deterministic: options.deterministic ?? false });
  return { javascriptProblem, run: (request, signal) => pool.run(request, signal), close: () => pool.close() };
}
