// Tests what editors post of a model: every place of a name, autosaves, the editor's own source, conflicts and bounds.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call } from '../../../testing/sign-in.ts';
import { type AdminServer, modelOf, query, type Saved, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
let process: Saved;
let made = 0;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  made += 1;
  process = await server.saved({ bpmnXml: modelOf(`node-${made}`) });
});

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const post = (fields: Record<string, string>, query = '') =>
  server.post(process.modelId, form(fields), server.admin, query);
const next = (task: string) => modelOf(`node-${made}`, { task });
const now = () => server.get(process.id, '?withXml=true');

it('bpmn-admin 4: plain fields make the next version, and the answer says which and of which record', async () => {
  const answer = await post({ bpmn_xml: next('B'), name: 'N', description: 'D', namespace: 'ns', comment: 'why' });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  expect([answer.headers.get('x-svc-process-version'), answer.headers.get('x-svc-record-version')]).toEqual(['2', '1']);
  expect(await now()).toMatchObject({
    name: 'N',
    description: 'D',
    namespace: 'ns',
    bpmnXml: next('B'),
    currentVersion: 2,
  });
  const version = await server.as(server.admin, 'GET', `/process/${process.id}/versions/2`);
  expect(version.body).toMatchObject({ comment: 'why', origin: 'SAVE' });
});

it('bpmn-admin 4: a name is read plainly, as all[name], as all.name, as JSON in all and from the query, in this order', async () => {
  await post(
    { 'all[name]': 'in brackets', name: 'plain', 'all.name': 'behind a dot', all: '{"name":"in JSON"}' },
    '?name=asked',
  );
  expect((await now()).name).toBe('plain');
  await post({ 'all.name': 'behind a dot', 'all[name]': 'in brackets', all: '{"name":"in JSON"}' }, '?name=asked');
  expect((await now()).name).toBe('in brackets');
  await post({ all: '{"name":"in JSON","unknown":1}', 'all.name': 'behind a dot' }, '?name=asked');
  expect((await now()).name).toBe('behind a dot');
  await post({ all: '{"name":"in JSON","newversion":false}', empty: 'true' }, '?name=asked');
  expect((await now()).name).toBe('in JSON');
  await post({ empty: 'false' }, '?name=asked&all%5Bdescription%5D=also');
  expect(await now()).toMatchObject({ name: 'asked', description: 'also' });
  await server.post(process.modelId, 'name=first&name=second');
  expect((await now()).name).toBe('first');
});

it('bpmn-admin 4: what is not known is named and left out; a form with nothing that is known is refused', async () => {
  const answer = await post({ name: 'N', editor: 'x', 'all[other]': 'y' });
  expect([answer.status, answer.headers.get('x-svc-ignored-fields')]).toEqual([200, 'editor, all[other]']);
  for (const nothing of ['', 'editor=x', 'empty=true', 'all={}']) {
    const { status, error } = await server.post(process.modelId, nothing);
    expect([nothing, status, error?.errorArguments]).toEqual([
      nothing,
      400,
      [expect.objectContaining({ code: 'FORM_EMPTY' })],
    ]);
  }
  const wrong = await post({ version: 'x', newversion: 'perhaps', json_xml: 'no json' });
  expect(wrong.error?.errorArguments).toMatchObject([
    { field: 'version' },
    { field: 'newversion' },
    { field: 'json_xml' },
  ]);
  expect((await post({ all: '{"name":' })).error?.errorArguments).toMatchObject([{ field: 'all', code: 'FORMAT' }]);
  const json = await call(server, 'POST', `/process/model/${process.modelId}`, {
    token: server.admin,
    body: { name: 'x' },
  });
  expect(json.status).toBe(415);
  expect((await server.post(999_999, 'name=x')).error?.errorCode).toBe('MODEL_NOT_FOUND');
});

it('bpmn-admin 5: autosaves wait in the working copy until a save wants a version', async () => {
  for (const task of ['B', 'C', 'D']) await post({ bpmn_xml: next(task), newversion: 'false' });
  expect(await now()).toMatchObject({ currentVersion: 1, version: 3, bpmnXml: modelOf(`node-${made}`) });
  await post({ newversion: 'true', comment: 'done for today' });
  expect(await now()).toMatchObject({ currentVersion: 2, bpmnXml: next('D') });
  await post({ bpmn_xml: next('D') });
  expect((await now()).currentVersion).toBe(2);
});

