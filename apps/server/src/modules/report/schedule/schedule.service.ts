// Saves, changes, enables, disables and shows schedules, for their owners and for administrators.
import {
  reportRunsOpenMax,
  reportSchedulesMax,
  type SvcRToolReportScheduleModel,
  type SvcRToolReportScheduleModelInput,
  type SvcRToolReportScheduleQueryModel,
  type SvcRToolReportScheduleRunModel,
  type SvcRToolReportScheduleUpdateModel,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { typed } from '../../../kernel/records/record/column.ts';
import { createRecordService } from '../../../kernel/records/record/record-service.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { reportEvents } from '../report.events.ts';
import { aloneInTenant } from '../right/tenant-lock.store.ts';
import { burstProblems } from './burst/burst-input.ts';
import type { ScheduleStart } from './due/schedule-start.ts';
import { countOwned, type Schedule, schedules } from './record/schedule.store.ts';
import { toScheduleModel, toScheduleRunModel } from './record/schedule.wire.ts';
import {
  createSettleSchedule,
  type InputGround,
  meantBy,
  requireNext,
  type Settled,
  scheduleProblems,
} from './schedule-input.ts';
import { requireSchedule, seesAll } from './schedule-reach.ts';

/** A checked body, with the computed fields. */
type Checked<B> = B & { readonly settled: Settled };

interface ScheduleModels {
  readonly save: Checked<SvcRToolReportScheduleModelInput>;
  readonly update: Checked<SvcRToolReportScheduleUpdateModel>;
  readonly query: SvcRToolReportScheduleQueryModel;
  readonly answer: SvcRToolReportScheduleModel;
}

export interface ScheduleServiceGround extends InputGround, Pick<Kernel, 'clock' | 'database' | 'ids'> {
  readonly start: ScheduleStart;
  readonly work: Pick<LeasedWork<never>, 'wakeAt'>;
}

async function requireRoom(
  tx: Transaction,
  owned: Pick<Schedule, 'tenantIdentifier' | 'ownerFolded' | 'uuid'>,
): Promise<void> {
  if ((await countOwned(tx, owned)) >= reportSchedulesMax)
    fail('REPORT_SCHEDULE_LIMIT_REACHED', { parameters: { limit: reportSchedulesMax } });
}

function createScheduleRecords({ database, clock, ids }: ScheduleServiceGround) {
  const event = reportEvents.scheduleSaved;
  return createRecordService({ database, clock, ids }, schedules, {
    models: typed<ScheduleModels>(),
    events: { saved: event, updated: event, removed: reportEvents.scheduleDeleted },
    toModel: toScheduleModel,
    before: {
      async save(tx, { caller: { tenantIdentifier } }, { body: { settled } }) {
        const uuid = ids.uuidV7();
        await requireRoom(tx, { tenantIdentifier, ownerFolded: settled.ownerFolded, uuid });
        return { ...settled, uuid };
      },
      async update(tx, _act, { body: { settled }, row }) {
        await requireRoom(tx, { ...row, ownerFolded: settled.ownerFolded });
        return settled;
      },
    },
    query: (act, { pageable: _pageable, ownerUsername, ...asked }) => ({
      ...asked,
      ownerFolded: ownerUsername == null ? null : foldName(ownerUsername),
      onlyOwn: seesAll(act) ? null : foldName(act.caller.username),
    }),
  });
}

/** Creates the immediate run; refuses what would be a failure of a due one. */
function createRunNow({ clock, database, start }: ScheduleServiceGround) {
  return (act: Act, uuid: string): Promise<SvcRToolReportScheduleRunModel> =>
    act.once(async (claim) => {
      const schedule = requireSchedule(act, await schedules.get(database, act.caller, { uuid }), 'CHANGE');
      const ready = await start.prepareSurely(schedule);
      return database.transaction(async (tx) => {
        const plannedDate = new Date(clock.now());
        const run = await start.write(tx, schedule, ready, { plannedDate, manual: true, openMax: reportRunsOpenMax });
        const model = toScheduleRunModel(run);
        await claim.save(tx, model);
        return model;
      });
    });
}

export type ScheduleService = ReturnType<typeof createScheduleService>;

export function createScheduleService(ground: ScheduleServiceGround) {
  const { clock, database, work } = ground;
  const records = createScheduleRecords(ground);
  const settle = createSettleSchedule(ground);
  const now = (): Date => new Date(clock.now());

  /** Serialised with deletions of its report and with other schedules of its owner. */
  const alone = aloneInTenant(database);

  const woken = (row: Schedule): SvcRToolReportScheduleModel => {
    if (row.nextRunDate !== null) work.wakeAt(row.nextRunDate.getTime(), row.tenantIdentifier);
    return toScheduleModel(row);
  };

  async function switched(act: Act, uuid: string, enabled: boolean): Promise<SvcRToolReportScheduleModel> {
    return woken(
      await alone(act, async (tx) => {
        const row = requireSchedule(act, await schedules.lock(tx, act.caller, { uuid }), 'CHANGE');
        if (row.enabled === enabled) return row;
        const next = enabled ? requireNext(row, now()) : null;
        const begun = enabled ? { dueAt: next!, stopReason: null, consecutiveFailureCount: 0 } : {};
        return records.changeIn(tx, act, { uuid }, { enabled, nextRunDate: next, ...begun });
      }),
    );
  }

  return {
    page: records.page,
    async get(act: Act, uuid: string): Promise<SvcRToolReportScheduleModel> {
      return toScheduleModel(requireSchedule(act, await schedules.get(database, act.caller, { uuid }), 'SEE'));
    },

    save: (act: Act, body: SvcRToolReportScheduleModelInput): Promise<SvcRToolReportScheduleModel> =>
      act.once(async (claim) => {
        const meant = meantBy(body, null, now());
        schedules.fieldsOf(body, [...scheduleProblems(meant), ...burstProblems(meant)]);
        const settled = await settle(act, meant);
        const row = await alone(act, async (tx) => {
          const saved = await records.saveIn(tx, act, { ...body, settled });
          await claim.save(tx, toScheduleModel(saved));
          return saved;
        });
        return woken(row);
      }),

    async update(act: Act, body: SvcRToolReportScheduleUpdateModel): Promise<SvcRToolReportScheduleModel> {
      const { uuid } = body;
      const before = requireSchedule(act, await schedules.get(database, act.caller, { uuid }), 'CHANGE');
      requireVersion({ identifier: uuid, version: before.version }, body.version);
      const meant = meantBy(body, before, now());
      // Throws with all problems.
      schedules.changesOf(body, before, [...scheduleProblems(meant), ...burstProblems(meant)]);
      const settled = await settle(act, meant);
      return woken(await alone(act, (tx) => records.updateIn(tx, act, { uuid }, { ...body, settled })));
    },

    remove: (act: Act, uuid: string): Promise<void> =>
      alone(act, async (tx) => {
        requireSchedule(act, await schedules.lock(tx, act.caller, { uuid }), 'CHANGE');
        await records.removeIn(tx, act, { uuid });
      }),

    activate: (act: Act, uuid: string) => switched(act, uuid, true),
    deactivate: (act: Act, uuid: string) => switched(act, uuid, false),

    runNow: createRunNow(ground),
  };
}
