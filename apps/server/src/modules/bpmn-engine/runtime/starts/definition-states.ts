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
import { type DefinitionSelection, definitionStateStore } from './definition-state.store.ts';

export interface DefinitionChange extends DefinitionSelection {
  readonly suspended: boolean;
}

/** Is the payload of the job. */
interface PlannedChange {
  readonly change: DefinitionChange;
  /** Asked for it, with the right to do so then. */
  readonly actor: Actor;
}

export function createDefinitionStates({
  database,
  events,
  armStarts,
  makeJob,
  jobs,
  wakeAt,
  onChange,
}: Pick<Kernel, 'database' | 'events'> & {
  readonly armStarts: ArmStarts;
  readonly makeJob: MakeJob;
  readonly jobs: Pick<JobStore, 'remove'>;
  /** Tells of a job that is due then, epoch milliseconds. */
  readonly wakeAt: (dueAt: number) => void;
  /** Is told after each commit. */
  readonly onChange: () => void;
}) {
  /** Answers how many versions are concerned; where there is one, the change stands in the record. */
  async function set(tx: Transaction, change: DefinitionChange, actor: Actor, detail: object): Promise<number> {
    const { by, value, tenantIdentifier, suspended } = change;
    await definitionStateStore.raiseCatalogue(tx);
    const count = await definitionStateStore.set(tx, change, suspended);
    if (count === 0) return 0;
    const key = by === 'key' ? value : value.slice(0, value.indexOf(':'));
    await armStarts.renew(tx, tenantIdentifier, key, new Map());
    const event = suspended ? bpmnEngineEvents.suspended : bpmnEngineEvents.activated;
    await events.record(tx, event, actor, { name: value, tenantIdentifier }, { by, ...detail });
    return count;
  }

  return {
    /** Answers how many versions are concerned now; with none nothing has happened. */
    async setNow(change: DefinitionChange, actor: Actor): Promise<number> {
      const count = await database.transaction((tx) => set(tx, change, actor, {}));
      if (count > 0) onChange();
      return count;
    },

    /** Plans the change for `dueAt`, epoch milliseconds; the same one twice is one. Answers as `setNow`. */
    async plan(change: DefinitionChange, actor: Actor, dueAt: number): Promise<number> {
      const planned = await database.transaction(async (tx) => {
        const count = await definitionStateStore.count(tx, change);
        if (count === 0) return 0;
        // The row of the catalogue is the lock under which a second plan waits for the first one.
        await definitionStateStore.raiseCatalogue(tx);
        const id = jobIdOf(change, dueAt);
        if (await definitionStateStore.isPlanned(tx, id)) return count;
        const payload: PlannedChange = { change, actor };
        const definitionId = change.by === 'id' ? change.value : null;
        const job = { kind: 'DEFINITION', definitionId, dueAt, payload: JSON.stringify(payload) } as const;
        await saveJob(tx, { ...makeJob(change.tenantIdentifier, job), id });
        return count;
      });
      if (planned > 0) wakeAt(dueAt);
      return planned;
    },

    /** What was planned is done, unless nothing is left to do it to. */
    async doPlanned({ row, leaseToken }: ClaimedJob): Promise<void> {
      const { change, actor } = payloadOf<PlannedChange>(row);
      const isDone = await database.transaction(async (tx) => {
        if (!(await jobs.remove(tx, row, leaseToken))) return false;
        await set(tx, change, actor, { planned: true });
        return true;
      });
      if (isDone) onChange();
    },
  };
}

export type DefinitionStates = ReturnType<typeof createDefinitionStates>;

const UUID_PARTS = /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/;

/** Makes one id of what is planned for when, in the form of RFC 9562, version 8. */
function jobIdOf({ by, value, tenantIdentifier, suspended }: DefinitionChange, dueAt: number): string {
  const planned = JSON.stringify([tenantIdentifier, by, value, suspended, dueAt]);
  return createHash('sha256').update(planned).digest('hex').replace(UUID_PARTS, '$1-$2-8$3-8$4-$5');
}
