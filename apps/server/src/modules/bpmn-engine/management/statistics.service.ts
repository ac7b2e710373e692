// Shows operators what the engine has to do, and has it counted for the metrics of the process.
import type { SvcBpmnStatisticsModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { isoDate, isoDateOrNull } from '../interface/iso-date.ts';
import { jobTypeOf } from './job-type.ts';
import type { JobCount, StatisticsStore, Upkeep } from './statistics.store.ts';

/** Interval in which numbers are read: who scrapes more often sees those of the last time. */
const READ_INTERVAL_MS = 15_000;

export function createStatisticsService({
  clock,
  metrics,
  store,
}: Pick<Kernel, 'clock' | 'metrics'> & { readonly store: StatisticsStore }) {
  async function read(tenant: string | null): Promise<SvcBpmnStatisticsModel> {
    const now = clock.now();
    const [jobs, topics, incidents, totals] = [
      await store.jobs(tenant, now),
      await store.topics(tenant, now),
      await store.incidents(tenant),
      await store.totals(tenant, now),
    ];
    return {
      ...totals,
      jobs: byType(jobs),
      externalTasks: topics.map((topic) => ({ ...topic, oldest: isoDate(topic.oldest) })),
      incidents: incidents as SvcBpmnStatisticsModel['incidents'],
    };
  }

  let last: Promise<SvcBpmnStatisticsModel | null> = Promise.resolve(null);
  let readAt = Number.NEGATIVE_INFINITY;
  /** Answers recent numbers; null while the database is away. */
  function recent(): Promise<SvcBpmnStatisticsModel | null> {
    if (performance.now() - readAt >= READ_INTERVAL_MS) {
      readAt = performance.now();
      last = read(null).catch(() => null);
    }
    return last;
  }

  interface Sample {
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }
  function gauge(
    name: string,
    help: string,
    labelNames: readonly string[],
    samplesOf: (read: SvcBpmnStatisticsModel) => readonly Sample[],
  ): void {
    metrics.gauge({
      name,
      help,
      labelNames,
      async collect(self) {
        const statistics = await recent();
        self.reset();
        for (const { labels, value } of statistics === null ? [] : samplesOf(statistics)) self.set(labels, value);
      },
    });
  }
  const secondsSince = (time: string | null): number => (time === null ? 0 : (clock.now() - Date.parse(time)) / 1_000);
  const states = ['waiting', 'due', 'running', 'failed'] as const;
  gauge('engine_jobs', 'Jobs of the engine in all processes, by type and state.', ['type', 'state'], ({ jobs }) =>
    jobs.flatMap((job) => states.map((state) => ({ labels: { type: job.type, state }, value: job[state] }))),
  );
  gauge('engine_job_lag_seconds', 'Time since the oldest job that nobody has begun was due.', ['type'], ({ jobs }) =>
    jobs.map(({ type, oldestDue }) => ({ labels: { type }, value: secondsSince(oldestDue) })),
  );
  gauge('engine_external_tasks', 'Open external tasks; of the 50 topics that have the most.', ['topic'], (read) =>
    read.externalTasks.map(({ topic, open }) => ({ labels: { topic }, value: open })),
  );
  gauge('engine_external_task_age_seconds', 'Age of the oldest external task.', ['topic'], (read) =>
    read.externalTasks.map(({ topic, oldest }) => ({ labels: { topic }, value: secondsSince(oldest) })),
  );
  gauge('engine_incidents_open', 'Incidents that nobody has resolved.', ['type'], ({ incidents }) =>
    incidents.map(({ type, open }) => ({ labels: { type }, value: open })),
  );
  gauge('engine_messages_waiting', 'Messages for which nobody waits yet.', [], ({ messagesWaiting }) => [
    { labels: {}, value: messagesWaiting },
  ]);

  return { get: ({ caller }: Act): Promise<SvcBpmnStatisticsModel> => read(caller.tenantIdentifier) };
}

/** Measures for whoever scrapes; says nothing while the database is away. */
export function measureUpkeep({
  clock,
  metrics,
  store,
}: Pick<Kernel, 'clock' | 'metrics'> & { readonly store: StatisticsStore }): void {
  const gauge = (name: string, help: string, read: (upkeep: Upkeep) => number) =>
    metrics.gauge({
      name,
      help,
      async collect(self) {
        const upkeep = await store.upkeep().catch(() => null);
        if (upkeep === null) self.reset();
        else self.set(read(upkeep));
      },
    });
  gauge(
    'engine_projector_lag_seconds',
    'Age of the oldest commit that pages do not show yet.',
    ({ unprojectedSince }) =>
      unprojectedSince === null ? 0 : Math.max(0, clock.now() - unprojectedSince.getTime()) / 1_000,
  );
  gauge('database_log_bytes', 'Where the write-ahead log of the database stands.', ({ logBytes }) => logBytes);
}

export type StatisticsService = ReturnType<typeof createStatisticsService>;

/** Sums jobs by the type that operators know, of several kinds. */
function byType(counts: readonly JobCount[]): SvcBpmnStatisticsModel['jobs'] {
  const groups = Map.groupBy(counts, ({ kind }) => jobTypeOf(kind));
  return [...groups].map(([type, group]) => {
    const sum = (value: (count: JobCount) => number): number => group.reduce((total, count) => total + value(count), 0);
    const oldest = group
      .flatMap(({ oldestDue }) => oldestDue ?? [])
      .sort((one, other) => one.getTime() - other.getTime());
    return {
      type,
      waiting: sum(({ waiting }) => waiting),
      due: sum(({ due }) => due),
      running: sum(({ running }) => running),
      failed: sum(({ failed }) => failed),
      oldestDue: isoDateOrNull(oldest[0] ?? null),
    };
  });
}
