// Takes the steps of a run one after another, each when everything that followed from the one before has come to rest.
import type { OpenTask, Variables, Wait, WaitKind, WorkResult } from '@keelson/bpmn-core';
import type { Asked } from './instances/stepper.ts';
import type { Simulation } from './simulation.ts';
import type { RunStep } from './step-schema.ts';
import { openWaitsOf } from './summary.ts';
import type { SimulatedInstance } from './world/simulation-types.ts';

/** Thrown where a step fits nothing that is open: the run ends here, for what comes after it would mean something else. */
export class StepNotPossible extends Error {}

/** Takes a step; false where the command failed and was taken back. Throws `StepNotPossible`. */
export async function runStep(simulation: Simulation, step: RunStep): Promise<boolean> {
  const { subject, variables, as } = step;
  switch (step.verb) {
    case 'start':
      return possible(() => simulation.start({ ...startOf(step), key: String(subject), variables, actor: as }));
    case 'signal':
      return simulation.signal(String(subject), variables);
    case 'message':
      return possible(() => simulation.message(String(subject), step.key, variables, step.all));
    case 'advance':
      return simulation.advanceTo(dueAfter(simulation, String(subject)));
    default: {
      const { instance, asked } = commandOf(simulation, step);
      return simulation.command(instance.number, asked, as);
    }
  }
}

function startOf({ element, businessKey }: RunStep): { readonly element?: string; readonly businessKey?: string } {
  return { ...(element === undefined ? {} : { element }), ...(businessKey === undefined ? {} : { businessKey }) };
}

async function possible(act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    throw new StepNotPossible((error as Error).message);
  }
}

/** Answers the time of a due date, which is a duration from now or a date. */
export function dueAfter(simulation: Simulation, text: string): number {
  const { calendar } = simulation.host;
  const firing = calendar.first({ timer: 'date', value: text, endDate: null, at: simulation.now, timeZone: null });
  if ('problem' in firing) throw new StepNotPossible(`the clock cannot advance: ${firing.problem}`);
  return firing.dueAt;
}

interface Addressed {
  readonly instance: SimulatedInstance;
  readonly asked: Asked;
}

function commandOf(simulation: Simulation, step: RunStep): Addressed {
  const { subject, variables } = step;
  const element = String(subject);
  switch (step.verb) {
    case 'complete':
    case 'claim':
      return taskCommand(simulation, step, element);
    case 'trigger':
      return atWait(simulation, step, 'trigger', ({ number: wait }) => ({ kind: 'trigger', wait, variables }));
    case 'work':
      return atWait(simulation, step, 'work', ({ number: wait }) => ({ kind: 'work', wait, result: resultOf(step) }));
    case 'retry':
      return atWait(simulation, step, 'incident', ({ number: wait }) => ({ kind: 'retry-incident', wait, variables }));
    case 'skip':
      return atWait(simulation, step, 'incident', ({ number: wait }) => ({ kind: 'skip-incident', wait, variables }));
    case 'adHoc':
      return adHocCommand(simulation, step, element);
    case 'set':
      return { instance: meant(simulation, step), asked: { kind: 'set-variables', variables: subject as Variables } };
    case 'conditions':
      return {
        instance: meant(simulation, step),
        asked: { kind: 'evaluate-conditions', variables: subject as Variables },
      };
    default:
      return { instance: meant(simulation, step), asked: { kind: 'cancel' } };
  }
}

function taskCommand(simulation: Simulation, step: RunStep, element: string): Addressed {
  const isMeant = ({ definition }: SimulatedInstance, { node }: OpenTask) =>
    definition.model.nodes[node]!.id === element;
  for (const instance of candidates(simulation, step)) {
    const task = instance.state.tasks.find((open) => isMeant(instance, open));
    if (task === undefined) continue;
    const { as, variables } = step;
    if (step.verb === 'claim') {
      if (as === null) throw new StepNotPossible('claim needs "as"');
      return { instance, asked: { kind: 'claim-task', task: task.number, assignee: as } };
    }
    const claimed = as === null ? {} : { claimant: as };
    return { instance, asked: { kind: 'complete-task', task: task.number, variables, ...claimed } };
  }
  throw notOpen(simulation, `no task is open at ${element}`);
}

function adHocCommand(simulation: Simulation, step: RunStep, element: string): Addressed {
  for (const instance of candidates(simulation, step)) {
    const { nodes } = instance.definition.model;
    const open = instance.state.tokens.find(({ node }) => nodes[node]!.id === element && nodes[node]!.adHoc !== null);
    if (open === undefined) continue;
    const { number: token } = open;
    const { begin: elementIds } = step;
    if (elementIds === undefined) return { instance, asked: { kind: 'complete-ad-hoc', token } };
    return { instance, asked: { kind: 'activate-ad-hoc', token, elementIds } };
  }
  throw notOpen(simulation, `${element} is no open ad-hoc sub-process`);
}

function atWait(simulation: Simulation, step: RunStep, kind: WaitKind, ask: (wait: Wait) => Asked): Addressed {
  const element = String(step.subject);
  for (const instance of candidates(simulation, step)) {
    const { nodes } = instance.definition.model;
    const wait = instance.state.waits.find((open) => open.kind === kind && nodes[open.node]!.id === element);
    if (wait !== undefined) return { instance, asked: ask(wait) };
  }
  throw notOpen(simulation, `${element} waits for no ${kind}`);
}

function resultOf({ result, variables, error, escalation, failure }: RunStep): WorkResult {
  if (error !== undefined) {
    return { outcome: 'error', errorCode: error.code, message: error.message, variables: error.variables };
  }
  if (escalation !== undefined) {
    return { outcome: 'escalation', escalationCode: escalation.code, variables: escalation.variables };
  }
  if (failure !== undefined) return { outcome: 'failed', failure: { code: 'CALL_FAILED', message: failure } };
  return { outcome: 'done', value: result, writes: variables };
}

function candidates(simulation: Simulation, { instance }: RunStep): readonly SimulatedInstance[] {
  const active = simulation.world.active();
  if (instance === undefined) return active;
  const meantOne = active.filter(({ number }) => number === instance);
  if (meantOne.length === 0) throw new StepNotPossible(`instance ${instance} is not active`);
  return meantOne;
}

function meant(simulation: Simulation, step: RunStep): SimulatedInstance {
  const [first] = candidates(simulation, step);
  if (first === undefined) throw new StepNotPossible('no instance is active');
  return first;
}

/** Bound of the open waits that a message names; a hundred of the same say no more than the first. */
const WAITS_SHOWN_MAX = 20;

function notOpen(simulation: Simulation, message: string): StepNotPossible {
  const open = simulation.world.active().flatMap(openWaitsOf);
  const shown = open.slice(0, WAITS_SHOWN_MAX).map(({ elementId, kind }) => `${elementId} (${kind})`);
  return new StepNotPossible(`${message}; open: ${shown.length === 0 ? 'nothing' : shown.join(', ')}`);
}
