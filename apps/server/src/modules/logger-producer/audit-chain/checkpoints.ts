// Signs from time to time the head of each tenant's chain, and the cuts of expired events.
import type { Transaction } from '../../../kernel/database/database.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type AuditKeys, checkpointFields, cutFields } from './audit-keys.ts';
import type { createSealStore, SealHead } from './seal.store.ts';

const CHECKPOINT_SEALS = 1_000;
const CHECKPOINT_AGE_MS = 600_000;
const CHECKPOINT_LOOK_MS = 60_000;
const CUT_REASON = 'retention';

interface CheckpointParts extends Pick<Kernel, 'clock' | 'log'> {
  readonly store: ReturnType<typeof createSealStore>;
  readonly keys: AuditKeys;
}

export type Checkpoints = ReturnType<typeof createCheckpoints>;

export function createCheckpoints({ clock, log, store, keys }: CheckpointParts) {
  let isKeyKept = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

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
    const proof = { hash: hash.toString('hex'), keyId, signature: signature.toString('base64url') };
    log.info({ tenantIdentifier, sequence, date, ...proof }, 'the chain of the audit stands here');
  }

  /** Signs heads of tenants whose events were just sealed, and once a minute of all. */
  async function signDue(sealed: ReadonlySet<string>): Promise<void> {
    const now = clock.now();
    const looksAtAll = now - lookedAt >= CHECKPOINT_LOOK_MS;
    const tenants = looksAtAll ? await store.tenants() : [...sealed];
    if (tenants.length === 0) return;
    const due = await store.findDue(tenants, CHECKPOINT_SEALS, new Date(now - CHECKPOINT_AGE_MS));
    for (const head of due) await sign(head);
    if (looksAtAll) lookedAt = now;
  }

  return {
    signDue,
    /**
     * Signs that events of a tenant before this time are deleted; in the transaction that deletes them, or an earlier
     * one.
     */
    async cut(tx: Transaction, tenantIdentifier: string, beforeEventTime: Date): Promise<void> {
      if (!isKeyKept) await keepKey();
      const date = new Date(clock.now());
      const signed = keys.sign(cutFields(tenantIdentifier, beforeEventTime.getTime(), date.getTime(), CUT_REASON));
      await store.keepCut(tx, { tenantIdentifier, beforeEventTime, date, reason: CUT_REASON, ...signed });
    },
  };
}
