// Retrieves from a message of somebody outside the correlation keys by which receivers of a process wait (BPMN 2.0.2, 8.4.2).
import type { Host } from '../contract/host.ts';
import type { CorrelationKey, InstanceFacts } from '../contract/instance-state.ts';
import type { Answer, Question } from '../contract/result.ts';
import { keysIn } from '../data/correlation.ts';
import type { Burst } from '../instance/burst.ts';
import { openBurst } from '../instance/open-burst.ts';
import { StepFailure, StepQuestion, ThrownError } from '../instance/step-failure.ts';
import type { MessageTrigger } from '../model/event-model.ts';
import type { FlowNode, ProcessModel } from '../model/process-model.ts';
import type { Variables } from '../values/values.ts';

export interface MessageKeysInput {
  /** Name of the message. */
  readonly name: string;
  readonly payload: Variables;
  /** Facts that an instance would have that begins now. */
  readonly facts: InstanceFacts;
  readonly host: Host;
  /** Answers to all questions that earlier calls with the same input asked, in their order. */
  readonly answers: readonly Answer[];
}

export type MessageKeysResult =
  | { readonly outcome: 'evaluated'; readonly keys: readonly CorrelationKey[] }
  | { readonly outcome: 'asks'; readonly question: Question };

/** Retrieves the keys of a message. One of which it lacks a property, or whose retrieval fails, is left out: nobody can be meant by it. */
export function messageKeys(
  model: ProcessModel,
  { name, payload, facts, host, answers }: MessageKeysInput,
): MessageKeysResult {
  const circumstances = { model, host, answers, isTimeUp: null, incidents: new Map() };
  const burst = openBurst({ ...circumstances, at: facts.startedAt, actor: null }, facts, null);
  try {
    const keys = triggersOf(model, name).flatMap(([node, trigger]) => brought(burst, node, trigger, payload));
    return { outcome: 'evaluated', keys };
  } catch (error) {
    if (error instanceof StepQuestion) return { outcome: 'asks', question: error.question };
    throw error;
  }
}

/** Lists who waits for the message by keys: one for each way in which they are retrieved from it. */
function triggersOf(model: ProcessModel, name: string): readonly (readonly [FlowNode, MessageTrigger])[] {
  const ways = new Map<string, readonly [FlowNode, MessageTrigger]>();
  for (const node of model.nodes) {
    for (const trigger of node.event?.triggers ?? []) {
      if (trigger.kind !== 'message' || trigger.name?.constant !== name) continue;
      const texts = trigger.subscriptionKeys.map((key) => [
        key.name,
        key.properties.map((each) => each.retrieval?.text),
      ]);
      if (texts.length > 0) ways.set(JSON.stringify(texts), [node, trigger]);
    }
  }
  return [...ways.values()];
}

function brought(burst: Burst, node: FlowNode, trigger: MessageTrigger, payload: Variables): readonly CorrelationKey[] {
  return trigger.subscriptionKeys.flatMap((key) => {
    try {
      return keysIn(burst, node, { ...trigger, subscriptionKeys: [key] }, payload);
    } catch (error) {
      if (error instanceof StepFailure || error instanceof ThrownError) return [];
      throw error;
    }
  });
}