it('bpmn-admin 4: an editor’s own source lies beside the content; without XML it makes the content stale', async () => {
  await post({ json_xml: modelOf(`node-${made}`, { task: 'as XML' }) });
  expect(await now()).toMatchObject({ currentVersion: 2, bpmnXml: next('as XML') });
  await post({ bpmn_xml: next('E'), json_xml: '{"shapes":[]}' });
  expect((await now()).currentVersion).toBe(3);
  const deploy = () => server.as(server.admin, 'POST', `/process/${process.id}/deploy`, {});
  expect((await deploy()).status).toBe(200);
  await post({ json_xml: '{"shapes":[1]}' });
  expect((await deploy()).error?.errorCode).toBe('MODEL_XML_STALE');
  await post({ bpmn_xml: next('F'), json_xml: '{"shapes":[1]}' });
  expect((await deploy()).status).toBe(200);
});

it('bpmn-admin 5: a picture belongs to its version, is kept without scripts, and what is none is refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script><rect width="1" height="1"/></svg>';
  await post({ bpmn_xml: next('G'), svg_xml: svg });
  expect((await server.get(process.id, '?withSvg=true')).svg).toMatch(/<rect/);
  expect((await server.get(process.id, '?withSvg=true')).svg).not.toContain('script');
  await post({ bpmn_xml: next('H') });
  const picture = (number: number) => server.as(server.admin, 'GET', `/process/${process.id}/versions/${number}/svg`);
  expect((await picture(2)).status).toBe(200);
  expect((await post({ svg_xml: '<html/>' })).error?.errorArguments).toMatchObject([
    { field: 'svg_xml', code: 'FORMAT' },
  ]);
});

it('bpmn-admin 6: a stale version is refused with the current one, and without a version the last writer wins', async () => {
  await post({ name: 'A', version: '0' });
  expect((await post({ name: 'B', version: '0' })).error).toMatchObject({
    errorCode: 'VERSION_CONFLICT',
    errorArguments: [{ version: 1 }],
  });
  const both = await Promise.all(['X', 'Y'].map((task) => post({ bpmn_xml: next(task), version: '1' })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await Promise.all(['U', 'V'].map((task) => post({ bpmn_xml: next(task) })));
  expect((await now()).currentVersion).toBe(4);
});

it('bpmn-admin 4: a model of several MiB arrives whole, and one beyond the bounds is refused without harm', async () => {
  const filler = `<!-- ${'ş'.repeat(200_000)} -->`;
  const large = next('L').replace('<!-- kept as it is -->', filler);
  expect((await post({ bpmn_xml: large })).status).toBe(200);
  expect((await now()).bpmnXml).toBe(large);
  const tooLarge = await server.post(process.modelId, `bpmn_xml=${'a'.repeat(10 * 1_048_576 + 1)}`);
  expect(tooLarge.status).toBe(413);
  expect((await server.post(process.modelId, `name=${'a'.repeat(32 * 1_048_576)}`)).status).toBe(413);
  expect((await now()).bpmnXml).toBe(large);
  const rows = await query(server, 'SELECT FROM bpa_version WHERE process_id = $1', [process.id]);
  expect(rows).toHaveLength(2);
});

it('bpmn-admin 4: content that cannot be read is refused with the place where it breaks, and changes nothing', async () => {
  const before = await now();
  const broken = await post({ bpmn_xml: '<definitions>\n  <process id="p">', name: 'N' });
  expect([broken.status, broken.error?.errorCode]).toEqual([422, 'MODEL_NOT_READABLE']);
  expect(broken.error?.errorArguments).toMatchObject([{ ruleId: 'DOC-01', line: 2, column: 18 }]);
  const other = await post({ bpmn_xml: '<html/>', name: 'N' });
  expect([other.status, other.error?.errorArguments]).toEqual([422, [{ reason: 'ROOT' }]]);
  expect(await now()).toEqual(before);
});

it('bpmn-admin 4: a large map and a large source are read as small ones are, and each field has its bound', async () => {
  const filler = 'x'.repeat(100_000);
  await post({ all: JSON.stringify({ name: 'in a large map', other: filler, comment: 1 }) });
  expect((await now()).name).toBe('in a large map');
  expect((await post({ all: `{"name": "${filler}` })).error?.errorArguments).toMatchObject([{ field: 'all' }]);
  await post({ json_xml: `{"shapes": "${filler}"}` });
  const draft = await server.as<{ jsonXml: string }>(server.admin, 'GET', `/process/model/${process.modelId}`);
  expect(draft.body.jsonXml).toHaveLength(filler.length + 14);
  expect((await post({ json_xml: `{"shapes": "${filler}` })).error?.errorArguments).toMatchObject([
    { field: 'json_xml', code: 'FORMAT' },
  ]);
  for (const [field, bytes] of [
    ['svg_xml', 5 * 1_048_576],
    ['json_xml', 10 * 1_048_576],
    ['all', 16 * 1_048_576],
  ] as const) {
    expect([field, (await server.post(process.modelId, `${field}=${'1'.repeat(bytes + 1)}`)).status]).toEqual([
      field,
      413,
    ]);
  }
});
