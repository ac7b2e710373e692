// Starts an instance: one step from its definition, one flush that proves the definition still stands.
import { type InstanceFacts, step, type Variables } from '@keelson/bpmn-core';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Definition } from './definitions/definition.types.ts';
import type { DefinitionCache, Eventually } from './definitions/definition-cache.ts';
import type { CommitFlush, Reply } from './flush/commit-flush.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { failCommand } from './state/fail-command.ts';
import type { LoopBudget } from './state/loop-budget.ts';

/** Each repeat means that a deployment or suspension was committed between look-up and flush. */
const CATALOGUE_ATTEMPTS_MAX = 20;

export interface ProcessStart<T> extends Reply<T> {
  /** Answers the definition to use, or the refusal; asked again when the catalogue moved. */
  readonly findDefinition: () => Eventually<Definition>;
  readonly facts: Omit<InstanceFacts, 'id' | 'startedAt' | 'processDefinitionId'>;
  readonly variables: Variables;
  readonly actor: string;
}

export function createStartProcess({
  clock,
  ids,
  definitions,
  limits,
  budget,
  flushes,
}: Pick<Kernel, 'clock' | 'ids'> & {
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
  readonly budget: LoopBudget;
  readonly flushes: CommitFlush;
}) {
  /** Answers after the commit. */
  return async function startProcess<T>(start: ProcessStart<T>): Promise<T> {
    const { actor, variables } = start;
    let failedBy: string | null = null;
    for (let attempt = 0; attempt < CATALOGUE_ATTEMPTS_MAX; attempt++) {
      const found = start.findDefinition();
      const definition = found instanceof Promise ? await found : found;
      const cached = definitions.compiled(definition.id);
      const compiled = cached instanceof Promise ? await cached : cached;
      const at = clock.now();
      const facts = { ...start.facts, id: ids.uuidV7(), startedAt: at, processDefinitionId: definition.id };
      const host = limits.host(facts.tenantIdentifier);
      const command = { kind: 'start', at, actor, facts, variables } as const;
      const result = budget.run(facts.tenantIdentifier, actor, () => step(compiled.model, null, command, host));
      if (result.outcome === 'done') {
        const { state, history, effects } = result;
        const flush = {
          state,
          revision: 1,
          at,
          actor,
          command: 'start' as const,
          history,
          effects,
          tasksBefore: [],
          catalogueNumber: definition.catalogueNumber,
        };
        const answer = await flushes.commit(flush, compiled, start);
        if (answer !== null) return answer;
      } else if (failedBy === definition.id) return failCommand(result, facts.startElementId);
      // The catalogue has moved, or memory may know an older version than the newest: look it up again.
      failedBy = definition.id;
      definitions.forgetLookUps();
    }
    return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  };
}
