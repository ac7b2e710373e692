// Proves that what is refused is told, with who, from where and why, and that a flood of it is one row with a count.

import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import type { Carrier, Context } from '../../../kernel/request/context.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { emptyEvents } from '../../../testing/test-events.ts';
import { createSessionParts, isAdmitted } from '../session-parts.fixture.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const laterFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';

let testDatabase: TestDatabase;
let clock: ManualClock;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
});
afterAll(() => testDatabase.close());
beforeEach(async () => {
  clock = createManualClock();
  await emptyEvents(testDatabase.database);
});

interface Row {
  readonly kind: string;
  readonly actor: string;
  readonly ip: string | null;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}
const recorded = () =>
  testDatabase.database.rows<Row>(
    sql(
      'refusal_events',
      `SELECT kind, actor, ip_address AS ip, subject, detail FROM log_recorded_event
       WHERE kind IN ('session.origin-refused', 'session.access-denied', 'session.binding-mismatched') ORDER BY id`,
    ),
  );

async function start(settings: Readonly<Record<string, string>> = {}) {
  const parts = createSessionParts({ database: testDatabase.database, clock, settings });
  await parts.signals.start();
  return parts;
}

/** The guard's listener reads so much of a request. */
const contextOf = (token: string | null, remoteAddress = '203.0.113.9') =>
  ({ token, remoteAddress, requestId: 'request-1', carrier: 'cookie' as Carrier }) as Context;

describe('a flood of refusals', () => {
  it('is one event at once and one with a count at the end of the minute, for each caller and operation', async () => {
    const parts = await start();
    const { token, identifier } = await parts.begin();
    for (let request = 0; request < 500; request++)
      parts.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(token), operation: 'close' });
    await parts.refusals.flush();
    parts.refusals.onRefused({
      kind: 'origin-refused',
      caller: null,
      context: contextOf(token),
      operation: 'closeAll',
    });
    for (let request = 0; request < 200; request++)
      parts.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(token), operation: 'close' });
    await parts.refusals.flush();
    const first = { kind: 'session.origin-refused', actor: 'ayse', ip: '203.0.113.9', subject: identifier };
    const detail = { reason: 'ORIGIN_NOT_PROVEN' };
    expect(await recorded()).toEqual([
      { ...first, detail: { ...detail, operation: 'close', count: 500 } },
      { ...first, detail: { ...detail, operation: 'closeAll', count: 1 } },
    ]);
    clock.advance(MINUTE_MS);
    await parts.refusals.flush();
    await parts.refusals.flush();
    expect((await recorded()).slice(2).map((row) => row.detail)).toEqual([
      { ...detail, operation: 'close', count: 200 },
    ]);
  });

  it('a flood of tokens that belong to nobody writes nothing', async () => {
    const parts = await start();
    for (let request = 0; request < 2_000; request++) {
      const token = `svc_${String(request).padStart(43, 'q')}`;
      parts.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(token), operation: 'close' });
    }
    parts.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(null), operation: 'close' });
    await parts.refusals.flush();
    expect(await recorded()).toEqual([]);
  });

  it('a flood that could not be written is written with the next try', async () => {
    const parts = await start();
    const { token } = await parts.begin();
    let away = true;
    const database = {
      transaction: (work: never) =>
        away ? Promise.reject(new Error('away')) : testDatabase.database.transaction(work),
    } as unknown as typeof testDatabase.database;
    const cutOff = createSessionParts({ database: { ...testDatabase.database, ...database }, clock });
    cutOff.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(token), operation: 'close' });
    await expect(cutOff.refusals.flush()).rejects.toThrow('away');
    cutOff.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(token), operation: 'close' });
    away = false;
    await cutOff.refusals.flush();
    expect((await recorded()).map(({ detail }) => detail.count)).toEqual([2]);
  });

  it('is told before the process ends', async () => {
    const parts = await start();
    const { token } = await parts.begin();
    for (const flush of [parts.refusals.flush, parts.refusals.finish]) {
      parts.refusals.onRefused({ kind: 'origin-refused', caller: null, context: contextOf(token), operation: 'close' });
      await flush();
    }
    expect((await recorded()).map(({ detail }) => detail.count)).toEqual([1, 1]);
  });
});

