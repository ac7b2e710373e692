// Keeps all flags of a view as JSON, since thousands of clients may ask at once after a change.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { KnownEntry } from '../snapshot/setting-entry.ts';
import type { SettingIndex } from '../snapshot/setting-index.ts';
import { type FlagAsked, sees, toFlag } from './flag-view.ts';

/** Bytes that are kept: some hundred views of 200 flags; the least used are made again. */
const KEPT_BYTES_MAX = 33_554_432;
/** Characters of a prefix: codes are no longer, so that a longer one matches nothing and is not kept. */
const PREFIX_LENGTH_MAX = 128;

export interface FlagList {
  /** A JSON array. */
  readonly json: Buffer;
  /** Is that of the array. */
  readonly digest: string;
}

export type FlagLists = ReturnType<typeof createFlagLists>;

export function createFlagLists(index: Pick<SettingIndex, 'all'>) {
  const kept = new LRUCache<string, FlagList>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ json }, key) => json.length + key.length + 1,
  });
  const make = (asked: FlagAsked, prefix: string): FlagList => {
    // Sorted in an order that all processes share, so that an ETag of one is valid at the others.
    const flags = ([...index.all()] as KnownEntry[])
      .filter(({ code, definition }) => code.startsWith(prefix) && !definition.retired && sees(asked.view, definition))
      .sort((left, right) => (left.code < right.code ? -1 : 1))
      .map((entry) => toFlag(entry, entry.code, asked));
    const json = Buffer.from(JSON.stringify(flags));
    return { json, digest: hash('sha256', json, 'base64url') };
  };
  return {
    /** Lists flags of the view whose codes begin with the prefix. */
    list(asked: FlagAsked, prefix: string): FlagList {
      const { view, userValues, revision } = asked;
      // Values of a user belong to that user alone and change without a revision.
      if (userValues.size > 0 || prefix.length > PREFIX_LENGTH_MAX) return make(asked, prefix);
      const key = `${view.reach} ${view.tenantIdentifier ?? ''} ${revision} ${prefix}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const made = make(asked, prefix);
      kept.set(key, made);
      return made;
    },
    /** Forgets lists, which may be older than the changed memory. */
    forget: (): void => kept.clear(),
  };
}
