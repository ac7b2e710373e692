// Suspends and activates versions of processes: at once, or by a job at the time that somebody names.
import { createHash } from 'node:crypto';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Actor } from '../../../../kernel/records/events.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { type ClaimedJob, payloadOf } from '../waits/claimed-job.ts';
import { type JobStore, saveJob } from '../waits/job.store.ts';
import type { MakeJob } from '../waits/new-job.ts';
import type { ArmStarts } from './arm-starts.ts';
import { orderInstances, withInstances } from './definition-instances.store.ts';
import { type DefinitionSelection, definitionStateStore } from './definition-state.store.ts';

export interface DefinitionChange extends DefinitionSelection {
  readonly suspended: boolean;
  /** Whether instances that run are concerned, too: a job follows, which goes through them one after another. */
  readonly includeInstances?: boolean;
}

export interface HowToChange {
  readonly actor: Actor;
  /** Time in epoch milliseconds; null, or over: now. */
  readonly at: number | null;
  /** What else than a request asked for it, which the record names. */
  readonly via?: string;
}

/** Payload of the job of a planned change; whoever asked had the right to then. */
interface PlannedChange extends Pick<HowToChange, 'actor' | 'via'> {
  readonly change: DefinitionChange;
}

/** Payload of the job that goes through the instances of one version. */
export interface OrderedInstances {
  /** Distinguishes this order from every other one. */
  readonly order: string;
  readonly suspended: boolean;
  /** Name of whoever asked. */
  readonly actor: string;
  /** Last instance that is done. */
  readonly reached: string | null;
}

/**
 * Creates the order of a switch: nothing of a version starts any more that was not there when it was suspended, so each instance is found.
 */
function createOrderSwitch({ ids, makeJob }: Pick<Kernel, 'ids'> & { readonly makeJob: MakeJob }) {
  return async function orderSwitch(
    tx: Transaction,
    { tenantIdentifier, suspended }: DefinitionChange,
    versions: readonly string[],
    { username }: Actor,
  ): Promise<void> {
    for (const definitionId of await withInstances(tx, versions)) {
      const ordered: OrderedInstances = { order: ids.uuidV7(), suspended, actor: username, reached: null };
      const job = { kind: 'DEFINITION_INSTANCES', definitionId, payload: JSON.stringify(ordered) } as const;
      await orderInstances(tx, { ...makeJob(tenantIdentifier, job), id: idOf('instances', definitionId) });
    }
  };
}

export function createDefinitionStates({
  clock,
  ids,
  database,
  events,
  armStarts,
  makeJob,
  jobs,
  wakeAt,
  onChange,
}: Pick<Kernel, 'clock' | 'ids' | 'database' | 'events'> & {
  readonly armStarts: ArmStarts;
  readonly makeJob: MakeJob;
  readonly jobs: Pick<JobStore, 'remove'>;
  /** Announces a job that is due then, epoch milliseconds. */
  readonly wakeAt: (dueAt: number) => void;
  /** Called after each commit. */
  readonly onChange: () => void;
}) {
  const orderSwitch = createOrderSwitch({ ids, makeJob });

  /** Sets the state of versions; where none is concerned, nothing has happened. */
  async function set(tx: Transaction, { change, actor, ...via }: PlannedChange, planned: object): Promise<number> {
    const { by, value, tenantIdentifier, suspended, includeInstances } = change;
    await definitionStateStore.raiseCatalogue(tx);
    const versions = await definitionStateStore.set(tx, change, suspended);
    if (versions.length === 0) return 0;
    const key = by === 'key' ? value : value.slice(0, value.indexOf(':'));
    await armStarts.renew(tx, tenantIdentifier, key, new Map());
    const event = suspended ? bpmnEngineEvents.suspended : bpmnEngineEvents.activated;
    if (includeInstances === true) await orderSwitch(tx, change, versions, actor);
    const detail = { by, ...planned, ...(includeInstances === true ? { instances: true } : {}), ...via };
    await events.record(tx, event, actor, { name: value, tenantIdentifier }, detail);
    tx.afterCommit(onChange);
    return versions.length;
  }

  /** Plans a change; the same plan twice is one. */
  async function plan(tx: Transaction, planned: PlannedChange, dueAt: number): Promise<number> {
    const { change } = planned;
    const count = await definitionStateStore.count(tx, change);
    if (count === 0) return 0;
    // The row of the catalogue is the lock under which a second plan waits for the first one.
    await definitionStateStore.raiseCatalogue(tx);
    const id = jobIdOf(change, dueAt);
    if (await definitionStateStore.isPlanned(tx, id)) return count;
    const definitionId = change.by === 'id' ? change.value : null;
    const job = { kind: 'DEFINITION', definitionId, dueAt, payload: JSON.stringify(planned) } as const;
    await saveJob(tx, { ...makeJob(change.tenantIdentifier, job), id });
    tx.afterCommit(() => wakeAt(dueAt));
    return count;
  }

  return {
    /** Changes the state of versions now or later; answers how many are concerned now. */
    change(change: DefinitionChange, { at, ...how }: HowToChange, within?: Transaction): Promise<number> {
      const planned = { change, ...how };
      const work = (tx: Transaction): Promise<number> =>
        at === null || at <= clock.now() ? set(tx, planned, {}) : plan(tx, planned, at);
      return within === undefined ? database.transaction(work) : work(within);
    },

    /** Does a planned change, unless nothing is left to do it to. */
    async doPlanned({ row, leaseToken }: ClaimedJob): Promise<void> {
      await database.transaction(async (tx) => {
        if (await jobs.remove(tx, row, leaseToken)) await set(tx, payloadOf<PlannedChange>(row), { planned: true });
      });
    },
  };
}

export type DefinitionStates = ReturnType<typeof createDefinitionStates>;

const UUID_PARTS = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;

/** Makes the id of the job of a plan; the same plan has the same id. */
function jobIdOf(
  { by, value, tenantIdentifier, suspended, includeInstances }: DefinitionChange,
  dueAt: number,
): string {
  const planned = [tenantIdentifier, by, value, suspended, dueAt];
  return idOf(...planned, ...(includeInstances === true ? ['instances'] : []));
}

/** Makes one id of what a job is for, in the form of RFC 9562, version 8. */
function idOf(...facts: readonly (string | number | boolean)[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').replace(UUID_PARTS, '$1-$2-8$3-8$4-$5');
}
