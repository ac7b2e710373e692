// What a script is given, and what comes of it.
import type { ExecutionFacts, Value, Variables } from '@keelson/bpmn-core';

/** A script to run. */
export interface ScriptRequest {
  readonly source: string;
  /** Variables that the script sees, each as a global of its name; it sees nothing else. */
  readonly variables: Variables;
  /** Whether globals that the script assigned or changed are written as variables. */
  readonly autoStoreVariables?: boolean;
  /** Whether somebody takes the script's last value, which must be JSON then; absent: true. */
  readonly resultWanted?: boolean;
  /** What `execution` shows of itself. */
  readonly execution?: Partial<ExecutionFacts>;
  /** Begin of the script's clock: the command's time in epoch milliseconds. */
  readonly at: number;
}

export type ScriptFailureCode = 'SCRIPT_FAILED' | 'SCRIPT_LIMIT';

type Ending =
  | { readonly outcome: 'done'; readonly value: Value; readonly writes: Variables }
  | { readonly outcome: 'failed'; readonly code: ScriptFailureCode; readonly message: string }
  | {
      readonly outcome: 'error';
      readonly errorCode: string;
      readonly message: string | null;
      readonly writes: Variables;
    }
  | { readonly outcome: 'escalation'; readonly escalationCode: string; readonly writes: Variables };

/** How a script ended, and what it logged. */
export type ScriptOutcome = Ending & {
  readonly log: readonly string[];
  /** Variables that the script read as they were given to it, or found missing; absent where it read none. */
  readonly read?: readonly string[];
  /** Whether the script logged more than is kept. */
  readonly logTruncated: boolean;
};

/** Makes the outcome of a script that ended without having said anything. */
export function failedScript(code: ScriptFailureCode, message: string): ScriptOutcome {
  return { outcome: 'failed', code, message, log: [], logTruncated: false };
}

/** Makes the outcome of a script that exceeded the bound of this name and value. */
export function scriptLimitExceeded(name: string, value: number): ScriptOutcome {
  return failedScript('SCRIPT_LIMIT', limitMessage(name, value));
}

export function limitMessage(name: string, value: number): string {
  return `limit ${name} exceeded: ${value}`;
}
