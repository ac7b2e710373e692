// Probes stored adapters: whether they can be queried, and which tables there are; each at most once at a time, and not
// again for a while.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Adapter } from '../adapter.store.ts';
import { type AdapterGround, reasonOf } from '../adapter-ground.ts';
import type { AdapterErrorCode } from '../connection/adapter-error.ts';
import { type ForeignTable, listTables } from '../connection/foreign.store.ts';
import { TRY_MS } from '../try-adapter.ts';
import { ENTITIES_MAX, ENTITY_COLUMNS_MAX } from './entity-bounds.ts';

/** Time for which a result is kept. */
export const PROBE_KEPT_MS = 30_000;
/** Results that are kept; of a few thousand adapters the one unused for longest is probed again. */
const KEPT_MAX = 2_000;
/** Results with tables that are kept; those of one adapter may be some megabytes. */
const KEPT_WITH_TABLES_MAX = 20;

export interface Probe {
  readonly version: number;
  /** Time of the probe, epoch milliseconds. */
  readonly checkedAt: number;
  /** Milliseconds until the connection was open; null where none was. */
  readonly latencyMillis: number | null;
  readonly errorCode: AdapterErrorCode | null;
  /** Null where they were not asked for, or could not be read. */
  readonly tables: readonly ForeignTable[] | null;
}

export interface ProbeWish {
  readonly withTables: boolean;
  /** True to ignore earlier results. */
  readonly anew: boolean;
}

interface Flight {
  readonly version: number;
  readonly withTables: boolean;
  readonly probe: Promise<Probe>;
}

export interface Probes {
  /** Never rejects because of the adapter. */
  of(adapter: Adapter, wish: ProbeWish): Promise<Probe>;
}

async function probe(ground: AdapterGround, adapter: Adapter, withTables: boolean): Promise<Probe> {
  const { version } = adapter;
  const begun = performance.now();
  const seen = (errorCode: AdapterErrorCode | null, found: Partial<Probe> = {}): Probe => {
    const checkedAt = ground.clock.now();
    return { version, checkedAt, latencyMillis: null, errorCode, tables: null, ...found };
  };
  try {
    const { client, end } = await ground.open(adapter, TRY_MS);
    const latencyMillis = Math.round(performance.now() - begun);
    const leftMs = Math.max(1, TRY_MS - latencyMillis);
    const bounds = { tablesMax: ENTITIES_MAX, columnsMax: ENTITY_COLUMNS_MAX };
    const tables = withTables ? await listTables(client, bounds, leftMs).catch(() => null) : null;
    void end(withTables && tables === null);
    return seen(null, { latencyMillis, tables });
  } catch (error) {
    return seen(reasonOf(error));
  }
}

/** Forgets the oldest results until as many are left. */
function keepLast(kept: Map<string, Probe>, most: number, counts: (one: Probe) => boolean): void {
  const counted = [...kept].filter(([, one]) => counts(one));
  for (const [uuid] of counted.slice(0, Math.max(0, counted.length - most))) kept.delete(uuid);
}

export function createProbes(ground: AdapterGround, { metrics }: Pick<Kernel, 'metrics'>): Probes {
  const kept = new Map<string, Probe>();
  const flying = new Map<string, Flight>();
  const help = 'Data adapters whose last probe of this process could, or could not, be answered.';
  metrics.gauge({
    name: 'report_adapter_up',
    help,
    labelNames: ['state'],
    collect(self) {
      const up = [...kept.values()].filter(({ errorCode }) => errorCode === null).length;
      self.set({ state: 'up' }, up);
      self.set({ state: 'down' }, kept.size - up);
    },
  });

  const isOf = (one: { readonly version: number } | undefined, { version }: Adapter): boolean =>
    one?.version === version;
  function keptOf(adapter: Adapter, withTables: boolean): Probe | null {
    const one = kept.get(adapter.uuid);
    if (one === undefined || !isOf(one, adapter) || ground.clock.now() - one.checkedAt >= PROBE_KEPT_MS) return null;
    return withTables && one.tables === null && one.errorCode === null ? null : one;
  }
  async function fly(adapter: Adapter, withTables: boolean): Promise<Probe> {
    try {
      const found = await probe(ground, adapter, withTables);
      kept.delete(adapter.uuid);
      kept.set(adapter.uuid, found);
      keepLast(kept, KEPT_WITH_TABLES_MAX, ({ tables }) => tables !== null);
      keepLast(kept, KEPT_MAX, () => true);
      return found;
    } finally {
      flying.delete(adapter.uuid);
    }
  }

  return {
    async of(adapter, { withTables, anew }) {
      const known = anew ? null : keptOf(adapter, withTables);
      if (known !== null) return known;
      for (;;) {
        const flight = flying.get(adapter.uuid);
        if (flight === undefined) {
          const own = { version: adapter.version, withTables, probe: fly(adapter, withTables) };
          flying.set(adapter.uuid, own);
          return own.probe;
        }
        const found = await flight.probe.catch(() => null);
        if (found !== null && isOf(flight, adapter) && (flight.withTables || !withTables)) return found;
      }
    },
  };
}
