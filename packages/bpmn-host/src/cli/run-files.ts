// The command `run` simulates a run of a process of the files.
import { readFileSync } from 'node:fs';
import { BARE_HOST, type Variables, type WorkResult } from '@keelson/bpmn-core';
import type { ReadDefinition } from '@keelson/bpmn-xml';
import { createCalendar } from '../calendar/calendar.ts';
import { evaluateDecision } from '../dmn/evaluate/evaluate-decision.ts';
import { matchesPattern } from '../regex/regex.ts';
import type { ScriptSandbox } from '../script/script-sandbox.ts';
import { type RunResult, runSimulation } from '../simulate/run.ts';
import { type RunStep, readSteps, StepSyntaxError } from '../simulate/step-schema.ts';
import type { SimulatedDefinition } from '../simulate/world/simulation-types.ts';
import { type RunArguments, UsageError } from './arguments/cli-arguments.ts';
import { withSandbox } from './check.ts';
import type { CliOutput } from './cli-output.ts';
import { counted, errorsOf, problemLines, problemSummary } from './print-problems.ts';
import { runText } from './print-run.ts';
import { type FileDecision, type ReadFiles, readFiles } from './read-files.ts';

const NOTHING_RUN: Omit<RunResult, 'at'> = { instances: [], trace: [], failures: [] };

/** Runs a process of the files; false when they are refused or something in the run failed. */
export async function runFiles(given: RunArguments, { out }: CliOutput): Promise<boolean> {
  const steps = given.steps === null ? [] : openSteps(given.steps);
  return withSandbox(async (sandbox) => {
    const read = readFiles(given.files, { strictness: given.strictness, executor: 'core' }, sandbox);
    if (read.isRefused) {
      const nothing = { at: new Date(given.at).toISOString(), ...NOTHING_RUN };
      out(
        given.json
          ? runJson(read, nothing)
          : [...problemLines(given.quiet ? errorsOf(read) : read.problems), problemSummary(read)].join(''),
      );
      return false;
    }
    const result = await simulate(given, read, steps, sandbox);
    out(given.json ? runJson(read, result) : runText(result, given.quiet) + lastLine(given, read, result));
    return result.failures.length === 0;
  });
}

/** Writes the last line of a run: what failed stands far above in a long one; `check` prints the warnings themselves. */
function lastLine({ quiet }: RunArguments, { problemCount }: ReadFiles, { failures }: RunResult): string {
  const parts = [
    ...(failures.length === 0 ? [] : [`${counted(failures.length, 'failure')} in the run`]),
    ...(problemCount === 0 || quiet ? [] : [`${counted(problemCount, 'warning')} in the files`]),
  ];
  return parts.length === 0 ? '' : `${parts.join(', ')}\n`;
}

function runJson({ problems }: ReadFiles, { at, instances, trace, failures }: RunResult): string {
  return `${JSON.stringify({ problems, at, instances, trace, failures }, null, 2)}\n`;
}

function openSteps(path: string): readonly RunStep[] {
  try {
    return readSteps(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof StepSyntaxError) throw new UsageError(`${path}: ${error.message}`);
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function simulate(
  given: RunArguments,
  read: ReadFiles,
  steps: readonly RunStep[],
  sandbox: ScriptSandbox,
): Promise<RunResult> {
  const definitions = read.definitions.flatMap(simulated);
  return runSimulation({
    definitions,
    outside: {
      host: { ...BARE_HOST, calendar: createCalendar(), matches: matchesPattern },
      runScript: (request) => sandbox.run(request),
      decide: (key, variables, at) => decide(read.decisions, key, variables, at),
    },
    at: given.at,
    key: beginningKey(given, definitions),
    element: given.start,
    businessKey: given.businessKey,
    variables: given.variables,
    advance: given.advance,
    steps,
  });
}

function simulated({ key, versionTag, model }: ReadDefinition): readonly SimulatedDefinition[] {
  return model === null ? [] : [{ key, versionTag, model }];
}

/** Key of the process to begin; null where none can begin without a trigger: then the steps begin something. */
function beginningKey({ key, start }: RunArguments, definitions: readonly SimulatedDefinition[]): string | null {
  const keys = definitions.map((definition) => definition.key);
  if (keys.length === 0) throw new UsageError('the files hold no executable process');
  if (key !== null) {
    if (!keys.includes(key))
      throw new UsageError(`there is no executable process ${key}; there are ${keys.join(', ')}`);
    return checkedStart(key, start, definitions);
  }
  const holds = ({ model }: SimulatedDefinition) => model.nodes.some(({ id }) => id === start);
  const able = definitions.filter((each) => (start === null ? each.model.startNodes.length > 0 : holds(each)));
  if (able.length > 1) throw new UsageError(`give --key: ${able.map((each) => each.key).join(', ')} can begin`);
  if (able.length === 0 && start !== null) throw new UsageError(`there is no element ${start}`);
  return able[0]?.key ?? null;
}

function checkedStart(key: string, start: string | null, definitions: readonly SimulatedDefinition[]): string | null {
  const { model } = definitions.find((definition) => definition.key === key)!;
  if (start !== null && !model.nodes.some(({ id }) => id === start))
    throw new UsageError(`${key} has no element ${start}`);
  return start === null && model.startNodes.length === 0 ? null : key;
}

/** Makes a decision; null where no file holds it. */
function decide(decisions: readonly FileDecision[], key: string, variables: Variables, at: number): WorkResult | null {
  const found = decisions.find((decision) => decision.key === key);
  if (found === undefined) return null;
  const result = evaluateDecision(found.graph, key, variables, { now: at });
  if (result.outcome === 'failed') return { outcome: 'failed', failure: result.failure };
  return { outcome: 'done', value: result.rows, writes: {} };
}
