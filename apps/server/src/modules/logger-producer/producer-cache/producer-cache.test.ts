// Tests the producer cache over HTTP: what it answers, who may change it, and what it keeps out.
import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { createPersonWithRoles, type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const WAIT = { timeout: 20_000, interval: 5 };

let server: TestServer;
let deaf: TestServer;
let admin: Person;
let person: Person;

beforeAll(async () => {
  const env = {
    KEELSON_ADMIN_PASSWORD: TEST_PASSWORD,
    KEELSON_SECRET_KEYS: `shared:${randomBytes(32).toString('base64url')}`,
  };
  server = await startTestServer({ env });
  const second = { ...env, KEELSON_DATABASE_NOTIFY: 'poll' };
  deaf = await startTestServer({ env: second, clock: server.clock, sharedDatabase: server.database });
  admin = await signInAdmin(server);
  person = await createPersonWithRoles(admin, server.url, 'reader');
});
afterAll(async () => {
  await deaf.stop();
  await server.stop();
});

const at = (offsetMs: number) => new Date(server.clock.now() + offsetMs).toISOString();
const isLogged = async (key: string, who = admin) => (await who.get(`/cache/value/by-key/${key}`)).body;
const save = (body: object, who = admin) => who.post('/cache', body);
const remove = (key: string, tenant = 'default') => admin.remove(`/cache/by-key/${key}?tenant=${tenant}`);
const outcome = ({ status, errorDetail }: Awaited<ReturnType<typeof save>>) => [status, errorDetail?.errorCode ?? null];
const keys = async (query: object, who = admin) =>
  (await who.post('/cache/list', query)).body.map(({ key }: { key: string }) => key);

describe('a key', () => {
  it('logger-producer 1: is told with what decided, from memory, with a tag that spares the answer', async () => {
    const unknown = await admin.get('/cache/value/by-key/nobody.knows:DEBUG');
    expect([unknown.status, unknown.body, unknown.headers.get('x-svc-cache-source')]).toEqual([200, true, 'DEFAULT']);
    expect(unknown.headers.get('cache-control')).toBe('private, max-age=5');
    const etag = unknown.headers.get('etag') ?? '';
    expect((await admin.get('/cache/value/by-key/nobody.knows:DEBUG', { 'if-none-match': etag })).status).toBe(304);
    expect(outcome(await save({ key: 'nobody', value: false }))).toEqual([200, null]);
    const known = await admin.get('/cache/value/by-key/nobody.knows:DEBUG', { 'if-none-match': etag });
    expect([known.status, known.body, known.headers.get('x-svc-cache-source')]).toEqual([200, false, 'PREFIX']);
    expect((await admin.get('/cache/value/by-key/nobody')).headers.get('x-svc-cache-source')).toBe('EXACT');
    for (const wrong of ['a..b', 'a%2Fb', 'a:LOUD', 'a*', `${'x'.repeat(65)}`]) {
      const answer = await admin.get(`/cache/value/by-key/${wrong}`);
      expect([answer.status, answer.errorDetail.errorArguments[0]]).toMatchObject([
        400,
        { field: 'path.key', code: 'PATTERN' },
      ]);
    }
    expect((await admin.post('/cache/value/list', { keyList: ['nobody.x', 'other'] })).body).toEqual({
      'nobody.x': false,
      other: true,
    });
  });

  it('without an entry follows the settings of the tenant', async () => {
    server.settings.set('logger.producer.default', false);
    const answer = await admin.get('/cache/value/by-key/any.key');
    expect([answer.body, answer.headers.get('x-svc-cache-source')]).toEqual([false, 'SETTING']);
    server.settings.set('logger.producer.default', true);
    expect(await isLogged('any.key')).toBe(true);
  });

  it('logger-producer 11: is back as it was when its entry runs out, without any write', async () => {
    await save({ key: 'debugging', value: false, expireDate: at(60_000) });
    expect(await isLogged('debugging')).toBe(false);
    server.clock.advance(59_999);
    expect(await isLogged('debugging')).toBe(false);
    server.clock.advance(1);
    expect(await isLogged('debugging')).toBe(true);
    expect(await keys({ keyPrefix: 'debugging' })).toEqual([]);
    expect(await keys({ keyPrefix: 'debugging', includeExpired: true })).toEqual(['debugging']);
  });

  it('logger-producer 11: changes in another process, also in one that hears of nothing', async () => {
    await save({ key: 'far', value: false });
    await vi.waitFor(async () => {
      await Promise.all(deaf.jobs.filter(({ name }) => name === 'log-cache-probe').map(async (job) => job.wake()));
      expect(deaf.apis.loggerProducer.isProduced('far.away', 'default')).toBe(false);
    }, WAIT);
    await remove('far');
    await vi.waitFor(() => expect(deaf.apis.loggerProducer.isProduced('far.away', 'default')).toBe(true), WAIT);
  });
});

describe('an entry', () => {
  it('is made, changed by its version, listed and removed, and each change is recorded', async () => {
    const made = await save({ key: 'order.paid', value: true, minimumLevel: 'WARN', description: 'Too loud İşte.' });
    expect(made.body).toMatchObject({
      version: 1,
      sampleRate: 1,
      enforced: false,
      effectiveValue: true,
      source: 'MANUAL',
    });
    expect([await isLogged('order.paid:INFO'), await isLogged('order.paid:ERROR')]).toEqual([false, true]);
    expect(outcome(await save({ key: 'order.paid', value: true }))).toEqual([409, 'LOG_CACHE_ALREADY_EXISTS']);
    const changed = await admin.put('/cache', { ...made.body, minimumLevel: null });
    expect(changed.body).toMatchObject({ version: 2, minimumLevel: null, description: 'Too loud İşte.' });
    expect(outcome(await admin.put('/cache', { ...made.body, value: false }))).toEqual([409, 'VERSION_CONFLICT']);
    expect(await keys({ searchText: 'ISTE' })).toEqual(['order.paid']);
    expect(await keys({ keyList: ['order.paid', 'x.y'], resolve: true })).toEqual(['order.paid', 'x.y']);
    expect(outcome(await remove('order.paid'))).toEqual([200, null]);
    expect(outcome(await remove('order.paid'))).toEqual([404, 'LOG_CACHE_NOT_FOUND']);
    expect(outcome(await admin.put('/cache', { ...changed.body, value: false }))).toEqual([404, 'LOG_CACHE_NOT_FOUND']);
    const told = sql(
      't_told',
      "SELECT detail FROM log_recorded_event WHERE kind = 'log.cache-changed' AND subject = $1 ORDER BY id",
    );
    expect(await server.database.database.rows(told, ['order.paid'])).toMatchObject([
      { detail: { after: { minimumLevel: 'WARN' } } },
      { detail: { before: { minimumLevel: 'WARN' }, after: { minimumLevel: null } } },
      { detail: { before: { value: true } } },
    ]);
    // The key is free again.
    expect(outcome(await save({ key: 'order.paid', value: false }))).toEqual([200, null]);
    expect(await isLogged('order.paid')).toBe(false);
  });

  it('goes with all below a key, whole segments alone, at its own level', async () => {
    for (const key of ['gone', 'gone:DEBUG', 'gone.a', 'gone.a.b:INFO', 'goner', 'kept'])
      await save({ key, value: false });
    await save({ key: 'gone.a', value: false, tenantIdentifier: null });
    const reset = (keyPrefix: string) => admin.post('/cache/reset', { keyPrefix });
    expect((await reset('gone')).body).toBe(4);
    expect(await keys({ keyPrefix: 'gone' })).toEqual(['gone.a', 'goner']);
    expect((await reset('gone')).body).toBe(0);
    expect(await isLogged('gone.a.b')).toBe(false);
    expect((await admin.post('/cache/reset', { keyPrefix: 'gone', tenantIdentifier: null })).body).toBe(1);
    expect(await isLogged('gone.a.b')).toBe(true);
    for (const key of ['goner', 'kept']) await remove(key);
    const told = sql(
      't_reset',
      "SELECT detail FROM log_recorded_event WHERE kind = 'log.cache-changed' AND subject = 'gone' AND detail ? 'removed' ORDER BY id",
    );
    expect(await server.database.database.rows(told)).toMatchObject([
      { detail: { removed: 4 } },
      { detail: { removed: 1 } },
    ]);
  });

  it('tells how often it decided, and which events of audit it does not touch', async () => {
    const made = (await save({ key: 'session', value: false })).body;
    expect(made.warningList).toContain('session.begun');
    expect(made).toMatchObject({ hitCount: 0, suppressedCount: 0, lastHitDate: null });
    await save({ key: 'session.quiet', value: true, minimumLevel: 'WARN' });
    for (const level of ['INFO', 'INFO', 'ERROR']) {
      await admin.post('/event/sync', { eventName: 'session.quiet', level });
    }
    await admin.post('/event/sync', { eventName: 'session.any' });
    const hits = server.jobs.find(({ name }) => name === 'log-cache-hits');
    hits?.wake();
    await vi.waitFor(async () => {
      const { body } = await admin.post('/cache/list', {
        keyPrefix: 'session',
        sort: { property: 'suppressedCount', direction: 'DESC' },
      });
      expect(body).toMatchObject([
        { key: 'session.quiet', hitCount: 3, suppressedCount: 2, lastHitDate: at(0), warningList: [] },
        { key: 'session', hitCount: 1, suppressedCount: 1 },
      ]);
    }, WAIT);
    for (const key of ['session', 'session.quiet']) await remove(key);
  });

  it('is one of 10,000 at most, of which a list shows 1,000 at once', async () => {
    const fill = sql(
      't_fill',
      `WITH next AS (UPDATE log_producer_cache_state SET revision = revision + 1 RETURNING revision)
       INSERT INTO log_producer_cache (uuid, version, created_by, date_created, updated_by, date_updated, key, tenant_identifier,
         value, sample_rate, enforced, revision)
       SELECT gen_random_uuid(), 1, 'x', now(), 'x', now(), 'fill-' || i, 'default', true, 1, false, revision
       FROM next, generate_series(1, 10000) i`,
    );
    await server.database.database.execute(fill);
    expect(outcome(await save({ key: 'one-more', value: true }))).toEqual([409, 'LOG_CACHE_LIMIT_REACHED']);
    server.jobs.find(({ name }) => name === 'log-cache-probe')?.wake();
    await vi.waitFor(async () => {
      expect(outcome(await admin.post('/cache/list', {}))).toEqual([422, 'RESULT_TOO_LARGE']);
    }, WAIT);
    expect(await keys({ keyPrefix: 'fill-999' })).toHaveLength(11);
    await server.database.database.execute(
      sql(
        't_empty',
        `WITH next AS (UPDATE log_producer_cache_state SET revision = revision + 1 RETURNING revision)
         UPDATE log_producer_cache c SET deleted_date = now(), revision = next.revision FROM next WHERE key LIKE 'fill-%'`,
      ),
    );
  });

  it('is made once by an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [
      await admin.post('/cache', { key: 'once', value: false, expireDate: at(DAY_MS) }, headers),
      await admin.post('/cache', { key: 'once', value: false, expireDate: at(DAY_MS) }, headers),
    ];
    expect([first.status, again.body]).toEqual([200, first.body]);
  });

  it('logger-producer 12: cannot switch off events of audit, and runs out in a year at the latest', async () => {
    for (const body of [{ value: false }, { value: true, sampleRate: 0.5 }, { value: true, minimumLevel: 'WARN' }]) {
      expect(outcome(await save({ key: 'log.cache-changed', ...body }))).toEqual([409, 'LOG_CACHE_AUDIT_PROTECTED']);
    }
    const kept = await save({ key: 'log.cache-changed', value: true });
    expect(outcome(await admin.put('/cache', { ...kept.body, value: false }))).toEqual([
      409,
      'LOG_CACHE_AUDIT_PROTECTED',
    ]);
    for (const expireDate of [at(0), at(367 * DAY_MS)]) {
      expect(outcome(await save({ key: 'soon', value: true, expireDate }))).toEqual([422, 'EXPIRE_DATE_PAST']);
      expect(outcome(await admin.put('/cache', { ...kept.body, expireDate }))).toEqual([422, 'EXPIRE_DATE_PAST']);
    }
    expect(outcome(await save({ key: 'a:DEBUG', value: true, minimumLevel: 'WARN' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    expect(outcome(await save({ key: 'a', value: true, sampleRate: 0 }))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('logger-producer 24: of another tenant or of all tenants is out of reach without TENANT_ALL', async () => {
    const manager = await createPersonWithRoles(admin, server.url, 'manager', ['ROLE_TENANT_ADMIN']);
    for (const tenantIdentifier of [null, 'elsewhere']) {
      expect(outcome(await save({ key: 'theirs', value: false, tenantIdentifier }, manager))).toEqual([
        403,
        'ACCESS_DENIED',
      ]);
      expect(outcome(await save({ key: 'theirs', value: false, tenantIdentifier }))).toEqual([200, null]);
    }
    expect(outcome(await manager.remove('/cache/by-key/theirs?tenant=elsewhere'))).toEqual([403, 'ACCESS_DENIED']);
    const listed = async (who: Person) =>
      (await who.post('/cache/list', { keyPrefix: 'theirs' })).body.map(
        ({ tenantIdentifier }: { tenantIdentifier: string | null }) => tenantIdentifier,
      );
    expect(await listed(manager)).toEqual([null]);
    expect(await listed(admin)).toEqual([null, 'elsewhere']);
    expect(await keys({ keyPrefix: 'theirs', scope: 'TENANT' }, manager)).toEqual([]);
    expect(outcome(await save({ key: 'x', value: true }, person))).toEqual([403, 'ACCESS_DENIED']);
    expect(outcome(await person.post('/cache/list', {}))).toEqual([403, 'ACCESS_DENIED']);
  });

  it('of all tenants that is enforced goes before those of tenants', async () => {
    await save({ key: 'forced', value: true });
    const forced = await save({ key: 'forced', value: false, tenantIdentifier: null });
    expect(await isLogged('forced')).toBe(true);
    await admin.put('/cache', { ...forced.body, enforced: true });
    const answer = await admin.get('/cache/value/by-key/forced');
    expect([answer.body, answer.headers.get('x-svc-cache-source')]).toEqual([false, 'ENFORCED']);
  });
});

describe('events', () => {
  const send = async (body: object) => (await admin.post('/event/sync', body)).headers.get('x-svc-event-disposition');

  it('logger-producer 12: are filtered by the star, but for those of audit and security', async () => {
    await save({ key: '*', value: false });
    const uuid = randomUUID();
    expect(await send({ uuid, eventName: 'any' })).toBe('filtered');
    expect(await send({ eventName: 'any', eventType: 'AUDIT' })).toBe('stored');
    expect(await send({ eventName: 'any', eventType: 'SECURITY' })).toBe('stored');
    await remove('*');
    // Nothing of the filtered one was kept.
    expect(await send({ uuid, eventName: 'any' })).toBe('stored');
  });

  it('logger-producer 12: of a sample are kept by traces, in the share that was asked for, and alike each time', async () => {
    await save({ key: 'sampled', value: true, sampleRate: 0.25 });
    const traces = Array.from({ length: 400 }, () => randomBytes(16).toString('hex'));
    const kept = async () => {
      const answers = await Promise.all(traces.map((traceId) => send({ eventName: 'sampled', traceId })));
      return answers.map((disposition) => disposition === 'stored');
    };
    const first = await kept();
    expect(await kept()).toEqual(first);
    const share = first.filter(Boolean).length / traces.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.35);
  });
});
