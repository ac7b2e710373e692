// Plays the scenarios of events that are taken in, and of the cache that says which of them.
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Scenario, World } from '../world.ts';

/** Makes an entry of a key of its own. */
async function enter({ admin, name }: World, value: boolean) {
  const key = name('acceptance.log');
  const { body } = await admin.sure.loggerProducer.saveCache({ body: { key, value } });
  return body;
}

/** Has an accepted event kept from being stored by another one under its uuid. */
async function bury({ sure }: World['admin']): Promise<string> {
  const uuid = randomUUID();
  await sure.loggerProducer.produceSync({ body: { uuid, message: 'First.' } });
  await sure.loggerProducer.produceAsync({ body: { uuid, message: 'Second.' } });
  await sure.loggerProducer.flushProducer();
  return uuid;
}

export const loggerProducerScenarios: Readonly<Record<string, Scenario>> = {
  'logger-producer produceSync': async (as, { admin }) => {
    const produce = as(admin).loggerProducer.produceSync;
    const body = { uuid: randomUUID(), message: 'It happened.' };
    const dispositions = [await produce({ body }), await produce({ body })].map(({ headers }) =>
      headers.get('x-svc-event-disposition'),
    );
    expect(dispositions).toEqual(['stored', 'duplicate']);
  },
  'logger-producer produceAsync': async (as, { admin }) => {
    const uuid = randomUUID();
    const answer = await as(admin).loggerProducer.produceAsync({ body: { uuid, message: 'A moment later.' } });
    expect(answer.headers.get('x-svc-event-disposition')).toBe('queued');
    const read = async () => (await admin.client.loggerProducer.getEvent({ params: { uuid } })).body?.message;
    await vi.waitFor(async () => expect(await read()).toBe('A moment later.'), { timeout: 20_000, interval: 5 });
  },
  'logger-producer produceBatchSync': async (as, { admin }) => {
    const produce = as(admin).loggerProducer.produceBatchSync;
    const uuid = randomUUID();
    const { body } = await produce({ body: [{ uuid }, { uuid, message: 'Not the same.' }, { uuid }] });
    expect(body).toMatchObject({ acceptedCount: 1, duplicateCount: 1, filteredCount: 0 });
    expect(body?.rejectedList).toMatchObject([
      { index: 1, uuid, errorCode: 'LOG_EVENT_UUID_CONFLICT', retryable: false },
    ]);
  },
  'logger-producer produceBatchAsync': async (as, { admin }) => {
    const uuids = [randomUUID(), randomUUID()];
    const { body } = await as(admin).loggerProducer.produceBatchAsync({ body: uuids.map((uuid) => ({ uuid })) });
    expect(body).toEqual({ acceptedCount: 2, duplicateCount: 0, filteredCount: 0, rejectedList: [] });
    const found = async () => (await admin.client.loggerProducer.queryEvents({ body: { uuidList: uuids } })).body;
    await vi.waitFor(async () => expect((await found())?.totalElements).toBe(2), { timeout: 20_000, interval: 5 });
  },
  'logger-producer getEvent': async (as, { admin }) => {
    const uuid = randomUUID();
    await admin.sure.loggerProducer.produceSync({ body: { uuid, message: 'Read again.' } });
    const { body } = await as(admin).loggerProducer.getEvent({ params: { uuid } });
    expect(body).toMatchObject({ uuid, message: 'Read again.', service: 'web' });
  },
  'logger-producer queryEvents': async (as, { admin, name }) => {
    const eventName = name('acceptance.event');
    for (const level of ['INFO', 'ERROR']) {
      await admin.sure.loggerProducer.produceSync({ body: { eventName, level, message: 'It went wrong.' } });
    }
    const body = { eventName, levelFrom: 'WARN', searchText: 'WRON* -right' } as const;
    const { body: found } = await as(admin).loggerProducer.queryEvents({ body });
    expect(found).toMatchObject({ totalElements: 1, data: [{ eventName, level: 'ERROR' }] });
  },
  'logger-producer queryOwnEvents': async (as, { admin, somebody }) => {
    const person = await somebody();
    const uuids = [randomUUID(), randomUUID()];
    await person.sure.loggerProducer.produceSync({ body: { uuid: uuids[0]! } });
    await admin.sure.loggerProducer.produceSync({ body: { uuid: uuids[1]! } });
    const { body } = await as(person).loggerProducer.queryOwnEvents({ body: { uuidList: uuids } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid: uuids[0] }] });
  },
  'logger-producer searchEvents': async (as, { admin, name }) => {
    const eventName = name('acceptance.walk');
    for (const message of ['a', 'b', 'c'])
      await admin.sure.loggerProducer.produceSync({ body: { eventName, message } });
    const walk = as(admin).loggerProducer.searchEvents;
    const first = (await walk({ body: { query: { eventName }, limit: 2 } })).body;
    const rest = (await walk({ body: { query: { eventName }, limit: 2, cursor: first?.nextCursor ?? '' } })).body;
    const messages = [...(first?.data ?? []), ...(rest?.data ?? [])].map(({ message }) => message);
    expect([messages.sort(), rest?.nextCursor]).toEqual([['a', 'b', 'c'], null]);
  },
  'logger-producer histogram': async (as, { admin, name }) => {
    const eventName = name('acceptance.count');
    for (const level of ['INFO', 'ERROR']) await admin.sure.loggerProducer.produceSync({ body: { eventName, level } });
    const { body } = await as(admin).loggerProducer.histogram({
      body: { query: { eventName }, intervalSeconds: 3_600 },
    });
    const counted = body?.bucketList.filter(({ count }) => count > 0) ?? [];
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(body?.bucketList.length).toBeGreaterThan(23);
  },
  'logger-producer fieldValues': async (as, { admin, name }) => {
    const eventName = name('acceptance.values');
    for (const action of ['pay', 'pay', 'send'])
      await admin.sure.loggerProducer.produceSync({ body: { eventName, action } });
    const body = { query: { eventName }, field: 'action', limit: 1 } as const;
    expect((await as(admin).loggerProducer.fieldValues({ body })).body).toEqual({
      field: 'action',
      valueList: [{ value: 'pay', count: 2 }],
      otherCount: 1,
    });
  },
  'logger-producer explainKey': async (as, world) => {
    const { key } = await enter(world, false);
    const { body } = await as(world.admin).loggerProducer.explainKey({ params: { key: `${key}.below:DEBUG` } });
    expect(body?.value).toBe(false);
    const found = body?.candidateList.filter(({ state }) => state !== 'ABSENT');
    expect(found).toMatchObject([
      { source: 'TENANT', key, value: false, state: 'DECIDES' },
      { key: null, state: 'PASSED_OVER' },
    ]);
  },
  'logger-producer producerStatus': async (as, { admin }) => {
    const { body } = await as(admin).loggerProducer.producerStatus();
    expect(body).toMatchObject({ waitingCount: expect.any(Number), adoptedCount: 0 });
  },
  'logger-producer flushProducer': async (as, { admin }) => {
    const uuid = randomUUID();
    await admin.sure.loggerProducer.produceAsync({ body: { uuid } });
    expect((await as(admin).loggerProducer.flushProducer()).body?.remainingCount).toBe(0);
    expect((await admin.client.loggerProducer.getEvent({ params: { uuid } })).status).toBe(200);
  },
  'logger-producer queryDeadLetters': async (as, { admin }) => {
    const uuid = await bury(admin);
    const { body } = await as(admin).loggerProducer.queryDeadLetters({ body: { eventUuid: uuid, reason: 'conflict' } });
    expect(body?.data).toMatchObject([{ eventUuid: uuid, reason: 'LOG_EVENT_UUID_CONFLICT', tries: 0 }]);
  },
  'logger-producer retryDeadLetters': async (as, { admin }) => {
    const query = { eventUuid: await bury(admin) };
    const { body } = await as(admin).loggerProducer.retryDeadLetters({ body: { query } });
    expect(body).toMatchObject({ storedCount: 0, failedList: [{ reason: 'LOG_EVENT_UUID_CONFLICT' }] });
    const { body: page } = await admin.sure.loggerProducer.queryDeadLetters({ body: query });
    expect(page.data).toMatchObject([{ tries: 1 }]);
  },
  'logger-producer deleteDeadLetter': async (as, { admin }) => {
    const query = { eventUuid: await bury(admin) };
    const { body: page } = await admin.sure.loggerProducer.queryDeadLetters({ body: query });
    const params = { uuid: page.data[0]?.uuid ?? '' };
    expect((await as(admin).loggerProducer.deleteDeadLetter({ params })).status).toBe(200);
    expect((await admin.client.loggerProducer.deleteDeadLetter({ params })).status).toBe(404);
  },
  'logger-producer otlpLogs': async (as, { admin, name }) => {
    const eventName = name('acceptance.otlp');
    // A record with a time that comes again is the same one; without a time each would be its own.
    const timeUnixNano = `${Date.now()}000000`;
    const logRecords = [{ timeUnixNano, severityNumber: 9, eventName, body: { stringValue: 'Exported.' } }];
    const body = { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
    const answers = [
      await as(admin).loggerProducer.otlpLogs({ body }),
      await as(admin).loggerProducer.otlpLogs({ body }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    await admin.sure.loggerProducer.flushProducer();
    const { body: found } = await admin.sure.loggerProducer.searchEvents({ body: { query: { eventName } } });
    expect(found.data).toMatchObject([{ eventName, message: 'Exported.', level: 'INFO' }]);
  },
  'logger-producer exportEvents': async (as, { admin, name }) => {
    const eventName = name('acceptance.export');
    await admin.sure.loggerProducer.produceSync({ body: { eventName, message: '=1+1' } });
    const { body } = await as(admin).loggerProducer.exportEvents({ body: { query: { eventName }, format: 'CSV' } });
    const [titles, line, ...rest] = (await new Response(body).text()).split('\r\n');
    expect([titles?.startsWith('uuid,eventTime,'), rest]).toEqual([true, ['']]);
    expect(line).toContain(`,'=1+1,`);
    const kinds = { query: { eventName: 'log.exported' } };
    const { body: found } = await admin.sure.loggerProducer.searchEvents({ body: kinds });
    expect(found.data.length).toBeGreaterThan(0);
  },
  'logger-producer tailEvents': async (as, { admin, name }) => {
    const eventName = name('acceptance.tail');
    const listener = listenTo((await as(admin).loggerProducer.tailEvents({ query: { eventName } })).body);
    try {
      await admin.sure.loggerProducer.produceSync({ body: { eventName, message: 'Heard.' } });
      const heard = await listener.hear(({ event }) => event === 'log-event');
      expect(heard).toMatchObject({ data: { eventName, message: 'Heard.', tenantIdentifier: 'default' } });
    } finally {
      await listener.close();
    }
  },
  'logger-producer verifyAudit': async (as, { admin }) => {
    const { body } = await as(admin).loggerProducer.verifyAudit();
    expect(body).toMatchObject({ valid: true, complete: true, problemList: [] });
    const kinds = { query: { eventName: 'log.audit-verified' } };
    const { body: found } = await admin.sure.loggerProducer.searchEvents({ body: kinds });
    expect(found?.data.length).toBeGreaterThan(0);
  },
  'logger-producer catalogue': async (as, { somebody }) => {
    const { body } = await as(await somebody()).loggerProducer.catalogue();
    const closed = body?.find(({ eventName }) => eventName === 'session.closed');
    expect(closed).toMatchObject({ module: 'session', eventType: 'SECURITY', level: 'INFO' });
  },
  'logger-producer getValueByKey': async (as, world) => {
    const { key } = await enter(world, false);
    const read = as(world.admin).loggerProducer.getValueByKey;
    expect((await read({ params: { key: `${key}.below:DEBUG` } })).body).toBe(false);
    expect((await read({ params: { key: 'acceptance.nobody' } })).body).toBe(true);
  },
  'logger-producer getValues': async (as, world) => {
    const { key } = await enter(world, false);
    const { body } = await as(world.admin).loggerProducer.getValues({ body: { keyList: [key, 'acceptance.nobody'] } });
    expect(body).toEqual({ [key]: false, 'acceptance.nobody': true });
  },
  'logger-producer queryList': async (as, world) => {
    const entry = await enter(world, false);
    expect((await as(world.admin).loggerProducer.queryList({ body: { keyPrefix: entry.key } })).body).toEqual([entry]);
  },
  'logger-producer saveCache': async (as, { admin, name }) => {
    const key = name('acceptance.log');
    const { body } = await as(admin).loggerProducer.saveCache({ body: { key, value: true, sampleRate: 0.5 } });
    expect(body).toMatchObject({ key, value: true, sampleRate: 0.5, version: 1 });
  },
  'logger-producer updateCache': async (as, world) => {
    const entry = await enter(world, false);
    const { body } = await as(world.admin).loggerProducer.updateCache({
      body: { key: entry.key, version: 1, value: true },
    });
    expect(body).toMatchObject({ uuid: entry.uuid, version: 2, value: true });
  },
  'logger-producer resetCache': async (as, { admin, name }) => {
    const key = name('acceptance.reset');
    for (const below of ['', '.a', '.a.b', 'x']) {
      await admin.sure.loggerProducer.saveCache({ body: { key: `${key}${below}`, value: true } });
    }
    expect((await as(admin).loggerProducer.resetCache({ body: { keyPrefix: key } })).body).toBe(3);
    const left = (await admin.sure.loggerProducer.queryList({ body: { keyPrefix: key } })).body;
    expect(left.map((entry) => entry.key)).toEqual([`${key}x`]);
  },
  'logger-producer streamCacheChanges': async (as, { admin, name }) => {
    const listener = listenTo((await as(admin).loggerProducer.streamCacheChanges()).body);
    try {
      const key = name('acceptance.heard');
      await admin.sure.loggerProducer.saveCache({ body: { key, value: false } });
      const heard = await listener.hear(({ data }) => data.key === key);
      expect(heard).toMatchObject({
        event: 'log-cache-changed',
        data: { key, value: false, tenantIdentifier: 'default' },
      });
    } finally {
      await listener.close();
    }
  },
  'logger-producer deleteCache': async (as, world) => {
    const { key } = await enter(world, false);
    await as(world.admin).loggerProducer.deleteCache({ params: { key } });
    expect((await world.admin.sure.loggerProducer.getValueByKey({ params: { key } })).body).toBe(true);
  },
};
