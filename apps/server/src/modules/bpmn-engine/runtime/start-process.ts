// Starts an instance: one step from its definition, one flush that proves the definition still stands.
import { type InstanceFacts, step, type Variables } from '@keelson/bpmn-core';
import { fail } from '../../../kernel/request/errors.ts';
import type { Definition } from '../interface/part-id.ts';
import { addFlush, type Flush, liveAfter } from './flush/add-flush.ts';
import { CATALOGUE_CONFLICT } from './flush/flush.store.ts';
import type { AlsoWrite, RuntimeNeeds } from './instance-runtime.ts';
import { failCommand } from './state/fail-command.ts';
import type { LiveInstance } from './state/live-instance.ts';

/** Each repeat means that a deployment or suspension was committed between look-up and flush. */
const CATALOGUE_ATTEMPTS_MAX = 20;

export interface StartInput {
  /** The definition to use, or the refusal; asked again when the catalogue moved. */
  readonly findDefinition: () => Definition | Promise<Definition>;
  readonly facts: Omit<InstanceFacts, 'id' | 'startedAt' | 'processDefinitionId'>;
  readonly variables: Variables;
  readonly actor: string;
  readonly alsoWrite?: AlsoWrite | undefined;
}

/** Answers after the commit. */
export async function startInstance(needs: RuntimeNeeds, input: StartInput): Promise<LiveInstance> {
  const { clock, ids, definitions, limits } = needs;
  let failedBy: string | null = null;
  for (let attempt = 0; attempt < CATALOGUE_ATTEMPTS_MAX; attempt++) {
    const found = input.findDefinition();
    const definition = found instanceof Promise ? await found : found;
    const cached = definitions.compiled(definition.id);
    const compiled = cached instanceof Promise ? await cached : cached;
    const { actor, variables } = input;
    const at = clock.now();
    const facts = { ...input.facts, id: ids.uuidV7(), startedAt: at, processDefinitionId: definition.id };
    const result = step(
      compiled.model,
      null,
      { kind: 'start', at, actor, facts, variables },
      limits.host(facts.tenantIdentifier),
    );
    if (result.outcome === 'done') {
      const flush = { ...result, revision: 1, at, actor, command: 'start' as const, tasksBefore: [] };
      const live = await commitStart(needs, input, definition, liveAfter(flush, compiled), flush);
      if (live !== null) return live;
    } else if (failedBy === definition.id) return failCommand(result, facts.startElementId);
    // The catalogue has moved, or memory may know an older version than the newest: look it up again.
    failedBy = definition.id;
    definitions.forgetLookUps();
  }
  return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}

/** Null when the catalogue moved: nothing was written. */
async function commitStart(
  { groupCommit, writers, memory, limits, onFlush }: RuntimeNeeds,
  { alsoWrite }: StartInput,
  definition: Definition,
  live: LiveInstance,
  flush: Flush,
): Promise<LiveInstance | null> {
  const changes = groupCommit.createChangeSet();
  changes.add(writers.catalogueGuard, [definition.catalogueNumber]);
  const bytes = addFlush(changes, { writers, limits }, live.compiled.model, flush);
  alsoWrite?.(changes, live);
  const outcome = await groupCommit.commit(changes);
  if (!outcome.committed) {
    if (outcome.conflict !== CATALOGUE_CONFLICT) throw new Error(`unexpected conflict ${outcome.conflict}`);
    return null;
  }
  memory.remember(live, bytes);
  onFlush();
  return live;
}
