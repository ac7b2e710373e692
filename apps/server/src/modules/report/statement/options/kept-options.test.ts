// Proves that options are asked for once while they are kept, and given to nobody else.
import type { SvcRToolReportParameterStateModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../../../../testing/setting-server.ts';
import { type ReportServer, signInWith, startReportServer } from '../../report-server.fixture.ts';

let server: ReportServer;
beforeAll(async () => {
  server = await startReportServer();
});
afterAll(() => server?.stop());

const report = {
  code: 'kept',
  name: 'Kept',
  status: 'PUBLISHED',
  reportDataSourceType: 'PLATFORM',
  dataAdapterCode: 'platform',
  query: {
    dataSetCode: 'sessions',
    filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }],
  },
  parameterList: [
    {
      name: 'who',
      type: 'STRING',
      optionQuery: {
        dataAdapterCode: 'platform',
        query: { dataSetCode: 'sessions' },
        valueColumn: 'username',
        cacheSeconds: 60,
      },
    },
  ],
};

it('report 13: options are kept as long as their parameter says, for who may ask, and each tenant has its own', async () => {
  await createTenant(server, 'umber');
  const writer = await signInWith(server, 'writer', ['REPORT_VIEW', 'REPORT_MANAGE', 'REPORT_EXECUTE', 'SESSION_VIEW']);
  const stranger = await signInWith(server, 'stranger', ['ROLE_TENANT_ADMIN'], 'umber');
  const saved = async (token: string) =>
    (await server.as<{ uuid: string }>(token, 'POST', '/executable-reports', report)).body.uuid;
  const [uuid, theirs] = [await saved(writer), await saved(stranger)];
  const asked = async (token: string, of = uuid) => {
    const path = `/executable-reports/parameters/resolve/by-uuid/${of}`;
    const { body } = await server.as<SvcRToolReportParameterStateModel[]>(token, 'POST', path, {});
    return body[0]!.optionList.map(({ value }) => value);
  };
  const before = await asked(writer);
  expect(before).toContain('writer');
  await signInWith(server, 'latecomer', ['REPORT_VIEW']);
  expect(await asked(writer)).toEqual(before);
  expect(await asked(stranger, theirs)).toEqual(['stranger']);
  const forbidden = await signInWith(server, 'forbidden', ['REPORT_EXECUTE']);
  expect(await asked(forbidden)).toEqual([]);
  server.clock.advance(60_000);
  expect(await asked(writer)).toContain('latecomer');
});
