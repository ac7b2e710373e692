// Retrieves the correlation keys of a message from outside, as the models of those who wait for it say.
import { type Answer, type CorrelationKey, messageKeys, type ProcessModel, type Variables } from '@keelson/bpmn-core';
import type { Kernel } from '../../../../kernel/module.ts';
import type { AnswerQuestion } from '../burst/stepper.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { Message } from './message.types.ts';
import type { SubscriptionStore } from './subscription.store.ts';

/** Id of an instance that is not there. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

export type RetrieveKeys = (message: Message, store: SubscriptionStore) => Promise<readonly CorrelationKey[]>;

export function createRetrieveKeys({
  clock,
  definitions,
  limits,
  answerQuestion,
}: Pick<Kernel, 'clock'> & {
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
  readonly answerQuestion: AnswerQuestion;
}): RetrieveKeys {
  async function keysBy(
    model: ProcessModel,
    definitionId: string,
    message: Message,
  ): Promise<readonly CorrelationKey[]> {
    const { tenantIdentifier, name, businessKey, payload } = message;
    const none = { startUserId: null, name: null, startElementId: null, priority: null, dueAt: null };
    const place = { id: NO_ID, tenantIdentifier, processDefinitionId: definitionId, startedAt: clock.now() };
    const facts = { ...none, ...place, businessKey };
    const answers: Answer[] = [];
    for (;;) {
      const result = messageKeys(model, { name, payload, facts, host: limits.host(tenantIdentifier), answers });
      if (result.outcome === 'evaluated') return result.keys;
      answers.push(await answerQuestion(tenantIdentifier, result.question, facts.startedAt));
    }
  }

  /** Retrieves the keys of a message from outside; those that the sender has given by name stay as given. */
  return async function retrieveKeys(message, store) {
    const { tenantIdentifier, name, definitionKey, keys: given, instanceId, payload } = message;
    if (instanceId !== null || isEmpty(payload)) return [];
    const found: CorrelationKey[] = [];
    for (const definitionId of await store.definitionsByKey(tenantIdentifier, name, definitionKey)) {
      const { model } = await definitions.compiled(definitionId);
      found.push(...(await keysBy(model, definitionId, message)));
    }
    return found.filter((key) => !given.some((each) => each.name === key.name));
  };
}

function isEmpty(payload: Variables): boolean {
  return Object.keys(payload).length === 0;
}
