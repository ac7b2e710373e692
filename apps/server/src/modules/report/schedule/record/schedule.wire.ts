// Makes the answers about schedules and their runs from their rows.
import type { SvcRToolReportScheduleModel, SvcRToolReportScheduleRunModel } from '@keelson/contract';
import { formatsOf, type Schedule, schedules } from './schedule.store.ts';
import type { ScheduleRun } from './schedule-run.store.ts';

export function toScheduleModel(row: Schedule): SvcRToolReportScheduleModel {
  return { ...schedules.toModel(row), outputFormatList: formatsOf(row) };
}

export function toScheduleRunModel(run: ScheduleRun): SvcRToolReportScheduleRunModel {
  return {
    uuid: run.uuid,
    scheduleUuid: run.scheduleUuid,
    plannedDate: run.plannedDate.toISOString(),
    manual: run.manual,
    status: run.status,
    executionUuid: run.executionUuid,
    rowCount: run.rowCount,
    errorCode: run.errorCode,
    recipientCount: run.recipientCount,
    failedRecipientList: run.failedRecipientList,
    unservedRowCount: run.unservedRowCount,
    unservedList: run.unservedList,
    dateCreated: run.dateCreated.toISOString(),
    finishedDate: run.finishedDate?.toISOString() ?? null,
  };
}
