// Arranges what the examples of events and of the producer cache need: an entry of a key of its own.
import { randomUUID } from 'node:crypto';
import type { loggerProducerModule } from '@keelson/contract';
import type { World } from '../acceptance/world.ts';
import { type Arrange, asAdmin, type GivenOf } from './given.ts';

const keyed: Arrange = ({ admin, name }) => ({
  as: admin,
  values: { logKey: name('example.log'), username: admin.username, tenantIdentifier: 'default' },
});

const entered: Arrange = async (world) => {
  const given = await keyed(world);
  const key = given.values?.logKey ?? '';
  const body = { key, value: true, minimumLevel: 'WARN', description: 'Too loud.' } as const;
  await world.admin.sure.loggerProducer.saveCache({ body });
  return given;
};

const tell = ({ sure }: World['admin'], logEvent: string) => {
  const body = {
    uuid: logEvent,
    level: 'WARN',
    eventName: 'order.rejected',
    message: 'Order 4711 was rejected: no credit.',
    service: 'shop',
    tagList: ['order'],
    attributeMap: { order: { no: 4711 } },
  };
  return sure.loggerProducer.produceSync({ body });
};

const told: Arrange = async ({ admin }) => {
  const logEvent = randomUUID();
  await tell(admin, logEvent);
  return { as: admin, values: { logEvent, username: admin.username, tenantIdentifier: 'default' } };
};

/** An accepted event that another one keeps from being stored. */
const buried: Arrange = async ({ admin }) => {
  const logEvent = randomUUID();
  await admin.sure.loggerProducer.produceSync({ body: { uuid: logEvent, message: 'First.' } });
  await admin.sure.loggerProducer.produceAsync({ body: { uuid: logEvent, message: 'Second.' } });
  await admin.sure.loggerProducer.flushProducer();
  const { body } = await admin.sure.loggerProducer.queryDeadLetters({ body: { eventUuid: logEvent } });
  const deadLetter = body.data[0]?.uuid ?? '';
  return { as: admin, values: { logEvent, deadLetter, tenantIdentifier: 'default' } };
};

export const loggerProducerGivens: GivenOf<typeof loggerProducerModule> = {
  produceSync: asAdmin,
  produceAsync: asAdmin,
  produceBatchSync: asAdmin,
  produceBatchAsync: asAdmin,
  getEvent: told,
  queryEvents: told,
  queryOwnEvents: told,
  exportEvents: told,
  searchEvents: told,
  histogram: asAdmin,
  fieldValues: told,
  otlpLogs: asAdmin,
  tailEvents: async ({ admin }) => {
    const logEvent = randomUUID();
    const values = { logEvent, username: admin.username, tenantIdentifier: 'default' };
    return { as: admin, values, happens: () => tell(admin, logEvent) };
  },
  verifyAudit: asAdmin,
  producerStatus: async (world) => {
    const given = await told(world);
    await world.admin.sure.loggerProducer.flushProducer();
    return given;
  },
  flushProducer: asAdmin,
  queryDeadLetters: buried,
  retryDeadLetters: buried,
  deleteDeadLetter: buried,
  explainKey: keyed,
  catalogue: asAdmin,
  getValueByKey: asAdmin,
  getValues: asAdmin,
  queryList: entered,
  saveCache: keyed,
  updateCache: entered,
  resetCache: entered,
  streamCacheChanges: async (world) => {
    const given = await keyed(world);
    const key = given.values?.logKey ?? '';
    return { ...given, happens: () => world.admin.sure.loggerProducer.saveCache({ body: { key, value: true } }) };
  },
  deleteCache: entered,
};
