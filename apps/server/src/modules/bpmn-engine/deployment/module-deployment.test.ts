// Tests what other modules have deployed, judged and switched by the engine: in their transaction, and told in the language of who asks.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { createActiveUser, createTenant, login, USER_PASSWORD } from '../../../testing/sign-in.ts';
import { createPerson, type Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import type { BpmnEngineApi, Deployed, DeployRequest } from '../api.ts';
import { actingAs } from '../testing/acting.ts';
import { startedOf, WAIT } from '../testing/driven-process.ts';
import { outcome, startEngine, startPath } from '../testing/engine-server.ts';
import { singleElementFile, userTaskFile } from '../testing/models.ts';

let server: TestServer;
let admin: Person;
let engine: BpmnEngineApi;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  engine = server.apis.bpmnEngine;
});
afterAll(() => server.stop());

class TakenBack extends Error {}

const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => server.database.database.transaction(work);
const fileOf = (name: string, text: string, processModelId: number | null = null) => ({
  name,
  bytes: new TextEncoder().encode(text),
  processModelId,
});
const assigned = (key: string, to: string) => userTaskFile(key, `keelson:assignee="${to}"`);
const bad = singleElementFile('judged', '<userTask id="work" keelson:assignee="${"/>', 'work');

async function deployed(files: DeployRequest['files'], request: Partial<DeployRequest> = {}): Promise<Deployed> {
  const act = actingAs(server);
  const prepared = await engine.prepareDeployment(act, { ...request, files });
  return within((tx) => engine.deploy(act, prepared, tx));
}
const versionsOf = async (key: string) => (await admin.post('/repository/definitions/page', { key })).body.data;
const starts = async (key: string) => outcome(await admin.post(`${startPath}/${key}`, {}));

