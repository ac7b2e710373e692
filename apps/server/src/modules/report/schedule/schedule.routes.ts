// Answers the operations on schedules and their runs.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ScheduleService } from './schedule.service.ts';
import type { FindScheduleRuns } from './schedule-runs.service.ts';

export function createScheduleHandlers(service: ScheduleService, runs: FindScheduleRuns) {
  return {
    saveSchedule: ({ act, body }) => service.save(act, body),
    updateSchedule: ({ act, body }) => service.update(act, body),
    getSchedule: ({ act, params }) => service.get(act, params.uuid),
    async deleteSchedule({ act, params }) {
      await service.remove(act, params.uuid);
      return undefined;
    },
    activateSchedule: ({ act, params }) => service.activate(act, params.uuid),
    deactivateSchedule: ({ act, params }) => service.deactivate(act, params.uuid),
    runScheduleNow: ({ act, params }) => service.runNow(act, params.uuid),
    queryScheduleDataPage: ({ act, body }) => service.page(act, body),
    restartFailed: ({ act, params }) => runs.restart(act, params.runUuid),
    nextRuns: async ({ body }) => ({ dateList: runs.foresee(body) }),
    queryScheduleRunPage: ({ act, body }) => runs.page(act, body),
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
