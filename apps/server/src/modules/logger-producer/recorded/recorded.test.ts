// Tests what modules record: in the transaction of the change, whatever it holds, found by people as events from outside are.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { type DefinedEvent, defineEvents } from '../../../kernel/records/event-definition.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const happened: DefinedEvent = defineEvents({
  happened: { name: 'thing.happened', type: 'AUDIT', level: 'WARN', description: { en: 'It happened.', tr: 'Oldu.' } },
}).happened;
const actor = { username: 'Ayşe', tenantIdentifier: 'default', ipAddress: '10.0.0.7', requestId: 'r-1' };
const STORED = sql('t_recorded', 'SELECT * FROM log_event WHERE entity_uuid = $1 ORDER BY uuid');
const stored = (subject: string) => server.database.database.rows<Record<string, unknown>>(STORED, [subject]);
const record = (subject: string, detail?: object) =>
  server.database.database.transaction((tx) => server.kernel.events.record(tx, happened, actor, subject, detail));

describe('what a module records', () => {
  it('logger-producer 15: is there when its change is committed, and is not when it is taken back', async () => {
    const [kept, undone] = [randomUUID(), randomUUID()];
    await record(kept, { amount: 7 });
    const failing = server.database.database.transaction(async (tx) => {
      await server.kernel.events.record(tx, happened, actor, undone);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await stored(undone)).toEqual([]);
    expect(await stored(kept)).toMatchObject([
      {
        event_name: 'thing.happened',
        key: 'thing.happened',
        event_type: 'AUDIT',
        retention_class: 'AUDIT',
        level: 'WARN',
        severity_number: 13,
        username: 'Ayşe',
        username_folded: 'ayşe',
        client_ip: '10.0.0.7',
        attribute_map: { requestId: 'r-1', amount: 7 },
        truncated: false,
      },
    ]);
  });

  it('logger-producer 15: is never refused for what it holds: it is cut, and says so', async () => {
    const subject = randomUUID();
    await record(subject, { small: 1, large: 'x'.repeat(1_048_576), last: 2 });
    expect(await stored(subject)).toMatchObject([
      { truncated: true, attribute_map: { requestId: 'r-1', small: 1, last: 2 } },
    ]);
    const hostile = randomUUID();
    await record(hostile, { 'a\u0000': ['\u0000', { b: '\ud800' }], c: '\\u0000', d: 'İ😀' });
    expect((await stored(hostile))[0]?.attribute_map).toEqual({
      requestId: 'r-1',
      'a\ufffd': ['\ufffd', { b: '\ufffd' }],
      c: '\\u0000',
      d: 'İ😀',
    });
    await record('y'.repeat(10_000));
    expect(await stored('y'.repeat(256))).toHaveLength(1);
  });

  it('has room after the clock has moved on for a year, in a transaction and in a change set', async () => {
    server.clock.advance(366 * DAY_MS);
    const subject = randomUUID();
    await record(subject);
    const { events, groupCommit } = server.kernel;
    const changes = groupCommit.createChangeSet();
    events.add(changes, happened, actor, subject, { n: 2 });
    await groupCommit.commit(changes);
    expect(await stored(subject)).toHaveLength(2);
    server.clock.advance(90 * DAY_MS);
    // Nothing can be waited for here; whoever comes back finds the room made.
    expect(() => events.add(groupCommit.createChangeSet(), happened, actor, subject)).toThrow('SERVICE_UNAVAILABLE');
    admin = await signInAdmin(server);
  });

  it('is found by people among the events of audit, by whom and by what it is about', async () => {
    const subject = randomUUID();
    await record(subject, { note: 'İstanbul' });
    const query = { eventTypeList: ['AUDIT'], entityUuid: subject };
    const { body } = await admin.post('/event/page', query);
    expect(body.data).toMatchObject([
      { eventName: 'thing.happened', username: 'Ayşe', entityUuid: subject, service: 'keelson' },
    ]);
    for (const wish of [{ username: 'AYŞE' }, { attributeMap: { note: 'İstanbul' } }, { searchText: 'happened' }]) {
      expect((await admin.post('/event/page', { ...query, ...wish })).body.totalElements).toBe(1);
    }
  });

  it('cannot be forged: what comes from outside under the same name is in no stream of it', async () => {
    const uuid = randomUUID();
    const event = { uuid, eventName: 'session.closed', eventType: 'SECURITY', service: 'keelson', entityUuid: 'x' };
    expect((await admin.post('/event/sync', event)).status).toBe(200);
    const seen = sql('t_seen', 'SELECT count(*)::int AS count FROM log_recorded_event WHERE id = $1');
    expect(await server.database.database.rows(seen, [uuid])).toEqual([{ count: 0 }]);
    const [row] = await server.database.database.rows<{ id: string }>(
      sql('t_one', 'SELECT id FROM log_recorded_event ORDER BY id DESC LIMIT 1'),
    );
    expect((await admin.post('/event/sync', { ...event, uuid: row?.id })).errorDetail?.errorCode).toBe(
      'LOG_EVENT_UUID_CONFLICT',
    );
  });
});
