// Arranges what the examples of reports need: a group.
import type { reportModule } from '@keelson/contract';
import { groupBy } from '../acceptance/report/groups.ts';
import type { ExampleWorld, GivenOf } from './given.ts';

const codeOf = ({ name }: ExampleWorld) => name('example-sales');

const toSave = (world: ExampleWorld) => ({
  as: world.admin,
  values: { reportGroupCode: codeOf(world) },
});

async function grouped(world: ExampleWorld) {
  const reportGroupCode = codeOf(world);
  const { uuid } = await groupBy(world.admin, reportGroupCode);
  return { as: world.admin, values: { reportGroup: uuid, reportGroupCode } };
}

export const reportGivens: GivenOf<typeof reportModule> = {
  queryDataList: grouped,
  queryDataPage: grouped,
  queryLookupDataList: grouped,
  save: toSave,
};
