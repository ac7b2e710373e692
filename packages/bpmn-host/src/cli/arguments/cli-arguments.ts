// Reads the arguments of the command line.
import { parseArgs } from 'node:util';
import { parseInstant, type Variables } from '@keelson/bpmn-core';
import { EXECUTORS, type Executor, STRICTNESSES, type Strictness } from '@keelson/bpmn-rules';
import { readVariables, StepSyntaxError } from '../../simulate/step-schema.ts';

/** Thrown where what was asked for is no command, or names a file that cannot be read. */
export class UsageError extends Error {}

interface CommonArguments {
  readonly files: readonly string[];
  readonly strictness: Strictness;
  readonly json: boolean;
  /** Whether only errors and the result are printed, without warnings and trace. */
  readonly quiet: boolean;
}

export interface CheckArguments extends CommonArguments {
  readonly command: 'check';
  readonly executor: Executor;
  /** Whether it prints how many elements need work, and why, instead of each problem. */
  readonly summary: boolean;
}

export interface RunArguments extends CommonArguments {
  readonly command: 'run';
  readonly key: string | null;
  readonly variables: Variables;
  readonly start: string | null;
  readonly businessKey: string | null;
  readonly advance: string | null;
  /** The name of a file. */
  readonly steps: string | null;
  /** Begin of the virtual clock in epoch milliseconds. */
  readonly at: number;
}

export interface DiffArguments {
  readonly command: 'diff';
  /** Names of the older and the newer file. */
  readonly before: string;
  readonly after: string;
  readonly json: boolean;
  /** Whether it prints only how many elements differ, and not how. */
  readonly quiet: boolean;
}

export type CliArguments = { readonly command: 'help' } | CheckArguments | RunArguments | DiffArguments;

/** The default of the engine's setting `strictness`. */
const DEFAULT_STRICTNESS: Strictness = 'lenient';

/** Begin of the virtual clock, always the same so that a run can be repeated. */
export const DEFAULT_BEGIN = '2025-01-01T00:00:00Z';

const DIFF = {
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

const COMMON = {
  ...DIFF,
  strictness: { type: 'string' },
} as const;

const CHECK = {
  ...COMMON,
  for: { type: 'string' },
  summary: { type: 'boolean' },
} as const;

const RUN = {
  ...COMMON,
  key: { type: 'string' },
  variables: { type: 'string' },
  start: { type: 'string' },
  'business-key': { type: 'string' },
  advance: { type: 'string' },
  steps: { type: 'string' },
  at: { type: 'string' },
} as const;

/** Reads the arguments; throws `UsageError`. `ownExecutor` is meant where `check` does not say for whom. */
export function readArguments(argv: readonly string[], ownExecutor: Executor): CliArguments {
  const [command, ...rest] = argv;
  if (command === undefined) throw new UsageError('there is no command');
  if (command === '--help' || command === '-h' || command === 'help') return { command: 'help' };
  if (command === 'check') return readCheck(rest, ownExecutor);
  if (command === 'run') return readRun(rest);
  if (command === 'diff') return readDiff(rest);
  throw new UsageError(`${command} is no command; there are check, run and diff`);
}

function readCheck(args: string[], ownExecutor: Executor): CliArguments {
  const { values, positionals } = parsed(() => parseArgs({ args, options: CHECK, allowPositionals: true }));
  if (values.help === true) return { command: 'help' };
  const executor = executorOf(values.for ?? ownExecutor);
  return { command: 'check', ...commonOf(values, positionals), executor, summary: values.summary ?? false };
}

function readRun(args: string[]): CliArguments {
  const { values, positionals } = parsed(() => parseArgs({ args, options: RUN, allowPositionals: true }));
  if (values.help === true) return { command: 'help' };
  return {
    command: 'run',
    ...commonOf(values, positionals),
    key: values.key ?? null,
    variables: variablesOf(values.variables ?? '{}'),
    start: values.start ?? null,
    businessKey: values['business-key'] ?? null,
    advance: values.advance ?? null,
    steps: values.steps ?? null,
    at: instantOf(values.at ?? DEFAULT_BEGIN),
  };
}

function readDiff(args: string[]): CliArguments {
  const { values, positionals } = parsed(() => parseArgs({ args, options: DIFF, allowPositionals: true }));
  if (values.help === true) return { command: 'help' };
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0) throw new UsageError('diff takes two files');
  return { command: 'diff', before, after, json: values.json ?? false, quiet: values.quiet ?? false };
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function commonOf(
  values: {
    readonly json?: boolean | undefined;
    readonly quiet?: boolean | undefined;
    readonly strictness?: string | undefined;
  },
  files: readonly string[],
): CommonArguments {
  if (files.length === 0) throw new UsageError('no file is given');
  const strictness = strictnessOf(values.strictness ?? DEFAULT_STRICTNESS);
  return { files, strictness, json: values.json ?? false, quiet: values.quiet ?? false };
}

function executorOf(text: string): Executor {
  const executor = EXECUTORS.find((each) => each === text.toLowerCase());
  if (executor === undefined) throw new UsageError(`--for takes SERVER or CORE, not ${text}`);
  return executor;
}

function strictnessOf(text: string): Strictness {
  const strictness = STRICTNESSES.find((each) => each === text.toLowerCase());
  if (strictness === undefined) throw new UsageError(`--strictness takes STRICT, SPEC or LENIENT, not ${text}`);
  return strictness;
}

function variablesOf(text: string): Variables {
  try {
    return readVariables(JSON.parse(text), '--variables');
  } catch (error) {
    if (error instanceof StepSyntaxError) throw new UsageError(error.message);
    throw new UsageError(`--variables is no JSON: ${(error as Error).message}`);
  }
}

function instantOf(text: string): number {
  const instant = parseInstant(text);
  if (instant === null) throw new UsageError(`--at takes a date like ${DEFAULT_BEGIN}, not ${text}`);
  return instant;
}
