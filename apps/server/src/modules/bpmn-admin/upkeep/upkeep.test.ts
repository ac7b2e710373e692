// Tests what goes by itself: the rows of a tenant that is no more, and reports that nobody has asked for in a month.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../../testing/sign-in.ts';
import { type AdminServer, modelOf, query, signInWith, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

const wake = () => server.jobs.find(({ name }) => name === 'bpmn-admin-upkeep')?.wake();
const counts = async (tenant: string) => {
  const own = `IN (SELECT id FROM bpa_process WHERE tenant_identifier = $1)`;
  const [row] = await query<{ counts: number[] }>(
    server,
    `SELECT ARRAY[(SELECT count(*)::int FROM bpa_process WHERE tenant_identifier = $1),
       (SELECT count(*)::int FROM bpa_version WHERE process_id ${own}), (SELECT count(*)::int FROM bpa_model WHERE process_id ${own}),
       (SELECT count(*)::int FROM bpa_deployment WHERE process_id ${own}),
       (SELECT count(*)::int FROM bpa_reference WHERE tenant_identifier = $1),
       (SELECT count(*)::int FROM bpa_import WHERE tenant_identifier = $1)] AS counts`,
    [tenant],
  );
  return row!.counts;
};

const callingOf = (id: string) =>
  modelOf(id).replace(/<userTask id="approve" [^>]*>/, '<callActivity id="approve" calledElement="ending-too"/>');

async function upload(token: string, text: string): Promise<void> {
  const data = new FormData();
  data.append('files', new Blob([text]), 'a.bpmn');
  await fetch(`${server.url}/process/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: data,
  });
}

it('bpmn-admin 17: with a tenant its processes go with their versions, links and imports, and nobody else’s', async () => {
  const { body: tenant } = await server.as<{ uuid: string }>(server.admin, 'POST', '/tenants', {
    identifier: 'passing',
    name: 'Passing',
  });
  const theirs = await signInWith(server, 'passing-admin', ['ROLE_TENANT_ADMIN'], 'passing');
  for (const [token, name] of [
    [server.admin, 'default'],
    [theirs, 'passing'],
  ] as const) {
    const { id } = await server.saved({ bpmnXml: callingOf('ending') }, '', token);
    expect((await server.as(token, 'POST', `/process/${id}/deploy`, {})).status).toBe(200);
    await upload(token, modelOf('ending-too'));
    expect([name, await counts(name)]).toEqual([name, [2, 2, 2, 1, 1, 1]]);
  }
  // A tenant with users is not deleted.
  const [user] = await query<{ uuid: string }>(server, `SELECT uuid FROM auth_user WHERE username = 'passing-admin'`);
  expect((await server.as(server.admin, 'DELETE', `/users/by-uuid/${user!.uuid}`)).status).toBe(200);
  for (const [method, verb] of [
    ['POST', 'deactivate/'],
    ['DELETE', ''],
  ] as const) {
    const answer = await server.as(server.admin, method, `/tenants/${verb}by-uuid/${tenant.uuid}`);
    expect([answer.error, answer.status]).toEqual([null, 200]);
  }
  expect(
    await eventually(
      () => counts('passing'),
      (left) => left.every((count) => count === 0),
    ),
  ).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await counts('default')).toEqual([2, 2, 2, 1, 1, 1]);
});

it('bpmn-admin 22: a report is kept for 30 days', async () => {
  await upload(server.admin, modelOf('kept'));
  const left = () =>
    query(server, `SELECT FROM bpa_import WHERE tenant_identifier = 'default'`).then(({ length }) => length);
  const before = await left();
  await query(server, `UPDATE bpa_import SET date_created = $1 WHERE id = (SELECT max(id) FROM bpa_import)`, [
    new Date(server.clock.now() - 31 * DAY_MS),
  ]);
  wake();
  expect(await eventually(left, (count) => count < before)).toBe(before - 1);
});
