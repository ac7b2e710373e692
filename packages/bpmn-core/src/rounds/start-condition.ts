// Says whether a start event's condition holds for variables that no instance has yet.
import type { Failure } from '../contract/failure.ts';
import type { Host } from '../contract/host.ts';
import type { InstanceFacts } from '../contract/instance-state.ts';
import type { Answer, Question } from '../contract/result.ts';
import { beginData } from '../data/data.ts';
import { evaluateConditionIn } from '../data/evaluation.ts';
import { openBurst } from '../instance/open-burst.ts';
import { setVariables } from '../instance/scope.ts';
import { StepFailure, StepQuestion } from '../instance/step-failure.ts';
import type { ProcessModel } from '../model/process-model.ts';
import type { Variables } from '../values/values.ts';

export interface StartConditionInput {
  /** Start event of the condition, and the trigger's index in it. */
  readonly start: { readonly elementId: string; readonly index: number };
  /** Facts that an instance would have that begins now. */
  readonly facts: InstanceFacts;
  readonly variables: Variables;
  readonly actor: string | null;
  readonly host: Host;
  /** Answers to all questions that earlier calls with the same input asked, in their order. */
  readonly answers: readonly Answer[];
}

export type StartConditionResult =
  | { readonly outcome: 'evaluated'; readonly holds: boolean }
  | { readonly outcome: 'failed'; readonly failure: Failure }
  | { readonly outcome: 'asks'; readonly question: Question };

/** Evaluates the condition of a start event; an unknown variable makes it false, as in an instance. */
export function startCondition(
  model: ProcessModel,
  { start, facts, variables, actor, host, answers }: StartConditionInput,
): StartConditionResult {
  const node = model.nodes.find(({ id }) => id === start.elementId);
  const trigger = node?.event?.triggers[start.index];
  if (node === undefined || trigger?.kind !== 'conditional')
    throw new Error(`${start.elementId} has no such condition`);
  const circumstances = { model, host, answers, isTimeUp: null, incidents: new Map() };
  const burst = openBurst({ ...circumstances, at: facts.startedAt, actor }, facts, null);
  setVariables(burst, burst.root, variables);
  try {
    beginData(burst, burst.root, model.scopes[0]!.data, node);
    return { outcome: 'evaluated', holds: evaluateConditionIn(burst, trigger.condition, burst.root, node) };
  } catch (error) {
    if (error instanceof StepQuestion) return { outcome: 'asks', question: error.question };
    if (!(error instanceof StepFailure)) throw error;
    return error.missing ? { outcome: 'evaluated', holds: false } : { outcome: 'failed', failure: error.failure };
  }
}
