// One run goes from the start of an instance over all its steps to how everything stands at the end.
import type { Variables } from '@keelson/bpmn-core';
import { dueAfter, runStep, StepNotPossible } from './run-steps.ts';
import { Simulation } from './simulation.ts';
import type { RunStep } from './step-schema.ts';
import { summaryOf } from './summary.ts';
import type { InstanceSummary, SimulationFailure, SimulationInput, TraceEntry } from './world/simulation-types.ts';

export interface RunInput extends SimulationInput {
  /** Key of the process that begins; null: steps alone begin something. */
  readonly key: string | null;
  readonly element: string | null;
  readonly businessKey: string | null;
  readonly variables: Variables;
  /** Duration or date by which the clock moves after the start, before the steps. */
  readonly advance: string | null;
  readonly steps: readonly RunStep[];
}

export interface RunResult {
  /** Virtual time as ISO 8601. */
  readonly at: string;
  readonly instances: readonly InstanceSummary[];
  readonly trace: readonly TraceEntry[];
  readonly failures: readonly SimulationFailure[];
}

export async function runSimulation(input: RunInput): Promise<RunResult> {
  const simulation = new Simulation(input);
  try {
    await begin(simulation, input);
    for (const [index, step] of input.steps.entries())
      await named(`step ${index + 1}`, () => runStep(simulation, step));
  } catch (error) {
    if (!(error instanceof StepNotPossible)) throw error;
    const at = new Date(simulation.now).toISOString();
    const failure = { at, instance: null, code: 'STEP_NOT_POSSIBLE', elementId: null, message: error.message } as const;
    simulation.failures.push(failure);
  }
  return {
    at: new Date(simulation.now).toISOString(),
    instances: [...simulation.world.instances.values()].map(summaryOf),
    trace: simulation.world.trace,
    failures: simulation.failures,
  };
}

async function begin(simulation: Simulation, input: RunInput): Promise<void> {
  const { key, element, businessKey, variables, advance } = input;
  if (key !== null) {
    const chosen = { ...(element === null ? {} : { element }), ...(businessKey === null ? {} : { businessKey }) };
    await simulation.start({ key, variables, actor: null, ...chosen });
  }
  if (advance !== null) await named('advance', () => simulation.advanceTo(dueAfter(simulation, advance)));
}

async function named(what: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof StepNotPossible) throw new StepNotPossible(`${what}: ${error.message}`);
    throw error;
  }
}
