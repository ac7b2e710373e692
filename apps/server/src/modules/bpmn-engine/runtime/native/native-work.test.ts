// Tests native calls over HTTP: what the own actions do, whose rights they have, and what a registered one adds to the commit.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import type { LookupAddress } from 'node:dns';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createAddressGuard } from '../../../../kernel/outbound/address-guard.ts';
import { createOutbound } from '../../../../kernel/outbound/outbound.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { type OtherSide, startOtherSide } from '../../../../testing/other-side.ts';
import { createPersonWithRoles, createRole, type Person } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import type { ActionCall } from '../../api.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { dmnFile, TEN_RULES, table } from '../../testing/decision-models.ts';
import { chained, deployed, END, START, startedOf, task, WAIT } from '../../testing/driven-process.ts';
import { outcome, startEngine, startPath } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

let server: TestServer;
let admin: Person;
let side: OtherSide;
const seen: { readonly method: string; readonly key: string; readonly body: string }[] = [];
const calls: ActionCall[] = [];
let jobAnswers: (() => number)[] = [];

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method = '', headers } = request;
    seen.push({ method, key: String(headers['idempotency-key']), body: Buffer.concat(chunks).toString() });
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
};

beforeAll(async () => {
  side = await startOtherSide(echo);
  const guard = createAddressGuard(async () => [LOOPBACK]);
  ({ server, admin } = await startEngine({ outbound: createOutbound(guard) }));
  server.settings.set('bpmn-engine.http.allow', 'erp.example');
  await createRole(admin, 'ROLE_BUILDER', ['BPMN_DEPLOY', 'BPMN_DEFINITION_MANAGE', 'BPMN_JOB_MANAGE']);
  await createRole(admin, 'ROLE_PLAIN_BUILDER', ['BPMN_DEPLOY', 'BPMN_DEFINITION_MANAGE']);
  const { bpmnEngine } = server.apis;
  const named = { required: [], optional: ['text'], authority: null };
  bpmnEngine.registerAction({
    ...named,
    name: 'test.note',
    kind: 'prepare',
    prepare(call) {
      calls.push(call);
      const text = String(call.parameters.text);
      const { username, tenantIdentifier } = call.person;
      const actor = { username, tenantIdentifier, ipAddress: null, requestId: null };
      const add: Parameters<typeof server.kernel.events.add>[0] extends infer Changes
        ? (changes: Changes) => void
        : never = (changes) => server.kernel.events.add(changes, bpmnEngineEvents.deployed, actor, text);
      return Promise.resolve({ value: text.length, add });
    },
  });
  bpmnEngine.registerAction({
    ...named,
    name: 'test.guarded',
    authority: 'BPMN_JOB_MANAGE',
    kind: 'read',
    read: async ({ person }) => person.username,
  });
  bpmnEngine.registerAction({ ...named, name: 'test.denied', kind: 'read', read: async () => fail('ACCESS_DENIED') });
  bpmnEngine.registerAction({ ...named, name: 'test.broken', kind: 'read', read: async () => fail('TENANT_DISABLED') });
  bpmnEngine.registerAction({
    ...named,
    name: 'test.job',
    kind: 'job',
    run: async (call) => {
      calls.push(call);
      return jobAnswers.shift()?.() ?? 0;
    },
  });
});
afterAll(async () => {
  await server.stop();
  await side.stop();
});

type Parameters_ = Readonly<Record<string, string>>;

/** A service task `call`, whose result is `r`. */
function call(name: string, parameters: Parameters_ = {}): string {
  const withs = Object.entries(parameters).map(([key, value]) => `<keelson:with name="${key}" value="${value}"/>`);
  return `<serviceTask id="call" keelson:call="${name}" keelson:resultVariable="r"><extensionElements>${withs.join('')}</extensionElements></serviceTask>`;
}

const calling = (name: string, parameters?: Parameters_, ...behind: string[]) =>
  chained([START, call(name, parameters), ...behind, END]);

async function run(content: string, variables: object = {}, by = admin) {
  const { key } = await deployed(by, content);
  return admin.post(`${startPath}/${key}`, { variables, returnVariables: true });
}

