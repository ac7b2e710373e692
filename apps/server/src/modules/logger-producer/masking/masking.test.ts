// Tests what is left of an event whose secrets were taken out, and that an operator names further ones.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  const env = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD };
  server = await startTestServer({ env, settings: { 'logger.mask.keys': 'national-id, Blood_Type' } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const SECRETS = [
  'hunter2-password',
  'abc-cookie-value',
  `svc_${'a'.repeat(43)}`,
  `svc_key_${'b'.repeat(43)}`,
  'Bearer dG9rZW4tdG9rZW4=',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
  '4111 1111 1111 1111',
  '5500-0000-0000-0004',
  '12345678901-id',
];
const event = {
  message: `called with ${SECRETS.slice(2).join(' and ')} at 4111 1111 1111 1112`,
  tagList: ['plain', SECRETS[2]!],
  userAgent: `agent ${SECRETS[4]}`,
  requestPath: `/reset/${SECRETS[5]}`,
  errorDetail: { errorMessage: `no ${SECRETS[7]}` },
  attributeMap: {
    headers: { Cookie: SECRETS[1], 'X-API-Key': SECRETS[3], accept: '*/*' },
    form: [{ New_Password: SECRETS[0], otp: 123456, tokenCount: 7 }],
    NationalId: SECRETS[8],
    bloodtype: 'A+',
    token: null,
  },
};

it('logger-producer 14: what is left of an event says what it said, but for its secrets', async () => {
  expect((await admin.post('/event/sync', { ...event, service: 'masked' })).status).toBe(200);
  const [row] = await server.database.database.rows<{ text: string; attributes: object; message: string }>(
    sql(
      't_row',
      "SELECT e::text AS text, attribute_map AS attributes, message FROM log_event e WHERE service = 'masked' LIMIT 1",
    ),
  );
  for (const secret of SECRETS.slice(0, 8)) expect(row?.text).not.toContain(secret);
  expect(row?.attributes).toEqual({
    headers: { Cookie: '***', 'X-API-Key': '***', accept: '*/*' },
    form: [{ New_Password: '***', otp: '***', tokenCount: 7 }],
    NationalId: '***',
    bloodtype: '***',
    token: null,
  });
  // What is no card is no secret.
  expect(row?.message).toContain('4111 1111 1111 1112');
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/keelson_log_masked_total \d\d/);
});

it('logger-producer 14: events that differ in a secret alone are one and the same', async () => {
  const uuid = '0190d3a4-0000-4000-8000-00000000000e';
  const send = async (password: string, other = 'same') => {
    const body = { uuid, message: `at postgres://keelson:${password}@db`, attributeMap: { password, other } };
    const { status, headers } = await admin.post('/event/sync', body);
    return [status, headers.get('x-svc-event-disposition')];
  };
  expect(await send('one')).toEqual([200, 'stored']);
  expect(await send('two')).toEqual([200, 'duplicate']);
  expect(await send('two', 'another')).toEqual([409, null]);
});
