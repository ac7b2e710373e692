// Keeps the actions that models call by name, and makes of what they answer a result of the engine's.
import type { NativeCallParameters } from '@keelson/bpmn-rules';
import { failureSentence } from '../../../../kernel/http/answer/envelope.ts';
import { type ArgumentProblem, ServiceError } from '../../../../kernel/request/errors.ts';
import type { InlineOrder } from '../burst/burst.ts';
import {
  callFailed,
  callIncident,
  isPassing,
  type JobOutcome,
  type WorkOutcome,
  workDone,
} from '../burst/work-outcome.ts';
import type { ActionCall, ActionDefinition } from './action.types.ts';

const PROBLEMS_MAX = 5;

/** What actions of the engine's own are given besides. */
export interface OwnCall extends ActionCall, Pick<InlineOrder, 'live' | 'order'> {
  /** Id of the job, one of a kind for each call, however often it is tried. */
  readonly jobId: string;
}

interface NamedWork<Outcome> extends NativeCallParameters {
  readonly name: string;
  readonly authority: string | null;
  work(call: OwnCall): Promise<Outcome>;
}

/** An action as the engine does it: within the burst, or by a job alone, after the commit that ordered it. */
export type Action =
  | (NamedWork<WorkOutcome> & { readonly byJob: false })
  | (NamedWork<JobOutcome> & { readonly byJob: true });

export function createActions(own: readonly Action[]) {
  const actions = new Map(own.map((action) => [action.name, action]));
  return {
    /** Registers an action; throws for a name that is taken. */
    register(definition: ActionDefinition): void {
      const { name } = definition;
      if (actions.has(name)) throw new Error(`the action ${name} is registered twice`);
      actions.set(name, toAction(definition));
    },
    find: (name: string): Action | null => actions.get(name) ?? null,
    /** Lists the parameters of each action, as plain data. */
    parameters: (): ReadonlyMap<string, NativeCallParameters> =>
      new Map([...actions].map(([name, { required, optional }]) => [name, { required, optional }])),
  };
}

export type Actions = ReturnType<typeof createActions>;

function toAction(definition: ActionDefinition): Action {
  const { name, required, optional, authority } = definition;
  const named = { name, required, optional, authority };
  switch (definition.kind) {
    case 'read':
      return { ...named, byJob: false, work: withReason(async (call) => workDone(await definition.read(call))) };
    case 'prepare':
      return { ...named, byJob: false, work: withReason((call) => prepared(definition, call)) };
    case 'job':
      return { ...named, byJob: true, work: withReason(async (call) => workDone(await definition.run(call))) };
    case 'order':
      return { ...named, byJob: true, work: withReason((call) => ordered(definition, call)) };
  }
}

type Given = Omit<OwnCall, 'live' | 'order'>;

/** Turns a refusal that the work throws into a failure of the call; what passes by itself, and what is a bug, stays thrown. */
function withReason<Outcome>(
  work: (call: Given) => Promise<Outcome>,
): (call: OwnCall) => Promise<Outcome | WorkOutcome> {
  return async ({ live: _, order: __, ...call }) => {
    try {
      return await work(call);
    } catch (error) {
      if (!(error instanceof ServiceError) || isPassing(error)) throw error;
      const message = `${error.code}: ${failureSentence(error.code, error.options, 'en')}${problemsOf(error)}`;
      return error.code === 'ACCESS_DENIED' ? callIncident(message) : callFailed(message);
    }
  };
}

async function prepared(definition: Extract<ActionDefinition, { kind: 'prepare' }>, call: Given): Promise<WorkOutcome> {
  const { value, add } = await definition.prepare(call);
  return { outcome: 'prepared', value, add };
}

async function ordered(definition: Extract<ActionDefinition, { kind: 'order' }>, call: Given): Promise<JobOutcome> {
  await definition.order(call);
  return { outcome: 'ordered' };
}

/** Writes the wrong parameters for an incident, as many as somebody reads. */
function problemsOf({ options: { errorArguments = [] } }: ServiceError): string {
  const sentences = (errorArguments as readonly Partial<ArgumentProblem>[]).flatMap(({ field, message }) =>
    field === undefined || message === undefined ? [] : [` ${field}: ${message}`],
  );
  return sentences.slice(0, PROBLEMS_MAX).join('');
}
