// Tests pages, lists and single processes: filters, order, contents, and the bounds of what is answered at once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminServer, modelOf, query, type Saved, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
let broken: Saved;
beforeAll(async () => {
  server = await startAdminServer();
  await server.saved({
    bpmnXml: modelOf('alpha', { task: 'Işık yak' }),
    namespace: 'a',
    tags: ['x', 'y'],
    name: 'İlk',
  });
  await server.saved({
    bpmnXml: modelOf('beta', { name: '100 %_\\' }),
    namespace: 'b',
    tags: ['y'],
    description: 'Second 50%',
  });
  broken = await server.saved({
    bpmnXml: modelOf('gamma').replace('targetRef="done"', 'targetRef="nowhere"'),
    namespace: 'b',
  });
  await server.saved({ code: 'delta', type: 'FORM', namespace: 'c' });
});
afterAll(() => server?.stop());

const page = (body: object = {}) =>
  server.as<{ data: Saved[]; totalElements: number }>(server.admin, 'POST', '/process/page', body);
const codes = async (body: object = {}): Promise<string[]> =>
  (await page({ pageable: { sort: { properties: ['code'] } }, ...body })).body.data.map(({ code }) => code);

it('bpmn-admin 1: pages answer by every filter, in the order asked for, with an exact total', async () => {
  expect(await codes()).toEqual(['alpha', 'beta', 'delta', 'gamma']);
  expect((await page()).body.data.map(({ code }) => code)).toEqual(['delta', 'gamma', 'beta', 'alpha']);
  const cases: readonly (readonly [object, string[]])[] = [
    [{ namespace: 'b' }, ['beta', 'gamma']],
    [{ namespaces: ['a', 'c'] }, ['alpha', 'delta']],
    [{ codes: ['alpha', 'zeta'] }, ['alpha']],
    [{ ids: [broken.id] }, ['gamma']],
    [{ uuid: broken.uuid }, ['gamma']],
    [{ name: 'ilk' }, ['alpha']],
    [{ description: '50%' }, ['beta']],
    [{ description: '%' }, ['beta']],
    [{ text: 'IŞIK' }, ['alpha']],
    [{ text: 'ışık' }, ['alpha']],
    [{ text: 'elt' }, ['delta']],
    [{ text: 'a_b' }, []],
    [{ tags: ['y'] }, ['alpha', 'beta']],
    [{ tags: ['x', 'y'] }, ['alpha']],
    [{ type: 'FORM' }, ['delta']],
    [{ status: 'EMPTY' }, ['delta']],
    [{ status: 'DRAFT' }, ['alpha', 'beta', 'gamma']],
    [{ deployable: true }, ['alpha', 'beta']],
    [{ deployable: false }, ['delta', 'gamma']],
    [{ createdBy: 'ADM' }, ['alpha', 'beta', 'delta', 'gamma']],
    [{ updatedBy: 'nobody' }, []],
    [{ dateCreatedFrom: broken.dateCreated, dateCreatedTo: broken.dateCreated }, []],
    [{ dateUpdatedTo: '2001-01-01T00:00:00Z' }, []],
  ];
  for (const [filter, expected] of cases) expect([filter, await codes(filter)]).toEqual([filter, expected]);
  const second = await page({ pageable: { pageNumber: 1, pageSize: 3, sort: { properties: ['code'] } } });
  expect([second.body.data.map(({ code }) => code), second.body.totalElements]).toEqual([['gamma'], 4]);
  for (const property of ['name', 'namespace', 'dateUpdated', 'dateCreated', 'currentVersion', 'status']) {
    expect((await page({ pageable: { sort: { properties: [property] } } })).status).toBe(200);
  }
  const unknown = await page({ pageable: { sort: { properties: ['secret'] } } });
  expect(unknown.error?.errorArguments).toMatchObject([{ code: 'SORT_PROPERTY_UNKNOWN' }]);
});

