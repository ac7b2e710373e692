// Wires the intake of events.
import { HOUR_MS } from '@keelson/time-zone/units';
import { KEYED_PLANS } from '../../../kernel/database/dedicated-connection.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createEventQueue, type EventQueueParts } from '../asynchronous/feature.ts';
import type { Disposition, EventType, LogEvent } from '../record/event.types.ts';
import { createBatchService } from './batch.service.ts';
import { createBatchReader, createEventCheck } from './batch-body.ts';
import { createEventHandlers } from './event.routes.ts';
import { createEventStore } from './event.store.ts';
import { createEventPartitions } from './event-partitions.ts';
import { createEventRate } from './event-rate.ts';
import { EventWriter } from './event-writer.ts';
import { createIntake } from './intake.ts';
import { createProduceService, type ProduceParts } from './produce.service.ts';

export type { EventSender } from './event-input.ts';
export type EventIntake = ReturnType<typeof createIntake>;

/** Connections, each with one group in flight: a second one uses the time in which the first waits for the disk. */
const CONNECTIONS = 2;

export function createEventFeature(
  kernel: Kernel,
  {
    keptOut,
    standardDays,
    mask,
    fullText,
    eventsPerSecond,
    fsyncIntervalMs,
    bury,
  }: Pick<ProduceParts, 'keptOut' | 'standardDays' | 'mask' | 'fullText'> &
    Pick<EventQueueParts, 'fsyncIntervalMs' | 'bury'> & { readonly eventsPerSecond: () => number },
) {
  const { clock, database, ids, metrics } = kernel;
  const partitions = createEventPartitions(kernel);
  kernel.readiness.warn('log-partitions', () =>
    partitions.isReadyFor(clock.now() + HOUR_MS) ? null : 'no partition is ready for the events of the next hour',
  );
  const connections = Array.from({ length: CONNECTIONS }, () => database.openDedicatedConnection(KEYED_PLANS));
  const { groupSize, commitSeconds, events, refused } = registerMetrics(metrics);
  const writer = new EventWriter({
    now: () => clock.now(),
    stores: connections.map(createEventStore),
    makeRoom: partitions.makeRoom,
    observe({ events, durationMs }) {
      groupSize.observe(events);
      commitSeconds.observe(durationMs / 1_000);
    },
  });
  metrics.gauge({
    name: 'log_waiting',
    help: 'Events that wait for a group.',
    collect: (gauge) => gauge.set(writer.waiting),
  });
  const store = (event: LogEvent, bytes: number) => writer.store(event, bytes);
  const queue = createEventQueue(kernel, { store, bury, fsyncIntervalMs });
  const dispositions: Record<string, number> = {};
  const check = createEventCheck(kernel.config);
  const parts = {
    accept: queue.accept,
    ids,
    now: () => clock.now(),
    writer,
    keptOut,
    standardDays,
    mask,
    fullText,
    rate: createEventRate(() => clock.now(), eventsPerSecond),
    count(disposition: Disposition | 'refused', type: EventType) {
      events.inc({ disposition, type });
      dispositions[disposition] = (dispositions[disposition] ?? 0) + 1;
    },
    read: createBatchReader(kernel.config, check),
  };
  return {
    handlers: createEventHandlers(createProduceService(parts), createBatchService(parts), (code) =>
      refused.inc({ code }),
    ),
    jobs: [partitions.job, queue.job],
    intake: createIntake(parts, check),
    start: partitions.start,
    store,
    status: () => ({ waitingCount: writer.waiting, ...queue.status(), dispositionMap: dispositions }),
    flush: queue.flush,
    makeRoom: partitions.makeRoomAt,
    count: parts.count,
    makeRoomForAudit: partitions.makeRoomForAudit,
  };
}

function registerMetrics(metrics: Kernel['metrics']) {
  const groupSize = metrics.histogram({
    name: 'log_group_size',
    help: 'Events that shared one commit.',
    buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
  });
  const commitSeconds = metrics.histogram({
    name: 'log_commit_seconds',
    help: 'Seconds that a group of events took, its repetitions included.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  });
  const events = metrics.counter({
    name: 'log_events_total',
    help: 'Events that were sent, by what became of them.',
    labelNames: ['disposition', 'type'],
  });
  const refused = metrics.counter({
    name: 'log_refused_total',
    help: 'Events that were refused, by why; a batch that was refused as a whole counts once.',
    labelNames: ['code'],
  });
  return { groupSize, commitSeconds, events, refused };
}
