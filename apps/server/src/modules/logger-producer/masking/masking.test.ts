// Tests that secrets are taken out of events before they are kept anywhere, and that no text makes that slow.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SvcEventLogModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { maskEvent, readMaskedNames } from './mask-event.ts';

let directory: string;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'keelson-masking-test-'));
  const env = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD, KEELSON_LOGGER_SPOOL_DIR: directory };
  server = await startTestServer({ env, settings: { 'logger.mask.keys': 'national-id, Blood_Type' } });
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

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

it('logger-producer 14: no secret reaches table, spool file or dead letter', async () => {
  for (const how of ['sync', 'async']) {
    await server.database.database.transaction(async (tx) => {
      if (how === 'async') await tx.execute(sql('t_lock', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
      expect((await admin.post(`/event/${how}`, { ...event, service: 'masked' })).status).toBe(200);
      if (how === 'sync') return;
      const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const spooled = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
      expect(spooled).toContain('masked');
      for (const secret of SECRETS.slice(0, 8)) expect(spooled).not.toContain(secret);
    });
  }
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

it('an event without secrets is left as it is, and hashes and trace ids are no cards', () => {
  const body = { message: 'order 4711 of 2026-01-01', traceId: '4111111111111111aaaaaaaaaaaaaaaa', tagList: ['a'] };
  const masked = maskEvent(body as unknown as SvcEventLogModel, []);
  expect(masked.count).toBe(0);
  expect(masked.body).toBe(body);
  expect(readMaskedNames(' a-b, C_D\n,')).toEqual(['ab', 'cd']);
});

/** V8 stops to optimize patterns in a process that has compiled many: each character of a long match costs memory then. */
function maskUnoptimized(messages: readonly (readonly (readonly [text: string, times: number])[])[]): string[] {
  const fixture = fileURLToPath(import.meta.resolve('./mask-texts.fixture.ts'));
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(
    execFileSync(process.execPath, ['--no-regexp-optimization', fixture, JSON.stringify(messages)], options),
  );
}

it('hostile texts are walked through once: a square of their length would take hours', () => {
  const length = 4 * 1024 * 1024;
  const parts = ['eyJ-', 'eyJa.', 'bearer ', 'svc_', '1 ', '1-1', '4', 'Bearer\t', 'eyJ', '9 9-'];
  expect(maskUnoptimized(parts.map((part) => [[part, length / part.length]]))).toHaveLength(parts.length);
});

it('a credential of any length is taken out whole, and what only begins like one stays', () => {
  const long = ['a', 16 * 1024 * 1024] as const;
  const once = (text: string) => [text, 1] as const;
  const masked = maskUnoptimized([
    [once('x bearer '), long, once('== y')],
    [once('x eyJ'), long, once('.'), long, once('. y')],
    [once('eyJa.eyJb.c.d eyJe.f. Bearer x')],
  ]);
  expect(masked).toEqual(['x *** y', 'x *** y', '***.d *** ***']);
  const plains = ['eyJ', 'eyJ.a.b', 'eyJa.', 'eyJa..c', 'aeyJa.b.c', 'eyJa.b', 'bearer ', 'forbearer x', 'bearer\n'];
  for (const message of plains) expect(maskEvent({ message } as SvcEventLogModel, []).count).toBe(0);
});
