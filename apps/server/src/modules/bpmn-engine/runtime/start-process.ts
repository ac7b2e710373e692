// Starts an instance: a burst from its definition, one commit that proves the definition still stands.
import type { InstanceFacts, Variables } from '@keelson/bpmn-core';
import type { Transaction } from '../../../kernel/database/database.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { type Burst, type BurstGround, type FailurePolicy, openBurst } from './burst/burst.ts';
import type { OpenBursts } from './burst/open-bursts.ts';
import { settle } from './burst/settle.ts';
import { startPart } from './burst/take-step.ts';
import { loadLocked } from './command-burst.ts';
import { lockCatalogue } from './definitions/definition.store.ts';
import type { CompiledDefinition, Definition } from './definitions/definition.types.ts';
import type { Eventually } from './definitions/definition-cache.ts';
import type { CommitFlush, Reply } from './flush/commit-flush.ts';
import type { Filled } from './forms/form-filling.ts';
import { BurstFailure } from './state/burst-failure.ts';

/** Bound of the attempts; each repeat means that a deployment or suspension came between look-up and flush. */
const CATALOGUE_ATTEMPTS_MAX = 20;

export interface ProcessStart<T> extends Reply<T> {
  /** Finds the definition to use, or throws the refusal; asked again when the catalogue moved. */
  readonly findDefinition: () => Eventually<Definition>;
  readonly facts: Omit<InstanceFacts, 'id' | 'startedAt' | 'processDefinitionId'>;
  readonly variables: Variables;
  readonly actor: string | null;
  /** What a failure leaves behind; absent or null: what the model says. */
  readonly onFailure?: FailurePolicy | null;
  /** Fills the form of the start in; ends the request where that refuses what is given. */
  readonly fillForm?: (compiled: CompiledDefinition) => Filled;
  /** Index of the trigger that has come, of the start event in the facts; absent for a plain start. */
  readonly trigger?: number;
  /** Adds rows that belong to the start itself, as the job that it is. */
  readonly accompany?: (burst: Burst) => void;
}

export function createStartProcess({
  ground,
  flushes,
  bursts,
}: {
  readonly ground: BurstGround;
  readonly flushes: CommitFlush;
  readonly bursts: OpenBursts;
}) {
  const { definitions, memory } = ground;

  /** Tries a start; throws `BurstFailure`. */
  async function attempt<T>(start: ProcessStart<T>, definition: Definition): Promise<{ readonly answer: T } | null> {
    const { burst, main } = await begin(ground, start, definition, memory.load);
    if (burst.tasks.length > 0 || burst.running.size > 0) await bursts.during(burst, () => settle(burst));
    start.accompany?.(burst);
    const committed = await flushes.commit(burst, main, start);
    bursts.ended(burst, committed !== null);
    return committed;
  }

  /** Starts an instance and answers after the commit; throws `BurstFailure`. */
  return async function startProcess<T>(start: ProcessStart<T>): Promise<T> {
    let failedBy: string | null = null;
    for (let attempts = 0; attempts < CATALOGUE_ATTEMPTS_MAX; attempts++) {
      const found = start.findDefinition();
      const definition = found instanceof Promise ? await found : found;
      try {
        const committed = await attempt(start, definition);
        if (committed !== null) return committed.answer;
      } catch (error) {
        if (!isOfDefinition(error) || failedBy === definition.id) throw error;
        failedBy = definition.id;
      }
      // The catalogue has moved, or memory may know an older version than the newest: look it up again.
      definitions.forgetLookUps();
    }
    return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  };
}

/** Whether a failure is of the version: another one could have gone on, or have another form. */
function isOfDefinition(error: unknown): boolean {
  return error instanceof BurstFailure || (error instanceof ServiceError && error.code === 'FORM_INVALID');
}

/**
 * Starts in the transaction of somebody else, in which no deployment may have been made. Deployments elsewhere wait for its end. Throws
 * `BurstFailure` before anything is written.
 */
export async function startIn<T>(
  { ground, flushes }: { readonly ground: BurstGround; readonly flushes: CommitFlush },
  tx: Transaction,
  start: ProcessStart<T>,
): Promise<T> {
  const { definitions } = ground;
  const catalogueNumber = await lockCatalogue(tx);
  let definition = await start.findDefinition();
  if (definition.catalogueNumber !== catalogueNumber) {
    definitions.forgetLookUps();
    definition = await start.findDefinition();
  }
  if (definition.catalogueNumber !== catalogueNumber) {
    throw new Error('no instance is started in a transaction that has deployed something');
  }
  const { burst, main } = await begin(ground, start, definition, (id) => loadLocked(ground, tx, id));
  if (burst.tasks.length > 0 || burst.running.size > 0) await settle(burst);
  start.accompany?.(burst);
  const written = await flushes.writeIn(tx, burst, main, start, false);
  tx.afterCommit(written.committedElsewhere);
  return written.answer;
}

/** Begins the burst of a start; throws `BurstFailure`. */
async function begin<T>(ground: BurstGround, start: ProcessStart<T>, definition: Definition, load: Burst['load']) {
  const { clock, ids, definitions } = ground;
  const cached = definitions.compiled(definition.id);
  const compiled = cached instanceof Promise ? await cached : cached;
  const id = ids.uuidV7();
  const filled = start.fillForm?.(compiled) ?? { variables: start.variables, businessKey: null };
  const businessKey = start.facts.businessKey ?? filled.businessKey;
  const facts = { ...start.facts, businessKey, id, startedAt: clock.now(), processDefinitionId: definition.id };
  const burst = openBurst(ground, id, load, start.onFailure);
  const { catalogueNumber } = definition;
  const begun = startPart(burst, {
    ...start,
    variables: filled.variables,
    compiled,
    facts,
    call: null,
    catalogueNumber,
  });
  const main = begun instanceof Promise ? await begun : begun;
  return { burst, main };
}
