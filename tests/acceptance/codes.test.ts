// Provokes the refusals of operations that no other test provokes at the operation itself.
import type { Answer } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chain, flow, oneTask, processFile } from '../support/models.ts';
import { makeToken, PERSON_PASSWORD, type Person, personOf } from '../support/people.ts';
import { type Enrolled, enrol } from './authentication/enrolled.ts';
import { startTarget } from './target.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld(await startTarget());
});
afterAll(() => world?.stop());

type Provoke = (world: World) => Promise<Answer<unknown>>;
/** The engine takes no larger variable; its size as JSON counts. */
const VARIABLE_BYTES_MAX = 4_194_304;
const ROLES_MAX = 1_000;
const ROLES_AT_ONCE = 50;

function beginService({ admin }: World, username: string, tenantIdentifier = 'default') {
  const { identifier } = makeToken();
  const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
  return admin.client.session.systemBegin({
    body: { session: { identifier, username, tenantIdentifier }, authorities },
  });
}

/** Tries so many wrong codes one after the other, five to a challenge; answers the last answer. */
async function tryWrongCodes({ username, client, sure }: Enrolled, count: number): Promise<Answer<unknown>> {
  const code = '000000';
  let last: Answer<unknown> | null = null;
  for (let tried = 0; tried < count; ) {
    const { body } = await sure.authentication.login({ body: { username, password: PERSON_PASSWORD } });
    const verificationIdentifier = body.verificationIdentifier ?? '';
    for (let round = 0; round < 5 && tried < count; round += 1, tried += 1) {
      last = await client.authentication.completeLoginWithCode({ body: { verificationIdentifier, code } });
    }
  }
  if (last === null) throw new Error('no code was tried');
  return last;
}

/** Starts by the id of a definition that has proven to start with the variable `stuck` false. */
async function startById({ admin, name }: World, variables: Readonly<Record<string, unknown>>) {
  const processDefinitionKey = name('process');
  const file = { fileName: 'model.bpmn', bytes: choosing(processDefinitionKey) };
  await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [file] } });
  const { body } = await admin.sure.bpmnEngine.startProcessInstanceByKey({
    params: { processDefinitionKey },
    body: { variables: { stuck: false } },
  });
  const { processDefinitionId } = body;
  return admin.client.bpmnEngine.startProcessInstanceById({ params: { processDefinitionId }, body: { variables } });
}

/** Leads nowhere from the choice unless `stuck` is false. */
const choosing = (key: string): string =>
  processFile(
    key,
    [
      chain('<startEvent id="s"/>', '<exclusiveGateway id="which"/>'),
      '<endEvent id="e"/>',
      flow('which', 'e', '${stuck == false}'),
    ].join('\n'),
  );

/** Makes somebody whom no directory knows, with a session that was begun for him. */
async function beginStranger({ admin, url, name }: World): Promise<Person> {
  const username = name('stranger');
  const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
  const { body } = await admin.sure.session.beginWithToken({ body: { session: { username }, authorities } });
  return personOf(url, username, body.token ?? '');
}

function beginTokenIn({ admin, name }: World, tenantIdentifier: string) {
  const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
  return admin.client.session.beginWithToken({
    body: { session: { username: name('somebody'), tenantIdentifier }, authorities },
  });
}

function deployFiles({ admin }: World, files: readonly string[]) {
  const xmlFileList = files.map((bytes, index) => ({ fileName: `${index}.bpmn`, bytes }));
  return admin.client.bpmnEngine.deployList({ files: { xmlFileList } });
}

