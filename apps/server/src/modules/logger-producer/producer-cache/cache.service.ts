// Reads the producer cache from memory, and changes it: each change has a revision and an event.
import type {
  SvcLogProducerCacheModelInput,
  SvcLogProducerCacheQueryModel,
  SvcLogProducerCacheUpdateModel,
} from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Static } from 'typebox';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Revisioned, Turn } from '../../../kernel/records/revisioned.ts';
import { requireVersion } from '../../../kernel/records/version.ts';
import { fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import { readKey } from './asked-key.ts';
import { type CacheEntry, type CacheStore, cacheEntries } from './cache.store.ts';

/** Longest time until an entry expires. */
const EXPIRY_MAX_MS = 366 * DAY_MS;
const ENTRIES_MAX = 10_000;

export interface CacheServiceParts extends Pick<Kernel, 'clock' | 'ids'> {
  readonly store: CacheStore;
  readonly revisioned: Pick<Revisioned, 'change'>;
  /** Holds the names of events of AUDIT and SECURITY, which cannot be switched off. */
  readonly protectedNames: () => ReadonlySet<string>;
}

type SaveBody = Static<typeof SvcLogProducerCacheModelInput>;
type UpdateBody = Static<typeof SvcLogProducerCacheUpdateModel>;
type CacheValues = Pick<CacheEntry, 'key' | 'value' | 'minimumLevel' | 'sampleRate' | 'expireDate'>;
export type CacheQuery = Static<typeof SvcLogProducerCacheQueryModel>;

export function createCacheService({ clock, ids, store, revisioned, protectedNames }: CacheServiceParts) {
  const writeOf = ({ revision, actor }: Turn) => ({ username: actor.username, at: new Date(clock.now()), revision });

  function check(values: CacheValues): void {
    checkValues(values, clock.now());
    const isWhole = values.value && values.sampleRate === 1 && values.minimumLevel === null;
    if (!isWhole && protectedNames().has(readKey(values.key).name)) fail('LOG_CACHE_AUDIT_PROTECTED');
  }

  async function require(turn: Turn, tenantIdentifier: string | null, key: string): Promise<CacheEntry> {
    const entry = await store.find(turn.tx, tenantIdentifier, key);
    return entry ?? failNotFound('LOG_CACHE_NOT_FOUND', { key });
  }

  return {
    save: (act: Act, body: SaveBody): Promise<CacheEntry> =>
      act.once(async (claim) => {
        const { key } = body;
        const tenantIdentifier = levelOf(act, body.tenantIdentifier);
        const { answer } = await revisioned.change(
          act.actor,
          async (turn) => {
            const values = cacheEntries.fieldsOf(body);
            check(values);
            if ((await store.find(turn.tx, tenantIdentifier, key)) !== null) fail('LOG_CACHE_ALREADY_EXISTS');
            if ((await store.count(turn.tx, tenantIdentifier)) >= ENTRIES_MAX) {
              fail('LOG_CACHE_LIMIT_REACHED', { parameters: { limit: ENTRIES_MAX } });
            }
            const { username: createdBy, at, revision } = writeOf(turn);
            const written = { version: 1, createdBy, updatedBy: createdBy, dateCreated: at, dateUpdated: at };
            const made = {
              ...values,
              ...written,
              uuid: ids.uuidV7(),
              tenantIdentifier,
              deletedDate: null,
              deleted: false,
            };
            const entry = await store.insert(turn.tx, made, revision);
            await turn.record(loggerProducerEvents.cacheChanged, subjectOf(act, entry), { after: detailOf(entry) });
            return { answer: entry, changed: true };
          },
          claim,
        );
        return answer;
      }),

    async update(act: Act, body: UpdateBody): Promise<CacheEntry> {
      const tenantIdentifier = levelOf(act, body.tenantIdentifier);
      const { answer } = await revisioned.change(act.actor, async (turn) => {
        const before = await require(turn, tenantIdentifier, body.key);
        requireVersion({ identifier: before.uuid, version: before.version }, body.version);
        const changes = cacheEntries.changesOf(body, before);
        check({ ...before, ...changes });
        const after = await store.rewrite(turn.tx, before, changes, writeOf(turn));
        const detail = { before: detailOf(before), after: detailOf(after) };
        await turn.record(loggerProducerEvents.cacheChanged, subjectOf(act, after), detail);
        return { answer: after, changed: true };
      });
      return answer;
    },
  };
}

/**
 * Answers the tenant of an entry. Absent: the caller's own; null: all tenants. Another than the own needs TENANT_ALL.
 */
export function levelOf({ caller }: Act, given: string | null | undefined): string | null {
  const level = given === undefined ? caller.tenantIdentifier : given;
  if (level !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  return level;
}

export function subjectOf({ caller }: Act, { key, tenantIdentifier }: CacheEntry) {
  return { name: key, tenantIdentifier: tenantIdentifier ?? caller.tenantIdentifier };
}

export function detailOf(entry: CacheEntry) {
  const { tenantIdentifier, value, minimumLevel, sampleRate, enforced, expireDate } = cacheEntries.toModel(entry);
  return { tenantIdentifier, value, minimumLevel, sampleRate, enforced, expireDate };
}

function checkValues({ key, minimumLevel, expireDate }: CacheValues, now: number): void {
  if (minimumLevel !== null && readKey(key).level !== null) {
    invalid({ field: 'minimumLevel', code: 'NOT_ALLOWED', message: 'Must not be given for a key with a level.' });
  }
  if (expireDate === null) return;
  const endsAt = expireDate.getTime();
  if (endsAt <= now || endsAt > now + EXPIRY_MAX_MS) fail('EXPIRE_DATE_PAST');
}
