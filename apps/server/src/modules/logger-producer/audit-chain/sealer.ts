// Seals audited events, one process at a time, in the order of commits.
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { Transaction } from '../../../kernel/database/database.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { createSealStore, UnsealedEvent } from './seal.store.ts';
import { SEALED_ROWS_MAX } from './seal.store.ts';
import { eventHashOf, NO_HASH, sealHashOf } from './seal-hash.ts';

/** Pages of one run, so that a stopping process does not wait for more. */
const PAGES_MAX = 20;
const FIRST_ORDER = '00000000-0000-0000-0000-000000000000';

interface SealerParts extends Pick<Kernel, 'clock'> {
  readonly store: ReturnType<typeof createSealStore>;
  readonly checkpoints: Pick<Checkpoints, 'signDue'>;
}

/** Appends the missing seals, and answers their tenants; the head of each tenant grows seal by seal. */
async function seal(
  tx: Transaction,
  store: SealerParts['store'],
  events: readonly UnsealedEvent[],
): Promise<readonly string[]> {
  const fresh = events.filter(({ isSealed }) => !isSealed);
  const tenants = [...new Set(fresh.map(({ tenantIdentifier }) => tenantIdentifier))];
  if (tenants.length === 0) return tenants;
  const found = await store.findHeads(tx, tenants);
  const heads = new Map(found.map(({ tenantIdentifier, sequence, hash }) => [tenantIdentifier, { sequence, hash }]));
  const seals = fresh.map(({ content, isSealed: _isSealed, ...event }) => {
    const head = heads.get(event.tenantIdentifier) ?? { sequence: 0, hash: NO_HASH };
    const next = {
      ...event,
      sequence: head.sequence + 1,
      eventHash: eventHashOf(content),
      previousHash: head.hash,
    };
    const sealed = { ...next, hash: sealHashOf(next) };
    heads.set(event.tenantIdentifier, sealed);
    return sealed;
  });
  await store.append(tx, seals);
  return tenants;
}

export function createSealer({ clock, store, checkpoints }: SealerParts) {
  let place: Cursor | null = null;
  let looksForRestored = true;
  let waitingSince: number | null = null;
  const beganAt = clock.now();

  /** Seals a page; answers the tenants, and whether there may be more. */
  function sealPage() {
    return store.transaction(async (tx) => {
      const turn = await store.takeTurn(tx);
      if (turn === null) return { tenants: [], isDone: true, isOthers: true };
      const page = await store.follow(tx, turn.place);
      if (page.restarted) looksForRestored = true;
      const tenants = await seal(tx, store, page.rows);
      // A new start without events has still seen everything up to the horizon.
      const passed = page.cursor ?? (page.horizon === null ? null : { xid: page.horizon, order: FIRST_ORDER });
      if (passed !== null && passed !== turn.place) await store.keepPlace(tx, passed);
      tx.afterCommit(() => {
        place = passed;
      });
      return { tenants, isDone: page.rows.length < SEALED_ROWS_MAX, isOthers: false };
    });
  }

  /** Seals restored events, whose numbers of transactions may never come here; done once a start, before all others. */
  function sealRestored() {
    return store.transaction(async (tx) => {
      if ((await store.takeTurn(tx)) === null) return { tenants: [], isDone: true, isOthers: true };
      const events = await store.findRestored(tx);
      const tenants = await seal(tx, store, events);
      if (events.length < SEALED_ROWS_MAX) looksForRestored = false;
      return { tenants, isDone: events.length < SEALED_ROWS_MAX, isOthers: false };
    });
  }

  /**
   * Computes since when events wait; before the place is known the first event of all is found, which is sealed
   * already.
   */
  function waitedSince(observedTime: Date): number {
    return place === null ? Math.max(beganAt, observedTime.getTime()) : observedTime.getTime();
  }

  /** Seals everything; without new events it makes one query and writes nothing. */
  async function run(): Promise<void> {
    const sealed = new Set<string>();
    /** Seals pages; answers whether nothing is left. */
    const all = async (page: typeof sealPage): Promise<boolean> => {
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const { tenants, isDone, isOthers } = await page();
        for (const tenant of tenants) sealed.add(tenant);
        if (isDone) return !isOthers;
      }
      return false;
    };
    const { waiting, restarted } = await store.peek(place);
    waitingSince = waiting === null ? null : waitedSince(waiting.observedTime);
    if (restarted) looksForRestored = true;
    if (looksForRestored) await all(sealRestored);
    if ((waiting !== null || restarted) && (await all(sealPage))) waitingSince = null;
    await checkpoints.signDue(sealed);
  }

  return {
    run,
    /** Age of the oldest event that the last run found and did not seal. */
    lagMs: (): number => (waitingSince === null ? 0 : Math.max(0, clock.now() - waitingSince)),
  };
}
