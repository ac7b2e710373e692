// Makes report groups for scenarios.
import type { Person } from '../../support/people.ts';

/** Saves a group, at the top unless a parent is given, and answers what names it. */
export async function groupBy(person: Person, code: string, parentUuid: string | null = null) {
  await person.sure.report.save({ body: { code, name: code, parentUuid } });
  const [group] = (await person.sure.report.queryDataList({ body: { code } })).body;
  if (group === undefined) throw new Error('the group was not found');
  return { ...group, params: { uuid: group.uuid } };
}
