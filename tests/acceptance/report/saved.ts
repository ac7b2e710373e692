// Makes report groups and reports for scenarios.
import type { SvcRToolExecutableReportModelInput } from '@keelson/contract';
import type { Person } from '../../support/people.ts';

/** Saves a group, at the top unless a parent is given, and answers what names it. */
export async function groupBy(person: Person, code: string, parentUuid: string | null = null) {
  await person.sure.report.save({ body: { code, name: code, parentUuid } });
  const [group] = (await person.sure.report.queryDataList({ body: { code } })).body;
  if (group === undefined) throw new Error('the group was not found');
  return { ...group, params: { uuid: group.uuid } };
}

/** Is what a report of the people's sessions asks for. */
export const sessionsReport = {
  reportDataSourceType: 'PLATFORM',
  dataAdapterCode: 'platform',
  query: { dataSetCode: 'sessions', orderByList: [{ column: 'createdDate', direction: 'DESC' }] },
} as const;

/** Runs a report of its own to its end, as CSV unless another format is given, and answers what names it. */
export async function runBy(person: Person, code: string) {
  const report = await reportBy(person, code);
  const { body } = await person.sure.report.execute({ params: report.params, body: { outputFormat: 'CSV' } });
  const params = { uuid: body.uuid };
  await person.sure.report.getStatus({ params, query: { 'wait-millis': 20_000 } });
  return { report, params };
}

/** Saves a report on the sessions of the tenant, and answers it with what names it. */
export async function reportBy(
  person: Person,
  code: string,
  more: Pick<SvcRToolExecutableReportModelInput, 'reportGroupUuid' | 'parameterList'> = {},
) {
  const { body } = await person.sure.report.saveReport({ body: { code, name: code, ...sessionsReport, ...more } });
  return { ...body, params: { uuid: body.uuid } };
}
