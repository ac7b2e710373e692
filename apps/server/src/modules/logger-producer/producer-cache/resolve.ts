// Decides whether events of a key are produced, and which of a sample are kept.
import { hash } from 'node:crypto';
import type { LogEvent } from '../record/event.types.ts';
import { LEVELS } from '../record/level.ts';
import { type AskedKey, candidatesOf } from './asked-key.ts';
import type { CacheEntry } from './cache.store.ts';

const TWO_32 = 4_294_967_296;

type Entries = ReadonlyMap<string, CacheEntry>;

/** Decision without an entry. */
export interface Standard {
  readonly value: boolean;
  readonly sampleRate: number;
}

export interface Resolved {
  readonly value: boolean;
  readonly sampleRate: number;
  readonly source: 'ENFORCED' | 'EXACT' | 'PREFIX' | 'SETTING' | 'DEFAULT';
  readonly entry: CacheEntry | null;
}

/** Entries that may decide. */
export interface Places {
  readonly ofTenant: Entries;
  readonly ofAll: Entries;
  readonly standard: Standard;
  readonly now: number;
}

interface Candidate {
  readonly source: 'ENFORCED' | 'TENANT' | 'GLOBAL' | 'SETTING' | 'DEFAULT';
  readonly key: string | null;
  readonly entry: CacheEntry | null;
  readonly state: 'ABSENT' | 'EXPIRED' | 'DECIDES' | 'PASSED_OVER';
}

/** Finds the first live entry: enforced ones of all tenants, those of the tenant, then the others of all tenants. */
export function resolveKey(asked: AskedKey, { ofTenant, ofAll, standard, now }: Places): Resolved {
  const candidates = candidatesOf(asked);
  const find = (entries: Entries, enforced: boolean | null): CacheEntry | null => {
    for (const key of candidates) {
      const entry = entries.get(key);
      if (entry !== undefined && isLive(entry, now) && (enforced === null || entry.enforced === enforced)) return entry;
    }
    return null;
  };
  const enforced = find(ofAll, true);
  const entry = enforced ?? find(ofTenant, null) ?? find(ofAll, false);
  if (entry === null) {
    const source = standard.value && standard.sampleRate === 1 ? 'DEFAULT' : 'SETTING';
    return { ...standard, source, entry };
  }
  const { minimumLevel, sampleRate } = entry;
  const isLoud = minimumLevel === null || asked.level === null || rank(asked.level) >= rank(minimumLevel);
  const isExact = entry.key === asked.name || entry.key === `${asked.name}:${asked.level}`;
  const source = enforced !== null ? 'ENFORCED' : isExact ? 'EXACT' : 'PREFIX';
  return { value: entry.value && isLoud, sampleRate, source, entry };
}

/** Lists every candidate in order, with its entry. */
export function explainKey(asked: AskedKey, places: Places): readonly Candidate[] {
  const { ofTenant, ofAll, now } = places;
  const decided = resolveKey(asked, places);
  const keys = candidatesOf(asked);
  const look = (source: Candidate['source'], entries: Entries, fits: (entry: CacheEntry) => boolean) =>
    keys.map((key): Candidate => {
      const found = entries.get(key);
      const entry = found !== undefined && fits(found) ? found : null;
      if (entry === null) return { source, key, entry, state: 'ABSENT' };
      const state = entry === decided.entry ? 'DECIDES' : isLive(entry, now) ? 'PASSED_OVER' : 'EXPIRED';
      return { source, key, entry, state };
    });
  const standing = decided.entry === null ? 'DECIDES' : 'PASSED_OVER';
  const isStandard = places.standard.value && places.standard.sampleRate === 1;
  return [
    ...look('ENFORCED', ofAll, ({ enforced }) => enforced),
    ...look('TENANT', ofTenant, () => true),
    ...look('GLOBAL', ofAll, ({ enforced }) => !enforced),
    { source: isStandard ? 'DEFAULT' : 'SETTING', key: null, entry: null, state: standing },
  ];
}

/** Says whether an entry is live; its expiry needs no job. */
export function isLive({ expireDate }: Pick<CacheEntry, 'expireDate'>, now: number): boolean {
  return expireDate === null || expireDate.getTime() > now;
}

function rank(level: (typeof LEVELS)[number]): number {
  return LEVELS.indexOf(level);
}

/** Says why an event is not kept; a trace is kept or dropped as a whole, and a repeated event is decided alike. */
export function keptOutBy(
  { value, sampleRate }: Resolved,
  { traceId, uuid }: LogEvent,
): 'filtered' | 'sampled-out' | null {
  if (!value) return 'filtered';
  if (sampleRate >= 1) return null;
  const share = hash('sha256', traceId ?? uuid, 'buffer').readUInt32BE(0) / TWO_32;
  return share < sampleRate ? null : 'sampled-out';
}
