// Sandboxes for tests: closed when the test file ends.
import type { Value, Variables } from '@keelson/bpmn-core';
import { afterAll } from 'vitest';
import type { ScriptOutcome, ScriptRequest } from '../script-request.ts';
import { createScriptSandbox, type ScriptSandbox, type ScriptSandboxOptions } from '../script-sandbox.ts';

/** Opens a sandbox; to be called at the top of a test file. */
export function openSandbox(options: ScriptSandboxOptions = {}): Promise<ScriptSandbox> {
  const sandbox = createScriptSandbox(options);
  afterAll(async () => (await sandbox).close());
  return sandbox;
}

export type Runner = (source: string, variables?: Variables, more?: Partial<ScriptRequest>) => Promise<ScriptOutcome>;

export function runnerOf(sandbox: Promise<ScriptSandbox>): Runner {
  return async (source, variables = {}, more = {}) => (await sandbox).run({ source, variables, at: 1_000, ...more });
}

/** Result of a script; throws where it did not come to its end. */
export function resultOf(outcome: ScriptOutcome): Value {
  if (outcome.outcome !== 'done') throw new Error(`the script ended with ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** Answers code and message of a script that failed. */
export function failureOf(outcome: ScriptOutcome): string {
  if (outcome.outcome !== 'failed') throw new Error(`the script ended with ${JSON.stringify(outcome)}`);
  return `${outcome.code}: ${outcome.message}`;
}
