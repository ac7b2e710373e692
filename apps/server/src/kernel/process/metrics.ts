// Keeps the metrics of the process: factories for modules, and counters of requests that cost no look-up while one is served.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface MetricDefinition {
  /** In snake case with its unit last; `keelson_` is put in front. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

export interface Metrics {
  counter(definition: MetricDefinition): Counter;
  histogram(definition: MetricDefinition & { readonly buckets: readonly number[] }): Histogram;
  /** `collect` sets the value when the metrics are read. */
  gauge(definition: MetricDefinition & { readonly collect?: (gauge: Gauge) => void | Promise<void> }): Gauge;
}

/** Counts of one operation: plain numbers, read only when the metrics are. */
export interface OperationMetrics {
  observe(status: number, durationMs: number): void;
  error(code: string): void;
}

export interface MetricsRegistry extends Metrics {
  operation(module: string, operation: string): OperationMetrics;
  readonly contentType: string;
  text(): Promise<string>;
  /** Writes the counts of requests alone, without asking the database. */
  requestText(): string;
  /** Writes one metric of a module by its name without the prefix; empty where no module has made it. */
  textOf(name: string): Promise<string>;
  stop(): void;
}

/** Upper bounds in milliseconds: a cached read takes below 1, a deployment some hundred. */
const bucketBoundsMs = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;
/** Resolution of the lag: coarse enough to cost nothing, and fine enough for what a person feels. */
const EVENT_LOOP_RESOLUTION_MS = 20;

interface Counts extends OperationMetrics {
  readonly labels: string;
  readonly buckets: number[];
  readonly byStatus: Map<number, number>;
  readonly byCode: Map<string, number>;
  sumMs: number;
  count: number;
}

function createCounts(module: string, operation: string): Counts {
  const counts: Counts = {
    labels: `module="${module}",operation="${operation}"`,
    buckets: bucketBoundsMs.map(() => 0),
    byStatus: new Map(),
    byCode: new Map(),
    sumMs: 0,
    count: 0,
    observe(status, durationMs) {
      counts.count += 1;
      counts.sumMs += durationMs;
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      for (let index = 0; index < bucketBoundsMs.length; index += 1) {
        if (durationMs <= bucketBoundsMs[index]!) {
          counts.buckets[index]! += 1;
          return;
        }
      }
    },
    error(code) {
      counts.byCode.set(code, (counts.byCode.get(code) ?? 0) + 1);
    },
  };
  return counts;
}

function requestLines(all: readonly Counts[]): string {
  const used = all.filter((counts) => counts.count > 0);
  const lines = ['# HELP keelson_requests_total Requests answered.', '# TYPE keelson_requests_total counter'];
  for (const { labels, byStatus } of used) {
    for (const [status, count] of byStatus) lines.push(`keelson_requests_total{${labels},status="${status}"} ${count}`);
  }
  lines.push('# HELP keelson_request_errors_total Failures by code.', '# TYPE keelson_request_errors_total counter');
  for (const { labels, byCode } of used) {
    for (const [code, count] of byCode) lines.push(`keelson_request_errors_total{${labels},code="${code}"} ${count}`);
  }
  const family = 'keelson_request_duration_seconds';
  lines.push(`# HELP ${family} Time from the request line to the answer handed over.`, `# TYPE ${family} histogram`);
  for (const { labels, buckets, count, sumMs } of used) {
    let below = 0;
    for (const [index, bound] of bucketBoundsMs.entries()) {
      below += buckets[index]!;
      lines.push(`${family}_bucket{${labels},le="${bound / 1_000}"} ${below}`);
    }
    lines.push(`${family}_bucket{${labels},le="+Inf"} ${count}`);
    lines.push(`${family}_sum{${labels}} ${sumMs / 1_000}`, `${family}_count{${labels}} ${count}`);
  }
  return `${lines.join('\n')}\n`;
}

export function createMetrics(): MetricsRegistry {
  const registry = new Registry();
  const operations: Counts[] = [];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS });
  const base = (definition: MetricDefinition) => ({
    name: `keelson_${definition.name}`,
    help: definition.help,
    labelNames: definition.labelNames ?? [],
    registers: [registry],
  });
  const metrics: MetricsRegistry = {
    contentType: registry.contentType,
    counter: (definition) => new Counter(base(definition)),
    histogram: (definition) => new Histogram({ ...base(definition), buckets: [...definition.buckets] }),
    gauge({ collect, ...definition }) {
      if (collect === undefined) return new Gauge(base(definition));
      return new Gauge({
        ...base(definition),
        collect() {
          return collect(this);
        },
      });
    },
    operation(module, operation) {
      const counts = createCounts(module, operation);
      operations.push(counts);
      return counts;
    },
    async text() {
      return (await registry.metrics()) + metrics.requestText();
    },
    requestText: () => requestLines(operations),
    async textOf(name) {
      const whole = `keelson_${name}`;
      return registry.getSingleMetric(whole) === undefined ? '' : registry.getSingleMetricAsString(whole);
    },
    stop() {
      registry.clear();
    },
  };
  return metrics;
}
