// Walks a tenant's chain: every seal, its event, and the signed checkpoints.
import type { SvcEventLogVerifyModel, SvcEventLogVerifyQueryModel } from '@keelson/contract';
import type { Static } from 'typebox';
import type { Transaction } from '../../../kernel/database/database.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type AuditKey, type AuditKeys, checkpointFields, cutFields } from './audit-keys.ts';
import type { SealHead } from './seal.store.ts';
import { eventHashOf, NO_HASH, sealHashOf } from './seal-hash.ts';
import type { createVerifyStore, StoredSeal } from './verify.store.ts';

/** Seals of a page, some ten milliseconds; other work runs in between. */
const SEALS_AT_ONCE = 1_000;
const PROBLEMS_MAX = 100;
/** Time of a call; the next one continues. */
const TIME_MS = 25_000;
/** Age at which an event without a seal is a finding. */
const LATE_MS = 60_000;
const MICROS = 1_000;

export type VerifyQuery = Static<typeof SvcEventLogVerifyQueryModel>;
export type VerifyAnswer = Static<typeof SvcEventLogVerifyModel>;
type Problem = VerifyAnswer['problemList'][number];
type Kind = Problem['kind'];

interface WalkParts extends Pick<Kernel, 'clock'> {
  readonly store: ReturnType<typeof createVerifyStore>;
  readonly keys: AuditKeys;
  readonly timeMs?: number;
}

/** Findings of a walk, and its place. */
class Walk {
  readonly tenant: string;
  readonly problems: Problem[] = [];
  sequence: number;
  previousHash: Buffer | null;
  checkedCount = 0;

  constructor(tenant: string, sequence: number, previousHash: Buffer | null) {
    this.tenant = tenant;
    this.sequence = sequence;
    this.previousHash = previousHash;
  }

  find(kind: Kind, sequence: number | null, eventUuid: string | null = null): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push({ sequence, eventUuid, kind });
  }

  take(seal: StoredSeal, cutMicros: number): void {
    const { sequence, uuid, content } = seal;
    const follows = sequence === this.sequence + 1;
    if (!follows) this.find('SEQUENCE_GAP', this.sequence + 1);
    const leadsOn = !follows || this.previousHash === null || seal.previousHash.equals(this.previousHash);
    if (!leadsOn || !sealHashOf(seal).equals(seal.hash)) this.find('SEAL_CHANGED', sequence, uuid);
    if (content === null) {
      if (seal.timeMicros >= cutMicros) this.find('EVENT_MISSING', sequence, uuid);
    } else if (!eventHashOf(content).equals(seal.eventHash)) this.find('EVENT_CHANGED', sequence, uuid);
    this.sequence = sequence;
    this.previousHash = seal.hash;
    this.checkedCount += 1;
  }
}

type Store = WalkParts['store'];

/** Checks signed checkpoints, also beyond the end of the chain, which a truncation leaves behind. */
async function checkCheckpoints(tx: Transaction, { store, keys }: WalkParts, walk: Walk, stored: readonly AuditKey[]) {
  const { tenant, sequence: after } = walk;
  for (const { sequence, hash, dateMs, sealHash, ...signed } of await store.checkpoints(tx, tenant, after)) {
    if (!keys.isSigned(checkpointFields(tenant, sequence, hash, dateMs), signed, stored))
      walk.find('SIGNATURE_INVALID', sequence);
    else if (sealHash?.equals(hash) !== true) walk.find('CHECKPOINT_MISMATCH', sequence);
  }
}

/** Finds the newest signed cut, before which events were removed by their age. */
async function cutOf(tx: Transaction, { store, keys }: WalkParts, walk: Walk, stored: readonly AuditKey[]) {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { beforeMs, dateMs, reason, ...signed } of await store.cuts(tx, walk.tenant)) {
    if (keys.isSigned(cutFields(walk.tenant, beforeMs, dateMs, reason), signed, stored))
      newest = Math.max(newest, beforeMs * MICROS);
    else walk.find('SIGNATURE_INVALID', null);
  }
  return newest;
}

async function begin(
  tx: Transaction,
  store: Store,
  tenant: string,
  after: number,
  head: SealHead | null,
): Promise<Walk> {
  const start = after === 0 ? NO_HASH : await store.hashAt(tx, tenant, after);
  const walk = new Walk(tenant, after, start);
  if (start === null && after < (head?.sequence ?? 0)) walk.find('SEQUENCE_GAP', after);
  return walk;
}

async function findUnsealed(tx: Transaction, store: Store, walk: Walk, late: readonly string[]): Promise<void> {
  for (const uuid of late) walk.find('UNSEALED', null, uuid);
  for (const uuid of await store.withoutSeal(tx, walk.tenant, PROBLEMS_MAX))
    walk.find('EVENT_WITHOUT_SEAL', null, uuid);
}

/** Checks the signatures and the given checkpoint; answers the walk, and the time before which events are expired. */
async function prepare(tx: Transaction, parts: WalkParts, tenant: string, asked: VerifyQuery) {
  const { store } = parts;
  const head = await store.head(tx, tenant);
  const walk = await begin(tx, store, tenant, (asked.sequenceFrom ?? 1) - 1, head);
  const stored = await store.keys(tx);
  const cut = await cutOf(tx, parts, walk, stored);
  await checkCheckpoints(tx, parts, walk, stored);
  const { checkpoint } = asked;
  if (checkpoint !== undefined) {
    const hash = await store.hashAt(tx, tenant, checkpoint.sequence);
    if (hash?.toString('hex') !== checkpoint.hash) walk.find('CHECKPOINT_MISMATCH', checkpoint.sequence);
  }
  return { head, walk, cut };
}

/**
 * Creates the verification of a tenant's chain, for about 25 s at most; no connection is held for longer than a page.
 */
export function createChainWalk(parts: WalkParts): (tenant: string, asked: VerifyQuery) => Promise<VerifyAnswer> {
  const { clock, store, timeMs = TIME_MS } = parts;
  return async (tenant, asked) => {
    const endsAt = performance.now() + timeMs;
    const { head, walk, cut } = await store.reading((tx) => prepare(tx, parts, tenant, asked));
    const to = asked.sequenceTo ?? head?.sequence ?? 0;
    let isDone = false;
    do {
      const seals = await store.reading((tx) => store.seals(tx, tenant, walk.sequence, to, SEALS_AT_ONCE));
      for (const seal of seals) walk.take(seal, cut);
      isDone = seals.length < SEALS_AT_ONCE;
    } while (!isDone && performance.now() < endsAt);
    const waiting = await store.reading(async (tx) => {
      const found = await store.waiting(tx, tenant, new Date(clock.now() - LATE_MS), PROBLEMS_MAX);
      // A part of the chain says nothing about unsealed events.
      if (isDone && asked.sequenceTo === undefined) await findUnsealed(tx, store, walk, found.late ?? []);
      return found;
    });
    return {
      valid: walk.problems.length === 0,
      complete: isDone,
      nextSequence: isDone ? null : walk.sequence + 1,
      checkedCount: walk.checkedCount,
      headSequence: head?.sequence ?? 0,
      headHash: (head?.hash ?? NO_HASH).toString('hex'),
      unsealedCount: waiting.unsealedCount,
      oldestUnsealedMillis: waiting.since === null ? 0 : Math.max(0, clock.now() - waiting.since.getTime()),
      problemList: walk.problems,
    };
  };
}
