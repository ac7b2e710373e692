// Keeps the live announcements of each tenant in memory, without their texts, as new as the head row that was read.
import { hash } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';
import type { Kernel } from '../../../kernel/module.ts';
import { type AudienceTest, compileAudience } from '../record/audience.ts';
import { type LiveRow, readLive } from './live.store.ts';

/** Tenants that are kept, each with at most LIVE_MAX announcements. */
const TENANTS_MAX = 1_000;
/** Age of a full read: reading changes alone would miss what retention has removed. */
const WHOLE_READ_MS = DAY_MS;

export interface LiveAnnouncement {
  readonly id: number;
  readonly uuid: string;
  readonly publishSeq: number;
  readonly publishDateMs: number;
  /** Infinite where the announcement stays until it is withdrawn. */
  readonly endMs: number;
  /** Null: everybody. */
  readonly isFor: AudienceTest | null;
  readonly dismissible: boolean;
  readonly acknowledgementRequired: boolean;
  readonly type: string;
  readonly application: string | null;
  /** Two halves of a hash of id, number and version, for tags. */
  readonly marks: readonly [number, number];
}

export interface LiveSet {
  readonly changeSeq: number;
  /** Ordered by id. */
  readonly items: readonly LiveAnnouncement[];
}

const EMPTY: LiveSet = { changeSeq: 0, items: [] };

function liveOf(row: LiveRow): LiveAnnouncement {
  const { id, uuid, version, publishSeq, publishDate, endDate, audience } = row;
  const digest = hash('sha256', `${id}.${publishSeq}.${version}`, 'buffer');
  return {
    id,
    uuid,
    publishSeq,
    publishDateMs: publishDate.getTime(),
    endMs: endDate?.getTime() ?? Number.POSITIVE_INFINITY,
    isFor: compileAudience(audience),
    dismissible: row.dismissible,
    acknowledgementRequired: row.acknowledgementRequired,
    type: row.type,
    application: row.application,
    marks: [digest.readInt32LE(0), digest.readInt32LE(4)] as const,
  };
}

export function createLiveAnnouncements({ database, clock, metrics }: Pick<Kernel, 'database' | 'clock' | 'metrics'>) {
  const sets = new LRUCache<string, { readonly set: LiveSet; readonly wholeMs: number }>({ max: TENANTS_MAX });
  const loading = new Map<string, Promise<LiveSet>>();
  const loads = metrics.counter({
    name: 'polling_cache_loads_total',
    help: 'Times that announcements of a tenant were read into memory, by how much was read.',
    labelNames: ['extent'],
  });

  const load = async (tenant: string): Promise<LiveSet> => {
    const known = sets.get(tenant);
    const nowMs = clock.now();
    const isWhole = known === undefined || nowMs - known.wholeMs > WHOLE_READ_MS;
    loads.inc({ extent: isWhole ? 'all' : 'changes' });
    const { changeSeq, rows } = await readLive(database, tenant, isWhole ? null : known.set.changeSeq);
    const items = new Map(isWhole ? [] : known.set.items.map((item) => [item.id, item]));
    for (const row of rows) {
      if (row.live) items.set(row.id, liveOf(row));
      else items.delete(row.id);
    }
    const set = { changeSeq, items: [...items.values()].sort((left, right) => left.id - right.id) };
    sets.set(tenant, { set, wholeMs: isWhole ? nowMs : known.wholeMs });
    return set;
  };
  /** Loads a set; a load under way may have begun before the change, so that a caller checks the result. */
  const loadOnce = (tenant: string): Promise<LiveSet> => {
    const running = loading.get(tenant);
    if (running !== undefined) return running;
    const started = load(tenant).finally(() => loading.delete(tenant));
    loading.set(tenant, started);
    return started;
  };

  return {
    /** Answers what this process holds now. */
    peek: (tenant: string): LiveSet => sets.get(tenant)?.set ?? EMPTY,
    /** Answers a set that is at least as new as a number that was read from the head row. */
    async atLeast(tenant: string, changeSeq: number): Promise<LiveSet> {
      for (;;) {
        const { set } = sets.get(tenant) ?? { set: EMPTY };
        if (set.changeSeq >= changeSeq) return set;
        const loaded = await loadOnce(tenant);
        if (loaded.changeSeq >= changeSeq) return loaded;
      }
    },
  };
}

export type LiveAnnouncements = ReturnType<typeof createLiveAnnouncements>;