describe('files of another module', () => {
  it('are refused before there is a transaction, with every problem', async () => {
    const files = [fileOf('bad.bpmn', bad), fileOf('worse.bpmn', '<a>')];
    const refused = engine.prepareDeployment(actingAs(server), { files });
    await expect(refused).rejects.toMatchObject({
      code: 'DEPLOYMENT_INVALID',
      options: {
        errorArguments: expect.arrayContaining([
          expect.objectContaining({ file: 'bad.bpmn', severity: 'ERROR' }),
          expect.objectContaining({ file: 'worse.bpmn', severity: 'ERROR' }),
        ]),
      },
    });
    const twice = [fileOf('a.bpmn', userTaskFile('twice')), fileOf('b.bpmn', userTaskFile('twice'))];
    await expect(engine.prepareDeployment(actingAs(server), { files: twice })).rejects.toMatchObject({
      code: 'DUPLICATE_KEY',
    });
  });

  it('are deployed with the commit, and not at all without it', async () => {
    const act = actingAs(server);
    const prepared = await engine.prepareDeployment(act, { files: [fileOf('one.bpmn', assigned('delivered', 'ada'))] });
    const takenBack = within(async (tx) => {
      await engine.deploy(act, prepared, tx);
      throw new TakenBack();
    });
    await expect(takenBack).rejects.toThrow(TakenBack);
    expect(await versionsOf('delivered')).toEqual([]);
    expect(await starts('delivered')).toEqual([404, 'DEFINITION_NOT_FOUND']);
    await within((tx) => engine.deploy(act, prepared, tx));
    expect(await starts('delivered')).toEqual([200, null]);
    await deployed([fileOf('one.bpmn', assigned('delivered', 'eve'))]);
    expect((await admin.post(`${startPath}/delivered`, {})).body.processDefinitionVersion).toBe(2);
  });

  it('make versions that know the process that they are of, and what equals the newest one makes none', async () => {
    await admin.deploy([['kept.bpmn', assigned('kept', 'ada')]]);
    expect((await versionsOf('kept'))[0].processModelId).toBeNull();
    const files = [fileOf('kept.bpmn', assigned('kept', 'ada'), 7), fileOf('fresh.bpmn', userTaskFile('fresh'), 8)];
    const { deployment, definitions } = await deployed(files, { deploymentName: 'Both', source: 'here' });
    expect(definitions).toEqual([
      expect.objectContaining({
        key: 'kept',
        version: 1,
        unchanged: true,
        suspended: false,
        resourceName: 'kept.bpmn',
      }),
      expect.objectContaining({ key: 'fresh', version: 1, unchanged: false, suspended: false }),
    ]);
    const [shown] = (await admin.post('/repository/deployments/page', { id: deployment.id })).body.data;
    expect(deployment).toEqual(shown);
    expect(deployment).toMatchObject({ name: 'Both', source: 'here', unchanged: ['kept'], deployedBy: 'admin' });
    expect(deployment.definitions).toMatchObject([{ key: 'fresh', id: definitions[1]?.id, version: 1 }]);
    expect((await versionsOf('kept'))[0]).toMatchObject({ id: definitions[0]?.id, processModelId: 7 });
    expect((await versionsOf('fresh'))[0]).toMatchObject({ id: definitions[1]?.id, processModelId: 8 });

    const again = await deployed(files.slice(1));
    expect(again.deployment).toMatchObject({ id: deployment.id, name: 'Both', unchanged: ['fresh'] });
    expect(again.definitions).toMatchObject([{ id: definitions[1]?.id, unchanged: true }]);
    const forced = await deployed([fileOf('fresh.bpmn', userTaskFile('fresh'))], { force: true });
    expect(forced.definitions).toMatchObject([{ version: 2, unchanged: false }]);
    expect((await versionsOf('fresh')).map((each: { processModelId: number }) => each.processModelId)).toEqual([
      null,
      8,
    ]);
  });

  it('are stored suspended where that is asked for, until a job activates them; what is unchanged runs on', async () => {
    await deployed([fileOf('a.bpmn', assigned('later', 'ada')), fileOf('b.bpmn', userTaskFile('running'))]);
    const act = actingAs(server);
    const files = [fileOf('a.bpmn', assigned('later', 'eve')), fileOf('b.bpmn', userTaskFile('running'))];
    const prepared = await engine.prepareDeployment(act, { files, suspended: true });
    const at = server.clock.now() + 60_000;
    const { definitions } = await within(async (tx) => {
      const made = await engine.deploy(act, prepared, tx);
      for (const { id, unchanged } of made.definitions) {
        const change = { by: 'id', value: id, tenantIdentifier: 'default', suspended: false } as const;
        if (!unchanged) await engine.setDefinitionState(change, { actor: act.actor, at, via: 'admin' }, tx);
      }
      return made;
    });
    expect(definitions).toMatchObject([
      { key: 'later', version: 2, suspended: true, unchanged: false },
      { key: 'running', version: 1, suspended: false, unchanged: true },
    ]);
    const startedVersion = async () => (await admin.post(`${startPath}/later`, {})).body.processDefinitionVersion;
    expect(await startedVersion()).toBe(1);
    expect(await starts('running')).toEqual([200, null]);
    server.clock.advance(60_000);
    await vi.waitFor(async () => expect(await startedVersion()).toBe(2), WAIT);
    expect((await versionsOf('later')).map((each: { suspended: boolean }) => each.suspended)).toEqual([false, false]);
  });
});

