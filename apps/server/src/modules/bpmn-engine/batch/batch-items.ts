// Does to one item of a batch what the operation of its own would do, and says why where that is not possible.
import type { Command, InstanceState } from '@keelson/bpmn-core';
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { FindMigration, MigrateInstance } from '../instance/feature.ts';
import type { Burst, RunningCommand } from '../runtime/burst/burst.ts';
import { isPassing } from '../runtime/burst/work-outcome.ts';
import { eachAtOnce } from '../runtime/each-at-once.ts';
import { CommitConflict } from '../runtime/flush/commit-conflict.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { BatchArguments, BatchItem, BatchRow, ItemFailure } from './batch.types.ts';
import { defineItemWriter, ITEM_CONFLICT, type Tried } from './batch-part.store.ts';

/** Bound of the tries of an item that breaks off without a reason that is known. */
const TRIES_MAX = 3;
const MESSAGE_MAX = 4_000;

/** Does one item with what goes into its commit; fails as the operation does. */
type DoItem = (item: BatchItem, accompany: (burst: Burst) => void) => Promise<unknown>;

export interface BatchItemsGround extends Pick<Kernel, 'clock' | 'groupCommit' | 'log'> {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly findMigration: FindMigration;
  readonly migrateInstance: MigrateInstance;
}

export function createBatchItems(ground: BatchItemsGround) {
  const { clock, groupCommit, log, runtime, history, findMigration, migrateInstance } = ground;
  const itemDone = defineItemWriter(groupCommit);

  async function command(batch: BatchRow, runBy: string, item: BatchItem, accompany: (burst: Burst) => void) {
    const { tenant_identifier: tenant } = batch;
    const { ref_id: id } = item;
    const done = await runtime.run(id, {
      decide({ state }) {
        if (state.facts.tenantIdentifier !== tenant) throw new ServiceError('INSTANCE_NOT_FOUND');
        const by = { at: clock.now(), actor: runBy };
        return batch.type === 'RETRY_INCIDENTS' ? retryOf(state, item, by) : commandOf(batch, by);
      },
      answer: () => true,
      accompany,
      ...(batch.type === 'RETRY_INCIDENTS' ? {} : { interrupts: true }),
    });
    if (done !== null) return;
    const origin = await history.findOrigin(id);
    if (origin?.tenant_identifier !== tenant) throw new ServiceError('INSTANCE_NOT_FOUND');
    // What is to be ended has ended meanwhile.
    if (batch.type !== 'DELETE') throw new ServiceError('INSTANCE_ENDED');
  }

  async function doerOf(batch: BatchRow, runBy: string): Promise<DoItem> {
    if (batch.type !== 'MIGRATE') return (item, accompany) => command(batch, runBy, item, accompany);
    const { tenant_identifier: tenantIdentifier } = batch;
    const { targetDefinitionId, ...how } = argumentsOf(batch);
    const migration = await findMigration(
      { tenantIdentifier },
      { ...how, targetDefinitionId: targetDefinitionId ?? '' },
    );
    const person = { username: runBy, tenantIdentifier };
    return (item, accompany) => migrateInstance(person, item.ref_id, migration, { accompany });
  }

  /**
   * Tries the items, some at once. Rejects with a passing failure, as of the database: items that were done are, and the others are tried
   * again.
   */
  return async function tryItems(batch: BatchRow, runBy: string, items: readonly BatchItem[]): Promise<Tried> {
    let doItem: DoItem;
    try {
      doItem = await doerOf(batch, runBy);
    } catch (error) {
      if (!(error instanceof ServiceError) || isPassing(error)) throw error;
      return { done: [], failures: items.map(({ number }) => failureOf(number, error)) };
    }
    const outcomes = await eachAtOnce(items, (item) => {
      const accompany = (burst: Burst): void => {
        burst.rows.push((changes) => changes.add(itemDone, [batch.id, item.number]));
      };
      return tried(log, item, () => doItem(item, accompany));
    });
    const failures = outcomes.filter((failure) => failure !== null);
    const failed = new Set(failures.map(({ number }) => number));
    return { done: items.map(({ number }) => number).filter((number) => !failed.has(number)), failures };
  };
}

/**
 * Tries one item; answers why it could not be done, null where it is done. Rejects with a passing failure, as of a database that is away.
 */
async function tried(log: Kernel['log'], item: BatchItem, work: () => Promise<unknown>): Promise<ItemFailure | null> {
  const { number } = item;
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return null;
    } catch (error) {
      if (isDoneElsewhere(error)) return null;
      if (isPassing(error)) throw error;
      if (error instanceof ServiceError) return failureOf(number, error);
      if (tries < TRIES_MAX) continue;
      log.error({ err: error, instanceId: item.ref_id }, 'an item of a batch broke off');
      return { number, code: 'INTERNAL_ERROR', message: 'It broke off; the log of the server says why.' };
    }
  }
}

export type TryItems = ReturnType<typeof createBatchItems>;

export const argumentsOf = (batch: Pick<BatchRow, 'arguments'>): BatchArguments => JSON.parse(batch.arguments);

function commandOf(batch: BatchRow, by: Pick<Command, 'at' | 'actor'>): RunningCommand {
  if (batch.type === 'SUSPEND') return { kind: 'suspend', ...by };
  if (batch.type === 'ACTIVATE') return { kind: 'activate', ...by };
  if (batch.type !== 'DELETE') throw new Error(`a batch ${batch.type} has no command`);
  const { reason, skipListeners } = argumentsOf(batch);
  return { kind: 'cancel', ...by, skipListeners: skipListeners ?? false, ...(reason == null ? {} : { reason }) };
}

/** Makes the command that tries an incident again; those of jobs are no waits of their instances: they are resolved with their jobs. */
function retryOf({ waits }: InstanceState, item: BatchItem, by: Pick<Command, 'at' | 'actor'>): RunningCommand {
  const wait = waits.find(({ number, kind }) => number === item.ref_number && kind === 'incident');
  if (wait === undefined) throw new ServiceError('INCIDENT_NOT_RESOLVABLE');
  return { kind: 'retry-incident', ...by, wait: wait.number, variables: {} };
}

function failureOf(number: number, { code, options }: ServiceError): ItemFailure {
  const { errorArguments = [], detail } = options;
  const reasons = errorArguments.flatMap((argument) => ('reason' in argument ? [String(argument.reason)] : []));
  const message = reasons.length > 0 ? reasons.join('; ') : (detail ?? null);
  return { number, code, message: message?.slice(0, MESSAGE_MAX) ?? null };
}

function isDoneElsewhere(error: unknown): boolean {
  return error instanceof CommitConflict && error.conflict === ITEM_CONFLICT;
}
