// Tests deployments, versions and files one by one: made, judged without being made, shown, and given back byte for byte.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person, readAnswer } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { dmnFile, table } from '../testing/decision-models.ts';
import { createStranger, outcome, start, startEngine } from '../testing/engine-server.ts';
import { singleElementFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

type File = readonly [name: string, text: string];

/** Sends files under the part `files`. */
async function send(path: string, files: readonly File[], fields = {}, headers = {}, as = admin) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, text] of files) form.append('files', new Blob([text]), name);
  const authorization = { authorization: `Bearer ${as.token}`, ...headers };
  return readAnswer(await fetch(server.url + path, { method: 'POST', headers: authorization, body: form }));
}
const make = (files: readonly File[], fields = {}, headers = {}) =>
  send('/repository/deployments', files, fields, headers);
const judge = (files: readonly File[], fields = {}, as = admin) =>
  send('/repository/validate', files, fields, { 'accept-language': 'en' }, as);
const countOf = async (key: string) => (await admin.post('/repository/definitions/page', { key })).body.totalElements;
const rules = ({ body }: { body: { ruleId: string }[] }) => body.map(({ ruleId }) => ruleId);
const limitFile = (key: string) => dmnFile(table(key, { rules: [['<= 5', '"one"']] }));
const broken = (key: string) => userTaskFile(key).replace('targetRef="end"', 'targetRef="none"');

describe('a deployment that is made', () => {
  it('is answered as its page shows it', async () => {
    const { body } = await make(
      [
        ['made.bpmn', userTaskFile('made')],
        ['limit.dmn', limitFile('leave-limit')],
      ],
      { deploymentName: 'Both', source: 'test' },
    );
    expect(body).toMatchObject({ name: 'Both', source: 'test', deployedBy: 'admin', decisions: ['leave-limit'] });
    expect(body.definitions).toMatchObject([{ key: 'made', version: 1 }]);
    expect((await admin.get(`/repository/deployments/${body.id}`)).body).toEqual(body);
    expect((await admin.post('/repository/deployments/page', { id: body.id })).body.data).toEqual([body]);
  });

  it('makes nothing anew of what is unchanged, and answers the one that holds it', async () => {
    const files: File[] = [['same.bpmn', userTaskFile('same')]];
    const first = await make(files);
    const second = await make(files, { deploymentName: 'Again' });
    expect(second.body).toMatchObject({ id: first.body.id, name: 'same.bpmn', unchanged: ['same'] });
    expect((await make(files, { force: true })).body.definitions).toMatchObject([{ key: 'same', version: 2 }]);
  });

  it('is made once for a key of idempotency', async () => {
    const files: File[] = [['once.bpmn', userTaskFile('once')]];
    const header = { 'idempotency-key': 'deploy-once' };
    const first = await make(files, { force: true }, header);
    expect(await make(files, { force: true }, header)).toMatchObject({ status: 200, body: first.body });
    expect(await countOf('once')).toBe(1);
  });

  it('is refused whole, with every problem of every file', async () => {
    const refused = await make([
      ['good.bpmn', userTaskFile('good')],
      ['bad.bpmn', broken('bad')],
    ]);
    expect(outcome(refused)).toEqual([422, 'DEPLOYMENT_INVALID']);
    expect(refused.errorDetail.errorArguments[0]).toMatchObject({ file: 'bad.bpmn', severity: 'ERROR' });
    const twice = await make([
      ['one.bpmn', userTaskFile('good')],
      ['two.bpmn', userTaskFile('good')],
    ]);
    expect(outcome(twice)).toEqual([409, 'DUPLICATE_KEY']);
    expect(await countOf('good')).toBe(0);
  });

  it('takes each file under a name of its own', async () => {
    const refused = await make([
      ['a.bpmn', userTaskFile('named-a')],
      ['a.bpmn', userTaskFile('named-b')],
    ]);
    expect(outcome(refused)).toEqual([400, 'VALIDATION_FAILED']);
    expect(refused.errorDetail.errorArguments).toMatchObject([{ field: 'files' }]);
  });
});

