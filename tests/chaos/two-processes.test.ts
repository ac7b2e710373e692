// Runs two processes on one database: what one does the other knows, and of two who do the same thing one does it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doneWithin, plainRequest } from '../../apps/server/src/testing/stretched-bar.ts';
import { createExternalDatabase, type ExternalDatabase } from '../support/database-url.ts';
import { joinedTasks, oneTask } from '../support/models.ts';
import {
  activationTokenOf,
  createPerson,
  createService,
  PERSON_PASSWORD,
  type Person,
  personOf,
  signIn,
  signInAdmin,
} from '../support/people.ts';
import { ADMIN_PASSWORD, makeSecretKeys, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** A sign-out may be so late on the other process. */
const REVOCATION_MS_MAX = 250;
const ROUNDS = 20;

let database: ExternalDatabase;
let servers: readonly ServerProcess[] = [];
let admin: Person;

beforeAll(async () => {
  database = await createExternalDatabase();
  const environment = {
    KEELSON_SECRET_KEYS: makeSecretKeys(),
    KEELSON_MAIL_SMTP_URL: 'smtp://mailer:secret@127.0.0.1:1?security=none',
  };
  // Both start at once: one of them finds the database empty, the other waits.
  servers = await Promise.all([0, 1].map(() => startServerProcess({ databaseUrl: database.url, environment })));
  admin = await signInAdmin(urlOf(0));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database?.close();
});

function urlOf(index: number): string {
  return servers[index % 2]?.url ?? '';
}

/** Lets the same person call the other process. */
function elsewhere({ username, token }: Person): Person {
  return personOf(urlOf(1), username, token);
}

describe('two processes that start on an empty database at once', () => {
  it('make one administrator, known to both', async () => {
    const other = await signIn(urlOf(1), 'admin', ADMIN_PASSWORD);
    const page = await other.sure.session.queryPageByUser();
    expect(new Set(page.body.data.map(({ username }) => username))).toEqual(new Set(['admin']));
    expect(page.body.totalElements).toBe(2);
  });

  it('take the same session', async () => {
    expect((await elsewhere(admin).sure.session.get()).body.session.username).toBe('admin');
  });
});

describe('work on two processes', () => {
  beforeAll(async () => {
    const model = oneTask('shared', 'keelson:candidateUsers="admin"');
    await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'a.bpmn', bytes: model }] } });
  });

  async function startedTask(person: Person): Promise<{ readonly id: string; readonly processInstanceId: string }> {
    const params = { processDefinitionKey: 'shared' };
    const { body } = await person.sure.bpmnEngine.startProcessInstanceByKey({ params });
    const [task] = (await person.sure.bpmnEngine.task_queryList({ body: { processInstanceId: body.id } })).body;
    if (task === undefined) throw new Error('the instance has no task');
    return task;
  }

  it('is started on one and completed on the other, in both directions', async () => {
    for (const [from, to] of [
      [admin, elsewhere(admin)],
      [elsewhere(admin), admin],
    ] as const) {
      const { id, processInstanceId } = await startedTask(from);
      const { body } = await to.sure.bpmnEngine.complete({ params: { id }, body: { variables: { n: 1 } } });
      expect(body).toMatchObject({ id: processInstanceId, ended: true });
      const seen = await from.sure.bpmnEngine.getProcessInstance({ params: { id: processInstanceId } });
      expect(seen.body).toMatchObject({ state: 'ENDED', endState: 'COMPLETED' });
      expect((await from.sure.bpmnEngine.getVariables({ params: { taskId: id } })).body).toEqual({ n: 1 });
    }
  });

  it('is completed once by two who complete it on both at the same moment, claimed likewise', async () => {
    const key = await createService(admin, urlOf(0), 'rival', [
      'BPMN_TASK_MANAGE',
      'BPMN_TASK_VIEW_ALL',
      'BPMN_HISTORY_VIEW',
    ]);
    const rival = elsewhere(key);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, processInstanceId } = await startedTask(round % 2 === 0 ? admin : elsewhere(admin));
      const call = { params: { id } };
      const claims = await Promise.all([admin.client.bpmnEngine.claim(call), rival.client.bpmnEngine.claim(call)]);
      expect(claims.map(({ ok }) => ok).sort()).toEqual([false, true]);
      expect(claims.find(({ ok }) => !ok)?.errorDetail?.errorCode).toBe('TASK_ALREADY_CLAIMED');
      const completions = await Promise.all([
        elsewhere(admin).client.bpmnEngine.complete(call),
        key.client.bpmnEngine.complete(call),
      ]);
      expect(completions.map(({ ok }) => ok).sort()).toEqual([false, true]);
      expect(completions.find(({ ok }) => !ok)?.errorDetail?.errorCode).toBe('TASK_ALREADY_COMPLETED');
      const { body } = await rival.sure.bpmnEngine.queryActivities({ body: { processInstanceId } });
      expect(body.data.map(({ elementId }) => elementId)).toEqual(['begun', 'answer', 'done']);
    }
  });

  it('is done once under one idempotency key and answered alike on both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const call = { params: { processDefinitionKey: 'shared' }, headers: { 'idempotency-key': `both-${round}` } };
      const starts = await Promise.all(
        [admin, elsewhere(admin)].map(({ client }) => client.bpmnEngine.startProcessInstanceByKey(call)),
      );
      const ids = new Set(starts.map(({ body, errorDetail }) => body?.id ?? errorDetail?.errorCode));
      expect([...ids]).toHaveLength(1);
    }
  });

  it('is joined once when three branches are completed at the same moment, and no one hears of a conflict', async () => {
    const files = { xmlFile: [{ fileName: 'joined.bpmn', bytes: joinedTasks('joined') }] };
    await admin.sure.bpmnEngine.deploy({ files });
    for (let round = 0; round < ROUNDS; round += 1) {
      const params = { processDefinitionKey: 'joined' };
      const { body } = await elsewhere(admin).sure.bpmnEngine.startProcessInstanceByKey({ params });
      const tasks = (await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId: body.id } })).body;
      const answers = await Promise.all(
        tasks.map(({ id }, index) =>
          (index % 2 === round % 2 ? admin : elsewhere(admin)).client.bpmnEngine.complete({ params: { id } }),
        ),
      );
      expect(answers.map(({ errorDetail }) => errorDetail)).toEqual([null, null, null]);
      expect(answers.filter((answer) => answer.body?.ended)).toHaveLength(1);
      const query = { processInstanceId: body.id, elementId: 'done' };
      expect((await admin.sure.bpmnEngine.queryActivities({ body: query })).body.totalElements).toBe(1);
    }
  });

  it('follows a new version and a suspension on the other process at once', async () => {
    const changed = oneTask('shared', 'keelson:candidateUsers="admin" keelson:priority="7"');
    const call = { params: { processDefinitionKey: 'shared' } };
    await elsewhere(admin).sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'a.bpmn', bytes: changed }] } });
    expect((await admin.sure.bpmnEngine.startProcessInstanceByKey(call)).body.processDefinitionVersion).toBe(2);
    await elsewhere(admin).sure.bpmnEngine.suspendProcessDefinition({ body: { key: 'shared' } });
    const refused = await until('the suspension to be known', async () => {
      const answer = await admin.client.bpmnEngine.startProcessInstanceByKey(call);
      return answer.ok ? null : answer;
    });
    expect(refused.errorDetail).toMatchObject({ errorCode: 'DEFINITION_SUSPENDED' });
    await admin.sure.bpmnEngine.activateProcessDefinition({ body: { key: 'shared' } });
    expect((await elsewhere(admin).client.bpmnEngine.startProcessInstanceByKey(call)).ok).toBe(true);
  });
});

