// Tests the verification as people reach it: over HTTP, from the command line, and what of it is audited itself.
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { run, urlOf } from '../../../cli/cli-command.fixture.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const keys = `test:${randomBytes(32).toString('base64url')}`;
let server: TestServer;
let admin: Person;
beforeAll(async () => {
  // A command has the clock of the machine.
  const clock = createManualClock(Date.now());
  server = await startTestServer({ clock, env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD, KEELSON_SECRET_KEYS: keys } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const WAIT = { timeout: 10_000, interval: 20 };

it('logger-producer 16: an event of audit names its seal, and that somebody verified is one', async () => {
  const uuid = randomUUID();
  await admin.post('/event/sync', { uuid, eventType: 'AUDIT', message: 'Seen.' });
  await vi.waitFor(async () => {
    const { body } = await admin.get(`/event/by-uuid/${uuid}`);
    expect(body).toMatchObject({ sequence: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  }, WAIT);
  const { body } = await admin.post('/event/search', { query: { eventName: 'log.audit-verified' } });
  const before = body.data.length;
  expect((await admin.post('/event/audit/verify', { sequenceFrom: 2 })).body).toMatchObject({ valid: true });
  const { body: after } = await admin.post('/event/search', { query: { eventName: 'log.audit-verified' } });
  expect(after.data).toHaveLength(before + 1);
  expect(after.data[0]).toMatchObject({ entityUuid: 'default', attributeMap: { sequenceFrom: 2, valid: true } });
});

it('logger-producer 16: the command line verifies on its own, prints where the chain stands, and exits with 1 where it was touched', async () => {
  await vi.waitFor(async () => {
    const { body } = await admin.post('/event/audit/verify', {});
    expect(body.headSequence).toBeGreaterThan(0);
  }, WAIT);
  const env = { DATABASE_URL: urlOf(server.database.settings), KEELSON_SECRET_KEYS: keys };
  const valid = await run(['audit-verify'], env);
  expect(valid).toMatchObject({ status: 0, explained: '' });
  expect(valid.printed[0]).toMatch(/^valid: tenant "default", [1-9]\d* seals, /);
  const checkpoint = valid.printed[1]?.replace('checkpoint ', '') ?? '';
  expect((await run(['audit-verify', '--checkpoint', checkpoint], env)).status).toBe(0);
  const wrong = await run(['audit-verify', '--checkpoint', `1:${'0'.repeat(64)}`, '--json'], env);
  expect(wrong.status).toBe(1);
  expect(JSON.parse(wrong.printed[0] ?? '')).toMatchObject({
    valid: false,
    problemList: [{ kind: 'CHECKPOINT_MISMATCH' }],
  });
  expect((await run(['audit-verify', '--checkpoint', '0:x'], env)).status).toBe(2);
});
