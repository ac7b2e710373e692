// Makes schedules of reports for scenarios.
import type { Person } from '../../support/people.ts';
import { sessionsReport } from './saved.ts';

/** Saves a published report, and answers what names it. */
export async function publishedBy(person: Person, code: string) {
  const body = { code, name: code, status: 'PUBLISHED', ...sessionsReport } as const;
  return (await person.sure.report.saveReport({ body })).body;
}

/** Saves a schedule for each morning of a report of its own, and answers it with what names it. */
export async function scheduleBy(person: Person, code: string) {
  const report = await publishedBy(person, code);
  const asked = {
    name: code,
    executableReportUuid: report.uuid,
    cron: '0 8 * * *',
    outputFormatList: ['CSV'],
  } as const;
  const { body } = await person.sure.report.saveSchedule({ body: asked });
  return { ...body, report, params: { uuid: body.uuid } };
}
