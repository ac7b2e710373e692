// Wires the logger producer.
import { loggerProducerModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import type { BpmnEngineApi } from '../bpmn-engine/api.ts';
import type { LoggerProducerApi } from './api.ts';
import { createAuditChain } from './audit-chain/feature.ts';
import { createCacheStream } from './cache-stream/feature.ts';
import { createDeadLetters } from './dead-letters/feature.ts';
import { createEventFeature } from './event/feature.ts';
import { createExport } from './export/feature.ts';
import { loggerDataSets } from './logger-producer.data-sets.store.ts';
import { loggerProducerEvents } from './logger-producer.events.ts';
import { loggerProducerMenu } from './logger-producer.menu.ts';
import { loggerProducerSettings } from './logger-producer.settings.ts';
import { createMasking } from './masking/feature.ts';
import { createOtlp } from './otlp/feature.ts';
import { createProcessAction } from './process-action/feature.ts';
import { createProducerCache } from './producer-cache/feature.ts';
import { createProducerStatus } from './producer-status/feature.ts';
import { type CataloguedEvent, createReadingFeature } from './reading/feature.ts';
import type { RetentionDays } from './record/event.types.ts';
import { createRecordedEvents } from './recorded/feature.ts';
import { createRetention } from './retention/feature.ts';
import { createTail } from './tail/feature.ts';

interface LoggerPeers {
  /** Holds the kinds of events of every module. */
  readonly eventKinds: readonly CataloguedEvent[];
  readonly engine: Pick<BpmnEngineApi, 'registerAction'>;
}

export const loggerProducerModule: ServerModule<typeof contract, LoggerProducerApi, LoggerPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: loggerProducerMenu,
  events: loggerProducerEvents,
  settings: loggerProducerSettings,
  dataSets: loggerDataSets,
  create(kernel: Kernel) {
    let kinds: readonly CataloguedEvent[] = [];
    let protectedNames: ReadonlySet<string> = new Set();
    const cache = createProducerCache(kernel, () => protectedNames);
    const cacheStream = createCacheStream(cache.changes);
    const { fsyncInterval, standardDays, auditDays, maskedKeys, fullText, eventsPerSecond } =
      kernel.settings.bind(loggerProducerSettings);
    const daysOf: RetentionDays = (retentionClass, tenant) =>
      (retentionClass === 'AUDIT' ? auditDays : standardDays).get(tenant);
    const mask = createMasking(kernel, () => maskedKeys.get(null));
    const deadLetters = createDeadLetters(kernel);
    const event = createEventFeature(kernel, {
      ...cache,
      bury: deadLetters.bury,
      standardDays: standardDays.get,
      fullText: () => fullText.get(null),
      eventsPerSecond: () => eventsPerSecond.get(null),
      mask,
      fsyncIntervalMs: () => fsyncInterval.get(null),
    });
    const processAction = createProcessAction(kernel, event);
    const otlp = createOtlp({ limits: kernel.config.limits, intake: event.intake, mask });
    const reading = createReadingFeature(
      kernel,
      () => kinds,
      daysOf,
      () => fullText.get(null),
    );
    const auditChain = createAuditChain(kernel);
    const tail = createTail(kernel, () => fullText.get(null));
    const retention = createRetention(kernel, daysOf, auditChain.cut);
    const producerStatus = createProducerStatus({
      ...event,
      processUuid: kernel.processes.id,
      sealLagMs: auditChain.lagMs,
      countDeadLetters: deadLetters.count,
    });
    const recorded = { makeRoom: event.makeRoomForAudit, mask, fullText: () => fullText.get(null) };
    kernel.keepEvents(createRecordedEvents(kernel.database, recorded));
    return {
      api: { isProduced: cache.isProduced, verifyAudit: auditChain.walkChain },
      handlers: {
        ...event.handlers,
        ...otlp.handlers,
        ...reading.handlers,
        ...createExport(kernel, reading.reading).handlers,
        ...tail.handlers,
        ...auditChain.handlers,
        ...deadLetters.handlers(event.store),
        ...producerStatus.handlers,
        ...cache.handlers,
        ...cacheStream.handlers,
      },
      replyForms: [otlp.replyForm],
      directoryHooks: [reading.directoryHooks, cache.directoryHooks],
      jobs: [...event.jobs, ...cache.jobs, tail.job, auditChain.job, deadLetters.job, retention.job],
      connect({ eventKinds, engine }) {
        engine.registerAction(processAction);
        kinds = eventKinds;
        protectedNames = new Set(eventKinds.map(({ name }) => name));
      },
      async start() {
        await event.start();
        await cache.start();
      },
    };
  },
};
