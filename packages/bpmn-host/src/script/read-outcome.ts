// Reads what the sandbox answers of a script. It is the script's word: every part of it is checked before anybody uses it.
// Runs in the workers, which load nothing of the core.
import type { Value, Variables } from '@keelson/bpmn-core';
import type { ScriptLimits } from './script-limits.ts';
import { failedScript, type ScriptOutcome, scriptLimitExceeded } from './script-request.ts';

/** Name of the script in the interpreter's stack traces. */
export const SCRIPT_NAME = 'script';

const MIB = 1024 * 1024;

export function memoryExceeded(memoryBytes: number): ScriptOutcome {
  return scriptLimitExceeded('script.memory-mib', memoryBytes / MIB);
}

type Log = Pick<ScriptOutcome, 'log' | 'logTruncated'>;
type Fields = Readonly<Record<string, unknown>>;

export function readLog(text: string): Log {
  return logOf(JSON.parse(text) as Fields);
}

export function readOutcome(text: string, limits: ScriptLimits): ScriptOutcome {
  const fields = JSON.parse(text) as Fields;
  return { ...endingOf(fields, limits), ...logOf(fields), ...readOf(fields) };
}

function logOf({ log, logTruncated }: Fields): Log {
  if (!Array.isArray(log) || !log.every((line) => typeof line === 'string')) return { log: [], logTruncated: true };
  return { log, logTruncated: logTruncated === true };
}

function readOf({ read }: Fields): Pick<ScriptOutcome, 'read'> {
  if (!Array.isArray(read) || read.length === 0) return {};
  return { read: read.filter((name) => typeof name === 'string') };
}

function endingOf(fields: Fields, limits: ScriptLimits): ScriptOutcome {
  const writes = fields.writes ?? {};
  const problem = valueProblem(fields.value ?? null, limits) ?? writesProblem(writes, limits);
  if (problem !== null) return failedScript('SCRIPT_FAILED', problem);
  const common = { writes: writes as Variables, log: [], logTruncated: false };
  switch (fields.outcome) {
    case 'done':
      return { outcome: 'done', value: (fields.value ?? null) as Value, ...common };
    case 'error':
      return { outcome: 'error', errorCode: String(fields.errorCode), message: textOrNull(fields.message), ...common };
    case 'escalation':
      return { outcome: 'escalation', escalationCode: String(fields.escalationCode), ...common };
    default:
      return failureOf(fields, limits);
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function failureOf({ thrown, limit }: Fields, limits: ScriptLimits): ScriptOutcome {
  const { message, stack } = (thrown ?? {}) as Fields;
  const said = textOrNull(message) ?? 'the script failed';
  if (said === 'InternalError: out of memory') return memoryExceeded(limits.memoryBytes);
  if (limit === true) return failedScript('SCRIPT_LIMIT', said.replace(/^RangeError: /, ''));
  return failedScript('SCRIPT_FAILED', said + placeOf(textOrNull(stack) ?? ''));
}

/** Answers the innermost line of the script itself that a stack trace names. */
function placeOf(stack: string): string {
  const place = /\bscript:(\d{1,7})/.exec(stack);
  return place === null ? '' : ` (line ${place[1]})`;
}

function writesProblem(writes: unknown, limits: ScriptLimits): string | null {
  if (typeof writes !== 'object' || writes === null || Array.isArray(writes)) return 'the script names no variables';
  for (const value of Object.values(writes)) {
    const problem = valueProblem(value, limits);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Says why a value is none of a variable; the prelude has refused such values already, and this holds even if a script could get at the
 * prelude.
 */
function valueProblem(value: unknown, limits: ScriptLimits, depth = 1): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${value} is no JSON value`;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > limits.valueDepth) return `a value is nested deeper than ${limits.valueDepth}`;
  for (const part of Object.values(value)) {
    const problem = valueProblem(part, limits, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}
