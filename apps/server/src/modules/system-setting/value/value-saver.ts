// Writes one value with its history row and its event, and tells whether a write changes anything.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { SECRET_MASK } from '../../../kernel/settings/setting-value.ts';
import type { PlannedWrite } from '../change/value-plan.ts';
import { appendHistory } from '../records/history.store.ts';
import { saveOne } from '../records/value.store.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import { type Actor, type StoredValue, sealOwner } from '../system-setting.types.ts';

export interface SaverDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly seal: Seal;
  readonly metrics: Metrics;
}

export interface ValueSaver {
  /** Whether the level has this value already; of a secret its text is compared. */
  isSame(write: PlannedWrite, stored: StoredValue | undefined): boolean;
  save(
    tx: Transaction,
    write: PlannedWrite,
    stored: StoredValue | undefined,
    at: { readonly actor: Actor; readonly revision: number },
  ): Promise<StoredValue>;
}

export function createValueSaver({ clock, ids, events, seal, metrics }: SaverDependencies): ValueSaver {
  const counter = { name: 'setting_writes_total', help: 'Changes of setting values.', labelNames: ['action'] };
  const writes = metrics.counter(counter);

  const isSame: ValueSaver['isSame'] = (write, stored) => {
    const live = stored !== undefined && !stored.removed;
    if (write.value === null) return !live;
    if (!live || stored.expiryDate?.getTime() !== write.expiryDate?.getTime()) return false;
    if (write.definition.type !== 'SECRET') return stored.sealed === null && sameValue(stored.value, write.value);
    const owner = sealOwner(write.code, write.scope, write.tenantIdentifier);
    return stored.sealed !== null && seal.open(stored.sealed, owner) === write.value;
  };

  const save: ValueSaver['save'] = async (tx, write, stored, at) => {
    const { code, scope, tenantIdentifier, action, definition, reason } = write;
    const { actor, revision } = at;
    const now = new Date(clock.now());
    const secret = definition.type === 'SECRET';
    const removed = write.value === null;
    const owner = sealOwner(code, scope, tenantIdentifier);
    const saved = await saveOne(tx, {
      ...{ uuid: stored?.uuid ?? ids.uuidV7(), version: (stored?.version ?? 0) + 1, code, scope, tenantIdentifier },
      value: secret ? null : write.value,
      sealed: secret && !removed ? seal.seal(write.value as string, owner) : null,
      ...{ removed, expiryDate: removed ? null : write.expiryDate, revision, updatedBy: actor.username, now },
    });
    const oldValue = stored === undefined || stored.removed ? null : stored.value;
    await appendHistory(tx, {
      ...{ uuid: ids.uuidV7(), revision, code, scope, tenantIdentifier, username: null, action, secret },
      ...{ oldValue, newValue: write.value, reason, updatedBy: actor.username },
      ...{ ipAddress: actor.ipAddress, correlationId: actor.requestId, date: now },
    });
    const masked = (value: unknown): unknown => (secret && value !== null ? SECRET_MASK : value);
    await events.record(tx, {
      ...{ kind: 'setting.changed', type: 'AUDIT', tenantIdentifier: tenantIdentifier ?? actor.tenantIdentifier },
      ...{ actor: actor.username, ipAddress: actor.ipAddress, requestId: actor.requestId, subject: code },
      detail: { scope, action, oldValue: masked(oldValue), newValue: masked(write.value), reason, revision },
    });
    tx.afterCommit(() => writes.inc({ action }));
    return saved;
  };

  return { isSame, save };
}