describe('what ends a caller on one process', () => {
  /** Ends the person, whom the other process knows and then has to refuse in time. */
  async function refused(person: Person, act: () => Promise<unknown>): Promise<void> {
    const there = elsewhere(person);
    expect((await there.client.session.get()).ok).toBe(true);
    const asked = plainRequest(() => there.client.session.get());
    await doneWithin(REVOCATION_MS_MAX, asked, async () => {
      await act();
      await until('the refusal', async () => !(await there.client.session.get()).ok);
    });
  }

  it(`ends him on the other within ${REVOCATION_MS_MAX} ms: sign-out, closing all, a deleted key`, async () => {
    const person = await createPerson(admin, urlOf(0), 'leaver');
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = await signIn(urlOf(0), person.username);
      await refused(session, () => session.sure.authentication.logout());
    }
    await refused(person, () => person.sure.session.closeAllByUser());
    const key = await createService(admin, urlOf(0), 'short-lived', ['SESSION_VIEW']);
    await refused(key, () => admin.sure.authentication.deleteApiKey({ params: { uuid: key.uuid } }));
  });

  it('changes what he may do on the other as soon, and keeps the session', async () => {
    const { body: made } = await admin.sure.authentication.createUser({ body: { username: 'riser-two' } });
    await admin.sure.authentication.activate({
      body: { activationToken: activationTokenOf(made.activationLink), newPassword: PERSON_PASSWORD },
    });
    const there = elsewhere(await signIn(urlOf(0), made.username));
    const mayView = async (): Promise<boolean> => {
      const { body } = await there.sure.session.get();
      return body.authorities.some(({ authority }) => authority === 'SESSION_VIEW');
    };
    expect(await mayView()).toBe(false);
    await doneWithin(REVOCATION_MS_MAX, plainRequest(mayView), async () => {
      await admin.sure.authentication.setRoles({
        params: { uuid: made.uuid },
        body: { roleList: ['ROLE_TENANT_ADMIN'], version: made.version },
      });
      await until('the new role', mayView);
    });
  });
});
