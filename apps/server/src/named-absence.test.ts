// Tests over HTTP that every error about something that does not exist names what was asked for.
import { type ErrorCode, errorCatalogue } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, readAnswer, signInAdmin, TEST_PASSWORD } from './testing/test-people.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const uuid = '01890000-0000-7000-8000-0000000000ff';
const identifier = 'A'.repeat(43);

type Row = readonly [code: string, asked: string, method: string, path: string, body?: unknown];

const everyModules: readonly Row[] = [
  ['OPERATION_NOT_FOUND', 'GET /no/such/address', 'GET', '/no/such/address?secret=1'],
  ['SESSION_NOT_FOUND', identifier, 'GET', `/session/by-identifier/${identifier}`],
  ['FACTOR_NOT_FOUND', uuid, 'DELETE', `/auth/factors/by-uuid/${uuid}`],
  ['DEVICE_NOT_FOUND', uuid, 'DELETE', `/auth/devices/by-uuid/${uuid}`],
  ['TENANT_NOT_FOUND', uuid, 'GET', `/tenants/by-uuid/${uuid}`],
  ['USER_NOT_FOUND', uuid, 'GET', `/users/by-uuid/${uuid}`],
  ['USER_NOT_FOUND', 'nobody', 'GET', '/users/by-username/nobody'],
  ['ROLE_NOT_FOUND', uuid, 'GET', `/roles/by-uuid/${uuid}`],
  ['API_KEY_NOT_FOUND', uuid, 'GET', `/api-keys/by-uuid/${uuid}`],
  ['SETTING_NOT_FOUND', 'no.such', 'GET', '/settings/string-setting/by-code/no.such'],
  ['SETTING_NOT_FOUND', 'no.such', 'GET', '/settings/effective/by-code/no.such'],
  ['SETTING_NOT_FOUND', uuid, 'GET', `/settings/by-uuid/${uuid}`],
  ['APP_NAME_NOT_FOUND', 'none', 'GET', '/app-names/by-name/none'],
  ['APP_NAME_NOT_FOUND', uuid, 'GET', `/app-names/by-uuid/${uuid}`],
  ['MENU_ITEM_NOT_FOUND', uuid, 'GET', `/menu-items/by-uuid/${uuid}`],
  ['DEFINITION_NOT_FOUND', 'a:1:b', 'GET', '/repository/model/a:1:b'],
  ['DEFINITION_NOT_FOUND', 'nobody', 'POST', '/runtime/start/by-process-definition-key/nobody', {}],
  ['DEFINITION_NOT_FOUND', 'nobody', 'POST', '/repository/suspend', { key: 'nobody' }],
  ['INSTANCE_NOT_FOUND', uuid, 'GET', `/process-instance/${uuid}`],
  ['INSTANCE_NOT_FOUND', 'anything', 'GET', '/process-instance/anything'],
  ['EXECUTION_NOT_FOUND', uuid, 'POST', `/runtime/set-variable/by-execution-id/${uuid}/by-variable-name/a`, 1],
  ['TASK_NOT_FOUND', `${uuid}-t1`, 'POST', `/task/${uuid}-t1/claim`],
  ['TASK_NOT_FOUND', `${uuid}-t1`, 'GET', `/task/${uuid}-t1`],
  ['TASK_NOT_FOUND', `${uuid}-t1`, 'POST', `/task/${uuid}-t1/withdraw`, {}],
  ['INSTANCE_NOT_FOUND', uuid, 'POST', `/process-instance/${uuid}/suspend`, {}],
  ['INSTANCE_NOT_FOUND', uuid, 'POST', '/runtime/signals', { name: 's', processInstanceId: uuid }],
  ['INSTANCE_NOT_FOUND', uuid, 'POST', '/runtime/messages/correlate', { messageName: 'm', processInstanceId: uuid }],
  ['EXECUTION_NOT_FOUND', `${uuid}-e1`, 'POST', `/runtime/executions/${uuid}-e1/trigger`, {}],
  ['EXTERNAL_TASK_NOT_FOUND', `${uuid}-x1`, 'POST', `/external-task/${uuid}-x1/unlock`, { workerId: 'w' }],
  ['JOB_NOT_FOUND', uuid, 'GET', `/management/jobs/${uuid}`],
  ['SETTING_HISTORY_NOT_FOUND', uuid, 'POST', `/settings/history/rollback/by-uuid/${uuid}`],
  ['FAVORITE_NOT_FOUND', uuid, 'PUT', '/menu-favorites', { uuid, version: 0, displayName: 'none' }],
  ['INSTANCE_NOT_FOUND', uuid, 'GET', `/process-instance/${uuid}/tree`],
  ['EXECUTION_NOT_FOUND', `${uuid}-e1`, 'GET', `/runtime/executions/${uuid}-e1/variables`],
  ['DECISION_NOT_FOUND', 'nobody', 'POST', '/decision/evaluate/by-key/nobody', { variables: {} }],
  ['DECISION_NOT_FOUND', uuid, 'GET', `/decision/${uuid}`],
  ['INCIDENT_NOT_FOUND', `${uuid}-i1`, 'POST', `/management/incidents/${uuid}-i1/resolve`, { action: 'RETRY' }],
];

/** A suite without a module has none of its codes. */
const rows = everyModules.filter(([code]) => Object.hasOwn(errorCatalogue, code));

async function ask([, , method, path, body]: Row, language: string) {
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language };
  const json = { 'content-type': 'application/json' };
  const init =
    body === undefined ? { method, headers } : { method, headers: { ...headers, ...json }, body: JSON.stringify(body) };
  return readAnswer(await fetch(server.url + path, init));
}

it.each(rows.map((row) => ({ row, code: row[0], asked: row[1] })))(
  '$code names $asked',
  async ({ row, code, asked }) => {
    for (const language of ['en', 'tr'] as const) {
      const { errorDetail } = await ask(row, language);
      expect([errorDetail.errorCode, errorDetail.errorMessage]).toEqual([
        code,
        errorCatalogue[code as ErrorCode][language].replace('{asked}', asked),
      ]);
      expect(Object.values(errorDetail.errorArguments[0])).toContain(asked);
      expect(JSON.stringify(errorDetail)).not.toContain('secret');
    }
  },
);

/** What was asked for is a secret: nothing of it is said again. */
const UNNAMED: ReadonlySet<string> = new Set(['UNSUBSCRIBE_TOKEN_NOT_FOUND']);

it('every code that says so has a place for it in its sentence, unless it is a secret', () => {
  const codes = Object.entries(errorCatalogue).filter(([code]) => code.endsWith('_NOT_FOUND') && !UNNAMED.has(code));
  expect(codes.length).toBeGreaterThan(15);
  for (const [, { en, tr }] of codes) expect([en, tr].every((sentence) => sentence.includes('{asked}'))).toBe(true);
});