it('bpmn-admin 1: contents come where they are asked for, twenty processes at a time', async () => {
  const small = { pageable: { pageSize: 20 }, code: 'alpha' };
  expect((await page({ ...small, withXml: true, withSvg: true })).body.data).toMatchObject([
    { bpmnXml: modelOf('alpha', { task: 'Işık yak' }), svg: null },
  ]);
  expect((await page(small)).body.data[0]).not.toHaveProperty('bpmnXml');
  const large = await page({ withXml: true, pageable: { pageSize: 21 } });
  expect(large.error?.errorArguments).toMatchObject([{ field: 'pageable.pageSize', code: 'OUT_OF_RANGE' }]);
  for (let number = 0; number < 20; number += 1)
    await server.saved({ code: `many-${number}`, type: 'FORM', namespace: 'many' });
  const list = (body: object) => server.as<Saved[]>(server.admin, 'POST', '/process/list', body);
  expect((await list({ namespace: 'many', withXml: true })).body).toHaveLength(20);
  await server.saved({ code: 'one-more', type: 'FORM', namespace: 'many' });
  expect((await list({ namespace: 'many', withXml: true })).error?.errorCode).toBe('RESULT_TOO_LARGE');
  expect((await list({ namespace: 'many' })).body).toHaveLength(21);
});

it('bpmn-admin 1: the namespaces and the current version of a code are told', async () => {
  expect((await server.as(server.admin, 'GET', '/process/namespaces')).body).toEqual(
    expect.arrayContaining(['a', 'b', 'c']),
  );
  expect((await server.as(server.admin, 'GET', '/process/version/current/alpha')).body).toBe(1);
  expect((await server.as(server.admin, 'GET', '/process/version/current/delta')).body).toBe(0);
});

it('bpmn-admin 10: what older rules have said is said anew to whoever reads, and kept', async () => {
  await query(server, `UPDATE bpa_process SET rules_version = 'older', problem_counts = '{}' WHERE id = $1`, [
    broken.id,
  ]);
  expect((await server.get(broken.id)).problemCounts).toEqual(broken.problemCounts);
  const [row] = await query<{ version: string; kept: unknown }>(
    server,
    'SELECT rules_version AS version, problem_counts AS kept FROM bpa_process WHERE id = $1',
    [broken.id],
  );
  expect(row!.version).not.toBe('older');
  expect(row!.kept).toMatchObject({ lenient: broken.problemCounts });
});

it('bpmn-admin 11: versions are listed and read, and an older one is restored as a new one', async () => {
  const [one, two] = [modelOf('epsilon'), modelOf('epsilon', { task: 'Two' })];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><rect width="1" height="1"/></svg>';
  const { id } = await server.saved({ bpmnXml: one, svg });
  await server.save({ id, version: 0, bpmnXml: two });
  const versions = () => server.as<Record<string, unknown>[]>(server.admin, 'GET', `/process/${id}/versions`);
  expect((await versions()).body.map(({ versionNumber, hasSvg, origin }) => [versionNumber, hasSvg, origin])).toEqual([
    [2, false, 'SAVE'],
    [1, true, 'SAVE'],
  ]);
  const read = (path: string) => server.as<string>(server.admin, 'GET', `/process/${id}/versions/${path}`);
  expect((await read('1/xml')).body).toBe(one);
  expect((await read('1/svg')).body).not.toContain('onload');
  expect((await read('2/svg')).error?.errorCode).toBe('DIAGRAM_NOT_FOUND');
  for (const path of ['3', '3/xml', '3/svg'])
    expect((await read(path)).error?.errorCode).toBe('PROCESS_VERSION_NOT_FOUND');
  const restore = (number: number, version: number) =>
    server.as(server.admin, 'POST', `/process/${id}/versions/${number}/restore`, { version, comment: 'back' });
  expect((await restore(1, 0)).error?.errorCode).toBe('VERSION_CONFLICT');
  expect((await restore(9, 1)).error?.errorCode).toBe('PROCESS_VERSION_NOT_FOUND');
  expect((await restore(1, 1)).body).toMatchObject({ currentVersion: 3, version: 2 });
  expect((await server.get(id, '?withXml=true')).bpmnXml).toBe(one);
  expect((await read('3')).body).toMatchObject({ origin: 'RESTORE', comment: 'back', hasSvg: true });
  const missing = await server.as(server.admin, 'GET', '/process/999999/versions');
  expect(missing.error?.errorCode).toBe('PROCESS_NOT_FOUND');
});
