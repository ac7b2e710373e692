// Small deployments for tests of the simulator, from models that are built in code.
import {
  BARE_HOST,
  compileExpression,
  type Expression,
  type Value,
  type Variables,
  type WorkResult,
} from '@keelson/bpmn-core';
import { type ProcessDraft, processModel } from '../../../../bpmn-core/src/testing/model-builder.ts';
import { createCalendar } from '../../calendar/calendar.ts';
import type { ScriptOutcome, ScriptRequest } from '../../script/script-request.ts';
import { type RunResult, runSimulation } from '../run.ts';
import { readSteps } from '../step-schema.ts';
import type { SimulatedDefinition } from '../world/simulation-types.ts';

/** Begin of the virtual clock: 2025-01-01T00:00:00Z. */
export const BEGIN = Date.UTC(2025, 0, 1);

export function definition(key: string, draft: ProcessDraft, versionTag: string | null = null): SimulatedDefinition {
  return { key, versionTag, model: { ...processModel(draft), key } };
}

/** Draws flows from each element to the next. */
export const chain = (...ids: string[]) => ids.slice(1).map((id, index) => [ids[index]!, id] as const);

export function uel(text: string): Expression {
  const compiled = compileExpression(text);
  if ('problem' in compiled) throw new Error(compiled.problem);
  return compiled;
}

export const twoTasks = definition('two', {
  nodes: { s: 'startEvent', a: 'userTask', b: 'userTask', e: 'endEvent' },
  flows: chain('s', 'a', 'b', 'e'),
});

export interface RunDraft {
  readonly definitions: readonly SimulatedDefinition[];
  /** Key of the process to start; absent means the first, null means none. */
  readonly key?: string | null;
  readonly element?: string;
  readonly businessKey?: string;
  readonly variables?: Variables;
  readonly advance?: string;
  readonly steps?: readonly Readonly<Record<string, Value>>[];
  readonly runScript?: (request: ScriptRequest) => Promise<ScriptOutcome>;
  readonly decide?: (key: string, variables: Variables) => WorkResult | null;
}

export function run(draft: RunDraft): Promise<RunResult> {
  const { definitions, key, element, businessKey, variables, advance, steps, runScript, decide } = draft;
  return runSimulation({
    definitions,
    outside: {
      host: { ...BARE_HOST, calendar: createCalendar() },
      runScript: runScript ?? (() => Promise.reject(new Error('there are no scripts here'))),
      decide: decide ?? (() => null),
    },
    at: BEGIN,
    key: key === undefined ? definitions[0]!.key : key,
    element: element ?? null,
    businessKey: businessKey ?? null,
    variables: variables ?? {},
    advance: advance ?? null,
    steps: readSteps(JSON.stringify(steps ?? [])),
  });
}

const SIGNS: Readonly<Record<string, string>> = {
  STARTED: '(',
  ENDED: ')',
  ENTERED: '+',
  COMPLETED: '-',
  CANCELLED: '!',
};

/** `1+a` entered, `1-a` completed, `1!a` cancelled, `1(` begun, `1)COMPLETED` ended, everything else by its kind. */
export function linesOf({ trace }: RunResult, withTimes = false): string[] {
  return trace.flatMap(({ at, kind, instance, elementId, detail }) => {
    if (kind === 'VARIABLE') return [];
    const time = withTimes ? `${at.slice(11, 16)} ` : '';
    const sign = SIGNS[kind] ?? ` ${kind} `;
    const what = kind === 'ENDED' ? detail : kind === 'FAILED' ? `${elementId} ${detail}` : (elementId ?? '');
    return `${time}${instance ?? '-'}${sign}${what}`;
  });
}

/** Writes how each instance stands: `1 ENDED COMPLETED`, or what it waits for. */
export function standing({ instances }: RunResult): string[] {
  return instances.map(({ instance, state, endState, errorCode, waits }) => {
    if (state === 'ENDED') return `${instance} ${endState}${errorCode === null ? '' : ` ${errorCode}`}`;
    return `${instance} ${state}: ${waits.map(({ elementId, kind }) => `${elementId} ${kind}`).join(', ')}`;
  });
}
