// Serves health and metrics: whether the process lives, whether it wants traffic and why not, and its numbers.

import type { MetricsRegistry } from '../process/metrics.ts';
import type { ReadinessRegistry } from '../process/readiness.ts';
import { sendText } from './exchange/compression.ts';
import { type HeaderSets, send } from './exchange/reply.ts';
import type { PlainRoute } from './http-server.ts';

/** Writes plain JSON outside the envelope: probes look at the status. */
function jsonOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function createHealthRoutes({
  readiness,
  metrics,
  version,
}: {
  readonly readiness: ReadinessRegistry;
  readonly metrics: MetricsRegistry;
  readonly version: string;
}): readonly PlainRoute[] {
  return [
    {
      path: '/health/live',
      answer: (_request, response, sets: HeaderSets) =>
        send(response, 200, [...sets.json], jsonOf({ status: 'live', version })),
    },
    {
      path: '/health/ready',
      answer(_request, response, sets) {
        const { ready, notReady, warnings } = readiness.report();
        const body = { status: ready ? 'ready' : 'not-ready', version, notReady, warnings };
        send(response, ready ? 200 : 503, ready ? [...sets.json] : [...sets.json, 'retry-after', '1'], jsonOf(body));
      },
    },
    {
      path: '/metrics',
      async answer({ headers }, response) {
        const text = await metrics.text();
        const own = ['content-type', metrics.contentType, 'cache-control', 'no-store'];
        await sendText(response, 200, own, text, headers['accept-encoding']);
      },
    },
  ];
}