describe('the binding of a session', () => {
  const beginIn = (parts: Awaited<ReturnType<typeof start>>, userAgent: string, ipAddress: string) =>
    parts.begin('ayse', {
      userAgent,
      actor: { username: 'ayse', tenantIdentifier: 'default', ipAddress, requestId: null },
    });

  it('a binding to USER_AGENT admits another version of the same browser; another is refused and nothing closed', async () => {
    const parts = await start({ 'session.binding': 'USER_AGENT' });
    const { token, identifier } = await beginIn(parts, firefox, '203.0.113.9');
    const admitted = async (userAgent: string, address = '203.0.113.9') =>
      isAdmitted(await parts.authenticate(token, address, false, userAgent));
    expect([await admitted(firefox), await admitted(laterFirefox), await admitted(firefox, '198.51.100.1')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await parts.authenticate(token, '198.51.100.1', false, chrome)).toEqual({
      reject: 'AUTHENTICATION_REQUIRED',
    });
    expect([
      await admitted(''),
      await admitted(firefox.replace('X11; Linux', 'Windows')),
      await admitted(firefox),
    ]).toEqual([false, false, true]);
    await parts.refusals.flush();
    expect(await recorded()).toEqual([
      {
        kind: 'session.binding-mismatched',
        actor: 'ayse',
        ip: '198.51.100.1',
        subject: identifier,
        detail: { reason: 'USER_AGENT', count: 3 },
      },
    ]);
  });

  it.each([
    ['203.0.113.9', ['203.0.113.200', '::ffff:203.0.113.7'], ['203.0.114.9', '2001:db8::1', '']],
    ['2001:db8:1:1200::1', ['2001:db8:1:12ff::9'], ['2001:db8:1:1300::1', '203.0.113.9']],
  ])('a binding to NETWORK of %s admits its /24 or /56', async (began, inside, outside) => {
    const parts = await start({ 'session.binding': 'NETWORK' });
    const { token } = await beginIn(parts, firefox, began);
    for (const address of inside)
      expect(isAdmitted(await parts.authenticate(token, address, false, chrome)), address).toBe(true);
    for (const address of outside) expect(isAdmitted(await parts.authenticate(token, address)), address).toBe(false);
  });

  it('applies to sessions begun after the change, moves along with a rotation, and STRICT has no NONE', async () => {
    const [before, after] = [await start(), await start({ 'session.binding': 'USER_AGENT' })];
    const free = await beginIn(before, firefox, '203.0.113.9');
    expect(isAdmitted(await after.authenticate(free.token, '203.0.113.9', false, chrome))).toBe(true);
    const bound = await beginIn(after, firefox, '203.0.113.9');
    const rotated = await testDatabase.database.transaction((tx) =>
      before.rotate(tx, bound.identifier, {
        methods: [],
        authenticated: false,
        actor: { username: 'ayse', tenantIdentifier: 'default', ipAddress: null, requestId: null },
      }),
    );
    expect(isAdmitted(await before.authenticate(rotated!.token, '203.0.113.9', false, chrome))).toBe(false);
    const strict = await start({ 'auth.security-profile': 'STRICT' });
    const { token } = await beginIn(strict, firefox, '203.0.113.9');
    expect(isAdmitted(await strict.authenticate(token, '203.0.113.9', false, chrome))).toBe(false);
  });

  it('needs something to hold a session to', async () => {
    const parts = await start({ 'session.binding': 'USER_AGENT' });
    const { token } = await beginIn(parts, '', '203.0.113.9');
    expect(isAdmitted(await parts.authenticate(token, '203.0.113.9', false, chrome))).toBe(true);
  });
});