describe('files that are judged', () => {
  it('bpmn-engine 44: are told what a deployment of them would be told, and none is made', async () => {
    const files: File[] = [
      ['good.bpmn', userTaskFile('judged-good')],
      ['bad.bpmn', broken('judged-bad')],
    ];
    const told = await judge(files);
    const refused = await make(files);
    expect(told.status).toBe(200);
    expect(told.body).toEqual(refused.errorDetail.errorArguments);
    expect(await countOf('judged-good')).toBe(0);
  });

  it('are judged by the strictness that is named, beside what is deployed', async () => {
    const calling = (key: string) =>
      singleElementFile('caller', `<callActivity id="work" calledElement="${key}"/>`, 'work');
    const missing = await judge([['c.bpmn', calling('not-there')]], { strictness: 'spec' });
    expect(missing.body[0]).toMatchObject({ ruleId: 'EXE-10', severity: 'ERROR' });
    const lenient = await judge([['c.bpmn', calling('not-there')]], { strictness: 'lenient' });
    expect(lenient.body.find(({ ruleId }: { ruleId: string }) => ruleId === 'EXE-10')).toMatchObject({
      severity: 'WARNING',
    });
    await make([['called.bpmn', userTaskFile('called')]]);
    expect(rules(await judge([['c.bpmn', calling('called')]], { strictness: 'spec' }))).not.toContain('EXE-10');
  });

  it('are answered of a key that stands in several of them', async () => {
    const told = await judge([
      ['one.bpmn', userTaskFile('twice')],
      ['two.bpmn', userTaskFile('twice')],
    ]);
    expect(told.status).toBe(200);
    expect(told.body[0]).toMatchObject({ ruleId: 'DUPLICATE_KEY', severity: 'ERROR', elementId: 'twice' });
    expect(told.body[0].message).toContain('twice');
  });

  it('may be judged by whoever reads definitions, and by whoever deploys', async () => {
    const files: File[] = [['good.bpmn', userTaskFile('judged-good')]];
    for (const [authority, status] of [
      ['BPMN_DEFINITION_VIEW', 200],
      ['BPMN_DEPLOY', 200],
      ['BPMN_WORKER', 403],
    ] as const) {
      const { body } = await admin.post('/api-keys', { name: authority, authorityList: [authority] });
      expect((await judge(files, {}, createPerson(server.url, 'key', body.key))).status).toBe(status);
    }
  });
});

describe('what is deployed', () => {
  const file = userTaskFile('shown');
  const ask = (path: string, headers = {}, as = admin) =>
    fetch(server.url + path, {
      headers: { authorization: `Bearer ${as.token}`, accept: 'application/xml', ...headers },
    });

  it('bpmn-engine 44: is given back byte for byte, by the deployment and by the version', async () => {
    const { body } = await make([
      ['shown.bpmn', file],
      ['limit.dmn', limitFile('shown-limit')],
    ]);
    const [{ id }] = body.definitions;
    const dmn = await ask(`/repository/deployments/${body.id}/resource?name=limit.dmn`);
    expect(await dmn.text()).toBe(limitFile('shown-limit'));
    const xml = await ask(`/repository/definitions/${id}/xml`);
    expect(await xml.text()).toBe(file);
    expect(xml.headers.get('content-disposition')).toMatch(/^attachment; filename="shown.bpmn"/);
    expect(xml.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = xml.headers.get('etag') ?? '';
    expect(etag).toBe(`"${body.resources[1].sha256}"`);
    expect((await ask(`/repository/definitions/${id}/xml`, { 'if-none-match': etag })).status).toBe(304);
    const json = await admin.get(`/repository/definitions/${id}/xml`, { accept: 'application/json' });
    expect(Buffer.from(json.body, 'base64').toString()).toBe(file);
  });

  it('is told of one version, with what runs of it where the page is asked for that', async () => {
    const { body } = await make([['counted.bpmn', userTaskFile('counted')]]);
    const [{ id }] = body.definitions;
    const first = await start(admin, 'counted');
    await start(admin, 'counted');
    await admin.post(`/process-instance/${first.id}/suspend`, {});
    expect((await admin.get(`/repository/definitions/${id}`)).body).toMatchObject({ key: 'counted', counts: null });
    const page = await admin.post('/repository/definitions/page', { key: 'counted', withCounts: true });
    expect(page.body.data).toMatchObject([{ id, counts: { running: 2, suspended: 1, incidents: 0 } }]);
  });

  it('is not there under another name, nor for another tenant', async () => {
    const { body } = await make([['own.bpmn', userTaskFile('own')]]);
    const [{ id }] = body.definitions;
    const elsewhere = await createStranger({ server, admin }, 'files-elsewhere');
    const deployment = `/repository/deployments/${body.id}`;
    for (const [person, path, code] of [
      [admin, `${deployment}/resource?name=OWN.bpmn`, 'RESOURCE_NOT_FOUND'],
      [admin, '/repository/deployments/no-such-id', 'DEPLOYMENT_NOT_FOUND'],
      [admin, '/repository/definitions/own:9:none', 'DEFINITION_NOT_FOUND'],
      [admin, '/repository/definitions/own:9:none/xml', 'DEFINITION_NOT_FOUND'],
      [elsewhere, deployment, 'DEPLOYMENT_NOT_FOUND'],
      [elsewhere, `${deployment}/resource?name=own.bpmn`, 'DEPLOYMENT_NOT_FOUND'],
      [elsewhere, `/repository/definitions/${id}`, 'DEFINITION_NOT_FOUND'],
      [elsewhere, `/repository/definitions/${id}/xml`, 'DEFINITION_NOT_FOUND'],
    ] as const) {
      expect([path, ...outcome(await person.get(path))]).toEqual([path, 404, code]);
    }
  });
});
