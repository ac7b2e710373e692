// Seals what is audited, one process at a time, and signs from time to time where each tenant's chain stands.

import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { Transaction } from '../../../kernel/database/database.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type AuditKeys, checkpointFields, cutFields } from './audit-keys.ts';
import type { createSealStore, SealHead, UnsealedEvent } from './seal.store.ts';
import { SEALED_ROWS_MAX } from './seal.store.ts';
import { eventHashOf, NO_HASH, sealHashOf } from './seal-hash.ts';

const CHECKPOINT_SEALS = 1_000;
const CHECKPOINT_AGE_MS = 600_000;
/** All tenants are looked at so often; those that were just sealed at once. */
const CHECKPOINT_LOOK_MS = 60_000;
const FIRST_ORDER = '00000000-0000-0000-0000-000000000000';
const CUT_REASON = 'retention';

export interface SealerParts extends Pick<Kernel, 'clock' | 'log'> {
  readonly store: ReturnType<typeof createSealStore>;
  readonly keys: AuditKeys;
}

type Sealer = ReturnType<typeof createSealer>;
export type CutEvents = Sealer['cut'];

export function createSealer({ clock, log, store, keys }: SealerParts) {
  let place: Cursor | null = null;
  let isKeyKept = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looksForRestored = true;
  let waitingSince: Date | null = null;

  /** Holds the head of each tenant of the page, which grows seal by seal. */
  async function seal(tx: Transaction, events: readonly UnsealedEvent[]): Promise<readonly string[]> {
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

  /** Answers whose events were sealed, and whether there may be more. */
  function sealPage() {
    return store.transaction(async (tx) => {
      const turn = await store.takeTurn(tx);
      if (turn === null) return { tenants: [], isDone: true };
      const page = await store.follow(tx, turn.place);
      if (page.restarted) looksForRestored = true;
      const tenants = await seal(tx, page.rows);
      // A start over that finds nothing has still seen everything up to the horizon.
      const passed = page.cursor ?? (page.horizon === null ? null : { xid: page.horizon, order: FIRST_ORDER });
      if (passed !== null && passed !== turn.place) await store.keepPlace(tx, passed);
      tx.afterCommit(() => {
        place = passed;
      });
      return { tenants, isDone: page.rows.length < SEALED_ROWS_MAX };
    });
  }

  /** What was restored has numbers of transactions that may never come here; it is looked for once a start, before all else. */
  function sealRestored() {
    return store.transaction(async (tx) => {
      if ((await store.takeTurn(tx)) === null) return { tenants: [], isDone: true };
      const events = await store.findRestored(tx);
      const tenants = await seal(tx, events);
      if (events.length < SEALED_ROWS_MAX) looksForRestored = false;
      return { tenants, isDone: events.length < SEALED_ROWS_MAX };
    });
  }

  async function keepKey(): Promise<void> {
    const { current } = keys;
    if (await store.keepKey(current, new Date(clock.now()))) {
      const publicKey = current.publicKey.toString('base64url');
      log.info({ keyId: current.keyId, publicKey }, 'this key signs the chain of the audit from now on');
    }
    isKeyKept = true;
  }

  async function sign({ tenantIdentifier, sequence, hash }: SealHead): Promise<void> {
    if (!isKeyKept) await keepKey();
    const date = new Date(clock.now());
    const signed = keys.sign(checkpointFields(tenantIdentifier, sequence, hash, date.getTime()));
    if (!(await store.keepCheckpoint({ tenantIdentifier, sequence, hash, date, ...signed }))) return;
    const { keyId, signature } = signed;
    const told = { hash: hash.toString('hex'), keyId, signature: signature.toString('base64url') };
    log.info({ tenantIdentifier, sequence, date, ...told }, 'the chain of the audit stands here');
  }

  async function checkpoint(sealed: ReadonlySet<string>): Promise<void> {
    const now = clock.now();
    const looksAtAll = now - lookedAt >= CHECKPOINT_LOOK_MS;
    const tenants = looksAtAll ? await store.tenants() : [...sealed];
    if (tenants.length === 0) return;
    const due = await store.findDue(tenants, CHECKPOINT_SEALS, new Date(now - CHECKPOINT_AGE_MS));
    for (const head of due) await sign(head);
    if (looksAtAll) lookedAt = now;
  }

  /** While nothing is new it asks once and writes nothing. */
  async function run(): Promise<void> {
    const sealed = new Set<string>();
    const all = async (page: typeof sealPage): Promise<void> => {
      for (let isDone = false; !isDone; ) {
        const done = await page();
        for (const tenant of done.tenants) sealed.add(tenant);
        isDone = done.isDone;
      }
    };
    const { waiting, restarted } = await store.peek(place);
    waitingSince = waiting?.observedTime ?? null;
    if (restarted) looksForRestored = true;
    if (looksForRestored) await all(sealRestored);
    if (waiting !== null || restarted) await all(sealPage);
    await checkpoint(sealed);
  }

  return {
    run,
    /** How long the oldest event has waited that the last run found. */
    lagMs: (): number => (waitingSince === null ? 0 : Math.max(0, clock.now() - waitingSince.getTime())),
    /** Signs that events of a tenant before this time are no more; in the transaction that removes them, or in one before it. */
    async cut(tx: Transaction, tenantIdentifier: string, beforeEventTime: Date): Promise<void> {
      if (!isKeyKept) await keepKey();
      const date = new Date(clock.now());
      const signed = keys.sign(cutFields(tenantIdentifier, beforeEventTime.getTime(), date.getTime(), CUT_REASON));
      await store.keepCut(tx, { tenantIdentifier, beforeEventTime, date, reason: CUT_REASON, ...signed });
    },
  };
}
