// A script is given this, and that comes of it.
import type { ExecutionFacts, Value, Variables } from '@keelson/bpmn-core';

/** One script is to run. */
export interface ScriptRequest {
  readonly source: string;
  /** The script sees these and nothing else, each as a global of its name. */
  readonly variables: Variables;
  /** Globals that the script assigned or changed are written as variables. */
  readonly autoStoreVariables?: boolean;
  /** The value is false where nobody takes the script's last value: then it need not be JSON. */
  readonly resultWanted?: boolean;
  /** `execution` tells this of itself. */
  readonly execution?: Partial<ExecutionFacts>;
  /** The script's clock begins here: the command's time, epoch milliseconds. */
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

/** A script ended so, and logged this. */
export type ScriptOutcome = Ending & {
  readonly log: readonly string[];
  /** It read these variables as they were given to it, or found them missing; absent where it read none. */
  readonly read?: readonly string[];
  /** It logged more than is kept. */
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