describe('judging files', () => {
  const calling = singleElementFile('calling', '<callActivity id="call" calledElement="judged-later"/>', 'call');

  it('counts problems under each strictness as deployments would, by one reading, and stores nothing', async () => {
    const files = [fileOf('bad.bpmn', bad)];
    const judged = await engine.validate(actingAs(server), files, { outside: true });
    expect(judged.problems).toContainEqual(expect.objectContaining({ severity: 'ERROR', elementId: 'work' }));
    for (const strictness of ['lenient', 'spec', 'strict'] as const) {
      const answer = await admin.deploy([['bad.bpmn', bad]], { strictness });
      const problems: { severity: string }[] = answer.errorDetail.errorArguments;
      const errors = problems.filter(({ severity }) => severity === 'ERROR').length;
      expect(judged.counts[strictness]).toEqual({ errors, warnings: problems.length - errors, deployable: false });
      const told = await engine.validate(actingAs(server), files, { outside: true, strictness });
      expect(told.problems).toEqual(problems);
    }
    expect(await versionsOf('judged')).toEqual([]);
    expect(judged.rulesVersion).toBe(await engine.rulesVersion());
    expect(judged.rulesVersion).toMatch(/^[0-9a-f]{64}$/);
  });

  it('looks outside the files where that is asked for, and is true for the moment then', async () => {
    const judge = (outside: boolean) => engine.validate(actingAs(server), [fileOf('c.bpmn', calling)], { outside });
    const alone = await judge(false);
    expect(alone.counts.lenient).toMatchObject({ errors: 0, deployable: true });
    const { lenient, spec } = (await judge(true)).counts;
    expect(lenient).toEqual({ ...alone.counts.lenient, warnings: alone.counts.lenient.warnings + 1 });
    expect(spec).toMatchObject({ errors: alone.counts.spec.errors + 1, deployable: false });
    await admin.deploy([['later.bpmn', userTaskFile('judged-later')]]);
    expect((await judge(true)).counts).toEqual(alone.counts);
  });

  it('tells problems in the language of who asks', async () => {
    const files = [
      fileOf('c.bpmn', singleElementFile('tr', '<callActivity id="call" calledElement="nowhere"/>', 'call')),
    ];
    const ofCall = async (language: 'en' | 'tr') => {
      const act = { ...actingAs(server), context: { language } };
      const { problems } = await engine.validate(act, files, { outside: true });
      return problems.find(({ ruleId }) => ruleId === 'EXE-10')?.message;
    };
    expect(await ofCall('en')).toBe('Called element nowhere is neither in this deployment nor deployed');
    expect(await ofCall('tr')).toBe('Çağrılan nowhere bu dağıtımda yok ve daha önce dağıtılmamış');
  });
});

describe('finding definitions', () => {
  it('finds the newest version of a key in each tenant that is reached, the own one first, suspended ones too', async () => {
    await createTenant(server, 'abroad');
    const boss = { username: 'boss', tenantIdentifier: 'abroad', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, admin.token, boss);
    const signedIn = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: 'abroad' } });
    const abroad = createPerson(server.url, 'boss', signedIn.body.token ?? '');
    await abroad.deploy([['s.bpmn', userTaskFile('sought')]]);
    await admin.deploy([['s.bpmn', assigned('sought', 'ada')]]);
    await admin.deploy([['s.bpmn', assigned('sought', 'eve')]]);
    await admin.post('/repository/suspend', { key: 'sought' });
    const found = async (authorities: readonly string[], key = 'sought', tenantIdentifier = 'default') =>
      (await engine.findDefinitions(actingAs(server, { authorities, tenantIdentifier }), { key })).map(
        ({ tenantIdentifier: tenant, version, suspended }) => [tenant, version, suspended],
      );
    expect(await found([])).toEqual([['default', 2, true]]);
    expect(await found(['TENANT_ALL'])).toEqual([
      ['default', 2, true],
      ['abroad', 1, false],
    ]);
    expect(await found(['TENANT_ALL'], 'sought', 'abroad')).toEqual([
      ['abroad', 1, false],
      ['default', 2, true],
    ]);
    expect(await found(['TENANT_ALL'], 'unknown')).toEqual([]);
  });

  it('finds those of ids and those of a process model, in the own tenant, and counts what runs of them', async () => {
    const one = await deployed([fileOf('m.bpmn', assigned('counted', 'ada'), 41)]);
    const two = await deployed([fileOf('m.bpmn', assigned('counted', 'eve'), 41)]);
    const ids = [...one.definitions, ...two.definitions].map(({ id }) => id);
    const runs = [await startedOf(admin, 'counted'), await startedOf(admin, 'counted')];
    await admin.post(`/process-instance/${runs[0]?.id}/suspend`);
    const act = actingAs(server);
    const idsOf = async (wanted: Parameters<BpmnEngineApi['findDefinitions']>[1], who = act) =>
      (await engine.findDefinitions(who, wanted)).map(({ id }) => id);
    expect(await idsOf({ ids: [...ids, 'nobody:1:x'] })).toEqual(ids);
    expect(await idsOf({ processModelId: 41 })).toEqual(ids.toReversed());
    const stranger = actingAs(server, { tenantIdentifier: 'abroad', authorities: ['TENANT_ALL'] });
    expect([await idsOf({ ids }, stranger), await idsOf({ processModelId: 41 }, stranger)]).toEqual([[], []]);
    const asked = { processes: ['counted', 'none'], decisions: ['counted'] };
    const deployedKeys = await engine.findDeployedKeys('default', asked);
    expect(deployedKeys).toEqual({ processes: new Set(['counted']), decisions: new Set() });
    expect((await engine.findDeployedKeys('abroad', asked)).processes).toEqual(new Set());
    expect(await engine.countInstances(act, [...ids, 'nobody:1:x'])).toEqual(
      new Map([
        [ids[0], { running: 0, suspended: 0, incidents: 0 }],
        [ids[1], { running: 2, suspended: 1, incidents: 0 }],
      ]),
    );
  });
});

