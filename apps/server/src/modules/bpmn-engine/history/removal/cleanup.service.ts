// Deletes the history of instances whose time is over: some in each transaction, so that what is interrupted goes on where it stood.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { dropEmptyPartitions } from '../../../../kernel/schema/drop-partitions.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { HISTORY_TABLE } from '../history.jobs.ts';
import { createCleanBeside, type RecordDeleted } from './beside-instances.service.ts';
import {
  BEGINNING,
  type CleanupPlace,
  type CleanupStore,
  type EndedVersion,
  findOver,
  takeCleanupTurn,
} from './cleanup.store.ts';
import { removalStore } from './removal.store.ts';
import type { KeepsNothing } from './unkept.store.ts';

/** Bound of the transactions of one request. */
const BATCHES_OF_A_REQUEST = 10;
/** Time after which an empty month of history is dropped: nobody's clock is so wrong that an instance still begins in it. */
const EMPTIED_AFTER_MS = 60 * DAY_MS;
/** Hours of the clean-up by the clock of UTC: from the first one, before the last one. */
const NIGHT = { from: 1, to: 5 } as const;

interface Cleaned {
  readonly instances: number;
  /** Whether something may be left. */
  readonly more: boolean;
}

export function createCleanup({
  clock,
  database,
  events,
  log,
  store,
  retentionDays,
  keepsNothing,
}: Pick<Kernel, 'clock' | 'database' | 'events' | 'log'> & {
  readonly store: CleanupStore;
  /** How long the history of a tenant is kept where the definition says nothing. */
  readonly retentionDays: (tenant: string) => number;
  readonly keepsNothing: KeepsNothing;
}) {
  const cutoffOf = ({ definition_id: id, tenant_identifier: tenant }: EndedVersion) =>
    store.cutoff(id, new Date(clock.now()), { retentionDays: retentionDays(tenant), keepsNothing: keepsNothing() });

  const cleanBeside = createCleanBeside({ clock, database, store, cutoffOf });

  /** Cleans up until nothing is left, `goesOn` says no, or another process has the turn. */
  async function clean(tenant: string | null, record: RecordDeleted, goesOn: () => boolean): Promise<Cleaned> {
    let instances = 0;
    for (const version of await store.versions(tenant)) {
      const cutoff = await cutoffOf(version);
      for (let after: CleanupPlace | null = cutoff === null ? null : BEGINNING; cutoff !== null && after !== null; ) {
        if (!goesOn()) return { instances, more: true };
        const cleaned = await cleanSome(database, version, { cutoff, after }, record);
        if (cleaned === null) return { instances, more: true };
        instances += cleaned.instances;
        after = cleaned.last;
      }
    }
    return { instances, more: !(await cleanBeside(tenant, record, goesOn)) };
  }

  const isNow = () => isNight(clock.now());
  const run = async () => {
    if (!isNow()) return;
    await clean(null, recordBySystem(events), isNow);
    const dropped = await dropEmptyPartitions(database, HISTORY_TABLE, clock.now() - EMPTIED_AFTER_MS);
    if (dropped.length > 0) log.info({ partitions: dropped }, 'months without history were removed');
  };

  return {
    job: createRepeatedJob({ name: 'bpmn-engine history clean-up', run, intervalMs: () => HOUR_MS }, log),
    /** Cleans up some rows at once, for the tenant of the caller. */
    async cleanNow(act: Act): Promise<Cleaned> {
      let batches = 0;
      const record: RecordDeleted = async (tx, { definition_id: id }, deleted) => {
        batches++;
        await act.record(tx, bpmnEngineEvents.historyCleaned, id, deleted);
      };
      return clean(act.caller.tenantIdentifier, record, () => batches < BATCHES_OF_A_REQUEST);
    },
  };
}

export type Cleanup = ReturnType<typeof createCleanup>;

/** Cleans up some rows; null while another process does. */
function cleanSome(
  database: Kernel['database'],
  version: EndedVersion,
  over: { readonly cutoff: Date; readonly after: CleanupPlace },
  record: RecordDeleted,
) {
  return database.transaction(async (tx) => {
    if (!(await takeCleanupTurn(tx))) return null;
    const { ids, last } = await findOver(tx, version, over);
    if (ids.length > 0) {
      await removalStore.remove(tx, ids);
      await record(tx, version, { instances: ids.length });
    }
    return { instances: ids.length, last };
  });
}

function recordBySystem(events: Kernel['events']): RecordDeleted {
  return (tx, { tenant_identifier: tenantIdentifier, definition_id: id }, deleted) => {
    const actor = { username: 'system', tenantIdentifier, ipAddress: null, requestId: null };
    return events.record(tx, bpmnEngineEvents.historyCleaned, actor, id, deleted);
  };
}

function isNight(at: number): boolean {
  const hour = new Date(at).getUTCHours();
  return hour >= NIGHT.from && hour < NIGHT.to;
}
