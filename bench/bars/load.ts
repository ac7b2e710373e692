// Puts a server under load from this process and times every request: as fast as it answers, or at a given rate.
import { SECOND_MS } from '@keelson/time-zone/units';
import { openConnection, type RawAnswer, type RawConnection } from './raw-connection.ts';

export interface LoadResult {
  readonly seconds: number;
  /** Holds the milliseconds of the requests with each status. */
  readonly latenciesMs: ReadonlyMap<number, readonly number[]>;
}

export interface LoadOptions {
  readonly origin: string;
  readonly connections: number;
  readonly seconds: number;
  /** Makes the text of the next request. */
  readonly next: () => string;
  readonly onAnswer?: (answer: RawAnswer) => void;
}

/** A rate is kept up with at this interval. */
const TICK_MS = 2;

/** Counts the answers per second that have this status. */
export function rateOf({ latenciesMs, seconds }: LoadResult, status = 200): number {
  return (latenciesMs.get(status)?.length ?? 0) / seconds;
}

export function latenciesOf({ latenciesMs }: LoadResult, status = 200): readonly number[] {
  return latenciesMs.get(status) ?? [];
}

/** Answers texts like `200: 1234, 503: 5`. */
export function statusesOf({ latenciesMs }: LoadResult): string {
  return [...latenciesMs].map(([status, { length }]) => `${status}: ${length}`).join(', ');
}

async function withConnections<T>(
  { origin, connections }: LoadOptions,
  use: (open: readonly RawConnection[]) => Promise<T>,
): Promise<T> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(origin)));
  try {
    return await use(open);
  } finally {
    for (const connection of open) connection.close();
  }
}

function createRecord(onAnswer: LoadOptions['onAnswer']) {
  const latenciesMs = new Map<number, number[]>();
  return {
    latenciesMs,
    add(answer: RawAnswer, sinceMs: number): void {
      const latencyMs = performance.now() - sinceMs;
      const same = latenciesMs.get(answer.status);
      if (same === undefined) latenciesMs.set(answer.status, [latencyMs]);
      else same.push(latencyMs);
      onAnswer?.(answer);
    },
  };
}

/** Each connection sends its next request as soon as the last one is answered. Counts what was answered in time. */
export function runClosed(options: LoadOptions): Promise<LoadResult> {
  const record = createRecord(options.onAnswer);
  return withConnections(options, async (open) => {
    const startMs = performance.now();
    const endMs = startMs + options.seconds * SECOND_MS;
    const work = async (connection: RawConnection): Promise<void> => {
      for (;;) {
        const sentMs = performance.now();
        if (sentMs >= endMs) return;
        const answer = await connection.send(options.next());
        if (performance.now() <= endMs) record.add(answer, sentMs);
      }
    };
    await Promise.all(open.map(work));
    return { seconds: options.seconds, latenciesMs: record.latenciesMs };
  });
}

/**
 * Requests begin at a steady rate whether the ones before are answered or not. A request that finds no free connection waits
 * for one, and its latency counts from when it was due.
 */
export function runAtRate(options: LoadOptions & { readonly perSecond: number }): Promise<LoadResult> {
  const record = createRecord(options.onAnswer);
  return withConnections(options, async (open) => {
    const idle = [...open];
    const due: number[] = [];
    const running = new Set<Promise<void>>();
    const send = async (connection: RawConnection, dueMs: number): Promise<void> => {
      record.add(await connection.send(options.next()), dueMs);
      idle.push(connection);
      startDue();
    };
    const startDue = (): void => {
      while (due.length > 0 && idle.length > 0) {
        const sending = send(idle.pop()!, due.shift()!);
        running.add(sending);
        sending.finally(() => running.delete(sending)).catch(() => undefined);
      }
    };
    const startMs = performance.now();
    const total = Math.round(options.seconds * options.perSecond);
    for (let begun = 0; begun < total; ) {
      const wanted = Math.min(total, Math.floor(((performance.now() - startMs) / SECOND_MS) * options.perSecond) + 1);
      for (; begun < wanted; begun++) due.push(startMs + (begun * SECOND_MS) / options.perSecond);
      startDue();
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    while (due.length > 0 || running.size > 0) await Promise.all([...running]);
    return { seconds: options.seconds, latenciesMs: record.latenciesMs };
  });
}