async function problemOf(instanceId: string) {
  const answer = await admin.post('/management/incidents/page', { processInstanceId: instanceId });
  const [{ id, message, elementId, type } = {} as Record<string, string>] = answer.body.data;
  return { id, message, elementId, type };
}

const resultOf = async (id: string) => (await admin.get(`/process-instance/${id}?withVariables=r`)).body.variables.r;

const notes = async (text: string): Promise<number> => {
  const count = sql('test_native_notes', 'SELECT count(*)::int AS n FROM log_recorded_event WHERE subject = $1');
  return (await server.kernel.database.rows<{ n: number }>(count, [text]))[0]!.n;
};

let people = 0;
const builder = (role = 'ROLE_BUILDER') => createPersonWithRoles(admin, server.url, `builder-${++people}`, [role]);

async function userOf({ username }: Person) {
  return (await admin.get(`/users/by-username/${username}`)).body;
}

describe('the own actions', () => {
  it('read a setting that everybody who has signed in may read, and no other', async () => {
    for (const [code, visibility, type] of [
      ['native.open', 'SESSION', 'STRING'],
      ['native.inner', 'RESTRICTED', 'STRING'],
      ['native.hidden', 'RESTRICTED', 'SECRET'],
    ]) {
      const made = await admin.post('/settings', { code, name: code, type, visibility });
      expect(made.errorDetail).toBeNull();
      expect((await admin.put('/settings/value', { code, value: 'v' })).status).toBe(200);
    }
    const { body } = await run(calling('setting.read', { code: '${code}' }), { code: 'native.open' });
    expect(body.variables).toMatchObject({ r: 'v' });
    const expressed = '<serviceTask id="said" keelson:expression="${setting(code)}" keelson:resultVariable="r"/>';
    const said = chained([START, expressed, END]);
    expect((await run(said, { code: 'native.open' })).body.variables).toMatchObject({ r: 'v' });
    for (const code of ['native.inner', 'native.hidden', 'native.none']) {
      const refused = await run(calling('setting.read', { code }));
      expect(outcome(refused)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
      expect(refused.errorDetail.errorDetail).toBe(`SETTING_UNKNOWN: no setting ${code} can be read`);
      expect(outcome(await run(said, { code }))).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    }
    expect((await run(calling('setting.read', { code: 'native.none', default: 'd' }))).body.variables).toEqual({
      r: 'd',
    });
  });

  it('send a request by a job, known by its id, to addresses that are allowed', async () => {
    const url = `http://erp.example:${side.port}/orders`;
    const { key } = await deployed(
      admin,
      calling('http.request', { url: '${url}', method: 'post', body: '${order}' }, task('after')),
    );
    const sent = await startedOf(admin, key, { variables: { url, order: { n: 1 } } });
    await sent.standsAt('after');
    expect(await resultOf(sent.id)).toMatchObject({ statusCode: 200, response: { ok: true } });
    expect(seen).toEqual([{ method: 'POST', key: expect.stringMatching(`^${sent.id}-j\\d+$`), body: '{"n":1}' }]);
    const refused = await startedOf(admin, key, { variables: { url: 'http://intra.example/', order: null } });
    await vi.waitFor(async () => {
      server.clock.advance(60_000);
      expect((await problemOf(refused.id)).message).toMatch(/^ADDRESS_REFUSED/);
    }, WAIT);
    expect(seen).toHaveLength(1);
  });

  it('make a decision, told in the timeline', async () => {
    const amounts = dmnFile(table('native-level', { rules: TEN_RULES }));
    expect((await admin.deploy([['native-level.dmn', amounts]])).errorDetail).toBeNull();
    const { body } = await run(calling('decision.evaluate', { key: 'native-level' }), { amount: 42 });
    expect(body.variables.r).toEqual([{ level: 'l4' }]);
    const { data } = (await admin.get(`/history/process-instance/${body.id}/timeline`)).body;
    expect(data.map(({ kind }: { kind: string }) => kind)).toContain('DECISION_MADE');
    const given = calling('decision.evaluate', { key: 'native-level', variables: '${own}', version: '1' });
    expect((await run(given, { own: { amount: 7 } })).body.variables.r).toEqual([{ level: 'l0' }]);
    expect((await run(given, { own: 7 })).errorDetail.errorDetail).toContain('variables is no map');
    const none = await run(calling('decision.evaluate', { key: 'nothing' }));
    expect(none.errorDetail.errorArguments).toMatchObject([{ elementId: 'call', code: 'DECISION_FAILED' }]);
  });
});

describe('a deployment', () => {
  it.each([
    ['a name that nobody has registered', 'mail.fly', { template: 't' }, 'mail.fly'],
    ['a parameter that is missing', 'setting.read', {}, 'code'],
    ['a parameter that is unknown', 'setting.read', { code: 'a', kode: 'b' }, 'kode'],
  ])('refuses %s by EXE-20', async (_, name, parameters, told) => {
    const file = bpmnFile('wrong-call', calling(name, parameters as Parameters_));
    const { status, errorDetail } = await admin.deploy([['wrong.bpmn', file]]);
    expect([status, errorDetail.errorArguments[0].ruleId]).toEqual([422, 'EXE-20']);
    expect(errorDetail.errorArguments[0]).toMatchObject({ elementId: 'call', message: expect.stringContaining(told) });
  });

  it('takes a name that is computed, which is checked when it is called', async () => {
    const content = calling('${name}', { code: 'native.open' });
    const wrong = await Promise.all(['nothing.here', 'http.request'].map((name) => run(content, { name })));
    expect(wrong.map(({ errorDetail }) => errorDetail.errorDetail)).toEqual([
      'ACTION_UNKNOWN: there is no native call nothing.here',
      'PARAMETERS_INVALID: http.request: url, code',
    ]);
  });

  it('knows a name once', () => {
    const twice = { name: 'setting.read', required: [], optional: [], authority: null, kind: 'read' } as const;
    expect(() => server.apis.bpmnEngine.registerAction({ ...twice, read: async () => null })).toThrow(
      /registered twice/,
    );
  });
});

describe('a registered action', () => {
  it('adds what it prepared to the commit in which the token moves on', async () => {
    const { body } = await run(calling('test.note', { text: 'note-kept' }));
    expect([body.variables, await notes('note-kept')]).toEqual([{ r: 9 }, 1]);
  });

  it('adds nothing where the burst fails behind it', async () => {
    const broken = '<serviceTask id="wrong" keelson:expression="${nothing}"/>';
    const { status } = await run(calling('test.note', { text: 'note-undone' }, broken));
    expect([status, await notes('note-undone')]).toEqual([422, 0]);
  });

  it('adds nothing where its own element cannot take the result, and once when it is tried again', async () => {
    const mapped = call('test.note', { text: '${text}' }).replace(
      '</extensionElements>',
      '<keelson:inputOutput><keelson:outputParameter name="out">${missing}</keelson:outputParameter></keelson:inputOutput></extensionElements>',
    );
    const { key } = await deployed(admin, chained([START, mapped, task('after'), END]));
    const instance = await startedOf(admin, key, { variables: { text: 'note-again' }, onFailure: 'INCIDENT' });
    expect(await notes('note-again')).toBe(0);
    const { id } = await problemOf(instance.id);
    const variables = { missing: 1 };
    const retried = await admin.post(`/management/incidents/${id}/resolve`, { action: 'RETRY', variables });
    expect(retried.errorDetail).toBeNull();
    await instance.standsAt('after');
    expect(await notes('note-again')).toBe(1);
  });

  it('fails as its code says, and is an incident where it is denied, whatever the model says', async () => {
    const broken = await run(calling('test.broken'));
    expect(broken.errorDetail.errorArguments).toMatchObject([{ code: 'CALL_FAILED', elementId: 'call' }]);
    expect(broken.errorDetail.errorDetail).toMatch(/^TENANT_DISABLED: /);
    const denied = await run(calling('test.denied'));
    expect([denied.status, denied.body.incidentCount]).toEqual([200, 1]);
    expect(await problemOf(denied.body.id)).toMatchObject({
      elementId: 'call',
      message: expect.stringMatching(/^ACCESS_DENIED: /),
    });
  });

  it('of the kind job is tried again under the same id', async () => {
    calls.length = 0;
    jobAnswers = [() => fail('TENANT_DISABLED'), () => 7];
    const { key } = await deployed(admin, calling('test.job', {}, task('after')));
    const instance = await startedOf(admin, key);
    await vi.waitFor(async () => {
      server.clock.advance(60_000);
      expect(await instance.names()).toEqual(['after']);
    }, WAIT);
    expect(await resultOf(instance.id)).toBe(7);
    const ids = calls.map((each) => (each as ActionCall & { jobId: string }).jobId);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});

describe('the person behind a definition', () => {
  const guarded = () => calling('test.guarded', {}, task('after'));
  const retry = async (instanceId: string) => {
    const { id } = await problemOf(instanceId);
    return admin.post(`/management/incidents/${id}/resolve`, { action: 'RETRY' });
  };

  it('is whoever deployed it, never whoever starts it', async () => {
    const plain = await builder('ROLE_PLAIN_BUILDER');
    const { body } = await run(guarded(), {}, plain);
    expect(body.incidentCount).toBe(1);
    expect((await problemOf(body.id)).message).toBe(
      `AUTHORITY_MISSING: ${plain.username}, as whom the definition acts, does not hold BPMN_JOB_MANAGE`,
    );
    calls.length = 0;
    await run(calling('test.note', { text: 'who' }), {}, plain);
    expect(calls[0]?.person).toMatchObject({ username: plain.username, tenantIdentifier: 'default' });
    const holds = (authority: string) => calls[0]?.person.holds(authority);
    expect([holds('BPMN_DEPLOY'), holds('BPMN_JOB_MANAGE')]).toEqual([true, false]);
  });

  it('has the rights of the moment of the call: taken away it is an incident, given again it goes on', async () => {
    const person = await builder();
    const { key } = await deployed(person, guarded());
    const setRoles = async (roleList: string[]) => {
      const { uuid, version } = await userOf(person);
      const answer = await admin.put(`/users/roles/by-uuid/${uuid}`, { version, roleList });
      expect(answer.errorDetail).toBeNull();
    };
    await setRoles(['ROLE_USER']);
    const instance = await startedOf(admin, key);
    expect((await problemOf(instance.id)).message).toMatch(/^AUTHORITY_MISSING/);
    await setRoles(['ROLE_USER', 'ROLE_BUILDER']);
    expect((await retry(instance.id)).errorDetail).toBeNull();
    await instance.standsAt('after');
  });

  it('cannot act while it may not sign in, and acts on under another name', async () => {
    const person = await builder();
    const { key } = await deployed(person, guarded());
    const { uuid } = await userOf(person);
    expect((await admin.post(`/users/deactivate/by-uuid/${uuid}`)).errorDetail).toBeNull();
    const instance = await startedOf(admin, key);
    expect((await problemOf(instance.id)).message).toBe(
      `PERSON_GONE: ${person.username}, as whom the definition acts, is gone or may not sign in`,
    );
    expect((await admin.post(`/users/activate/by-uuid/${uuid}`)).errorDetail).toBeNull();
    const { version } = await userOf(person);
    const username = `${person.username}-anew`;
    expect((await admin.put('/users', { uuid, version, username })).errorDetail).toBeNull();
    await retry(instance.id);
    await instance.standsAt('after');
  });

  it('is nobody else who comes to the name', async () => {
    const person = await builder('ROLE_PLAIN_BUILDER');
    const { key } = await deployed(person, guarded());
    const { uuid } = await userOf(person);
    expect((await admin.remove(`/users/by-uuid/${uuid}`)).errorDetail).toBeNull();
    const rename = sql(
      'test_native_rename',
      'UPDATE auth_user SET username = $1, username_folded = $1 WHERE uuid = $2',
    );
    const mighty = await builder();
    const { uuid: other } = await userOf(mighty);
    await server.kernel.database.execute(rename, [`${person.username}-gone`, uuid]);
    await server.kernel.database.execute(rename, [person.username, other]);
    const instance = await startedOf(admin, key);
    expect((await problemOf(instance.id)).message).toMatch(/^PERSON_GONE/);
  });
});