const cases: readonly (readonly [string, ErrorCode, Provoke])[] = [
  ['systemBegin', 'TENANT_NOT_FOUND', (at) => beginService(at, 'service:till', at.name('nowhere'))],
  [
    'systemBegin',
    'TENANT_DISABLED',
    async (at) => {
      const { uuid, identifier } = await at.ownTenant();
      await at.admin.sure.authentication.deactivateTenant({ params: { uuid } });
      return beginService(at, 'service:till', identifier);
    },
  ],
  [
    'systemBegin',
    'USER_DISABLED',
    async (at) => {
      const username = at.name('disabled');
      await at.admin.sure.authentication.createUser({ body: { username, enabled: false } });
      return beginService(at, username);
    },
  ],
  ['beginWithToken', 'TENANT_NOT_FOUND', (at) => beginTokenIn(at, at.name('nowhere'))],
  [
    'beginWithToken',
    'TENANT_DISABLED',
    async (at) => {
      const { uuid, identifier } = await at.ownTenant();
      await at.admin.sure.authentication.deactivateTenant({ params: { uuid } });
      return beginTokenIn(at, identifier);
    },
  ],
  [
    'createRole',
    'TENANT_NOT_FOUND',
    ({ admin, name }) =>
      admin.client.authentication.createRole({ body: { code: 'ROLE_NOWHERE', tenantIdentifier: name('nowhere') } }),
  ],
  [
    'createApiKey',
    'TENANT_NOT_FOUND',
    ({ admin, name }) =>
      admin.client.authentication.createApiKey({
        body: { name: name('key'), authorityList: ['SESSION_VIEW'], tenantIdentifier: name('nowhere') },
      }),
  ],
  [
    'setRoles',
    'ROLE_UNKNOWN',
    async ({ admin, name }) => {
      const { body } = await admin.sure.authentication.createUser({ body: { username: name('lacking') } });
      const { uuid, version } = body;
      return admin.client.authentication.setRoles({
        params: { uuid },
        body: { roleList: ['ROLE_UNHEARD_OF'], version },
      });
    },
  ],
  [
    'changeEmail',
    'USER_NOT_FOUND',
    async (at) =>
      (await beginStranger(at)).client.authentication.changeEmail({ body: { email: 'stranger@mail.example' } }),
  ],
  [
    'updateCurrentUser',
    'USER_NOT_FOUND',
    async (at) =>
      (await beginStranger(at)).client.authentication.updateCurrentUser({
        body: { version: 0, displayName: 'Nobody' },
      }),
  ],
  [
    'beginWithToken',
    'USER_DISABLED',
    async (at) => {
      const username = at.name('disabled');
      await at.admin.sure.authentication.createUser({ body: { username, enabled: false } });
      const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
      return at.admin.client.session.beginWithToken({ body: { session: { username }, authorities } });
    },
  ],
  [
    'systemBegin',
    'SESSION_ALREADY_EXISTS',
    async ({ admin }) => {
      const { identifier } = makeToken();
      const authorities = [{ role: 'ROLE_TILL', authority: 'SESSION_VIEW' }];
      const body = { session: { identifier, username: 'service:twice' }, authorities };
      await admin.sure.session.systemBegin({ body });
      return admin.client.session.systemBegin({ body });
    },
  ],
  [
    'updateApiKey',
    'AUTHORITY_UNKNOWN',
    async ({ admin, name }) => {
      const key = { name: name('key'), authorityList: ['SESSION_VIEW'] };
      const { uuid, version } = (await admin.sure.authentication.createApiKey({ body: key })).body;
      return admin.client.authentication.updateApiKey({ body: { uuid, version, authorityList: ['NO_SUCH'] } });
    },
  ],
  ['getCurrentUser', 'USER_NOT_FOUND', async (at) => (await beginStranger(at)).client.authentication.getCurrentUser()],
  ['completeLoginWithCode', 'AUTH_CODE_ATTEMPTS_EXCEEDED', async (at) => tryWrongCodes(await enrol(at), 5)],
  ['completeLoginWithCode', 'AUTH_TEMPORARILY_LOCKED', async (at) => tryWrongCodes(await enrol(at), 11)],
  [
    'queryRoleList',
    'RESULT_TOO_LARGE',
    async ({ admin }) => {
      for (let made = 0; made < ROLES_MAX; made += ROLES_AT_ONCE) {
        const codes = Array.from({ length: ROLES_AT_ONCE }, (_, index) => `ROLE_MANY_${made + index}`);
        await Promise.all(codes.map((code) => admin.sure.authentication.createRole({ body: { code } })));
      }
      return admin.client.authentication.queryRoleList();
    },
  ],
  ['deployList', 'DEPLOYMENT_INVALID', (at) => deployFiles(at, [oneTask(at.name('fine')), '<definitions/>'])],
  [
    'deployList',
    'DUPLICATE_KEY',
    (at) => {
      const key = at.name('twice');
      return deployFiles(at, [oneTask(key), oneTask(key)]);
    },
  ],
  [
    'setVariable',
    'VARIABLE_TOO_LARGE',
    async ({ admin, instance }) =>
      admin.client.bpmnEngine.setVariable({
        params: { executionId: (await instance()).id, variableName: 'large' },
        body: 'x'.repeat(VARIABLE_BYTES_MAX),
      }),
  ],
  ['startProcessInstanceById', 'VARIABLE_TOO_LARGE', (at) => startById(at, { large: 'x'.repeat(VARIABLE_BYTES_MAX) })],
  ['startProcessInstanceById', 'PROCESS_EXECUTION_FAILED', (at) => startById(at, { stuck: true })],
];

it.each(cases)('%s answers %s', async (_operation, code, provoke) => {
  const { ok, errorDetail } = await provoke(world);
  expect({ ok, code: errorDetail?.errorCode }).toEqual({ ok: false, code });
});