describe('switching definitions for another module', () => {
  const EVENTS = sql(
    't_switch_events',
    'SELECT kind, actor, detail FROM log_recorded_event WHERE subject = $1 ORDER BY id',
  );

  it('does what the operation does, and says which module asked', async () => {
    await admin.deploy([['s.bpmn', userTaskFile('switched')]]);
    const act = actingAs(server);
    await engine.switchDefinitions(act, { processDefinitionKey: 'switched' }, { suspended: true, via: 'admin' });
    expect(await starts('switched')).toEqual([409, 'DEFINITION_SUSPENDED']);
    await engine.switchDefinitions(act, { key: 'switched' }, { suspended: false, via: 'admin' });
    expect(await starts('switched')).toEqual([200, null]);
    expect(await server.database.database.rows(EVENTS, ['switched'])).toMatchObject([
      { kind: 'definition.suspended', actor: 'admin', detail: { by: 'key', via: 'admin' } },
      { kind: 'definition.activated', actor: 'admin', detail: { by: 'key', via: 'admin' } },
    ]);
    const nobody = engine.switchDefinitions(act, { key: 'nobody' }, { suspended: true });
    await expect(nobody).rejects.toMatchObject({ code: 'DEFINITION_NOT_FOUND' });
    const elsewhere = { key: 'switched', tenantIdentifier: 'abroad' };
    const refused = engine.switchDefinitions(act, elsewhere, { suspended: true });
    await expect(refused).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });

  const WAITING = sql(
    't_waiting',
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
  );
  const waiting = async () => (await server.database.database.rows<{ count: number }>(WAITING))[0]?.count;

  it('waits for a deployment of the same key, whose version is suspended with the others then', async () => {
    await admin.deploy([['r.bpmn', assigned('raced', 'ada')]]);
    const act = actingAs(server);
    const prepared = await engine.prepareDeployment(act, { files: [fileOf('r.bpmn', assigned('raced', 'eve'))] });
    let suspended: Promise<unknown> = Promise.resolve();
    await within(async (tx) => {
      await engine.deploy(act, prepared, tx);
      suspended = admin.post('/repository/suspend', { key: 'raced' });
      await expect.poll(waiting, WAIT).toBe(1);
    });
    await suspended;
    expect(await versionsOf('raced')).toMatchObject([
      { version: 2, suspended: true },
      { version: 1, suspended: true },
    ]);
  });

  it('has a deployment of the same key wait, whose version is active then', async () => {
    await admin.deploy([['r.bpmn', assigned('raced-back', 'ada')]]);
    const act = actingAs(server);
    let second: Promise<unknown> = Promise.resolve();
    await within(async (tx) => {
      const change = { by: 'key', value: 'raced-back', tenantIdentifier: 'default', suspended: true } as const;
      await engine.setDefinitionState(change, { actor: act.actor, at: null }, tx);
      second = admin.deploy([['r.bpmn', assigned('raced-back', 'eve')]]);
      await expect.poll(waiting, WAIT).toBe(1);
    });
    await second;
    expect(await versionsOf('raced-back')).toMatchObject([
      { version: 2, suspended: false },
      { version: 1, suspended: true },
    ]);
    expect(await starts('raced-back')).toEqual([200, null]);
  });
});
