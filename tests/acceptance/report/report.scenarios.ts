// Plays the scenarios of reports: groups saved and found.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { groupBy } from './groups.ts';

const group = ({ admin, name }: World) => groupBy(admin, name('group'));

export const reportScenarios: Readonly<Record<string, Scenario>> = {
  'report save': async (as, { admin, name }) => {
    const code = name('group');
    const { headers } = await as(admin).report.save({ body: { code, name: code } });
    const { body } = await admin.sure.report.queryDataList({ body: { code } });
    expect(headers.get('location')).toBe(`/report-groups/by-uuid/${body[0]?.uuid}`);
  },
  'report queryDataPage': async (as, world) => {
    const { code } = await group(world);
    const { body } = await as(world.admin).report.queryDataPage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ code, level: 1, reportCount: 0 }] });
  },
  'report queryDataList': async (as, world) => {
    const { code, uuid } = await group(world);
    const below = await groupBy(world.admin, `${code}-below`, uuid);
    const { body } = await as(world.admin).report.queryDataList({ body: { parentUuid: uuid } });
    expect(body).toMatchObject([{ uuid: below.uuid, parentUuid: uuid, level: 2 }]);
  },
  'report queryLookupDataList': async (as, world) => {
    const { code, name } = await group(world);
    const { body } = await as(world.admin).report.queryLookupDataList({ body: { code } });
    expect(body).toMatchObject([{ code, pathNameList: [name], enabled: true }]);
  },
};
