// Holds a task or an instance open while something is written about it.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { RemarkedOn } from './places.ts';

// Whoever closes it waits for the commit: what is written about it can then be found by whoever removes its history.
const HOLD_TASK = sql(
  'bpm_remark_hold_task',
  'SELECT FROM bpm_task WHERE instance_id = $1 AND tenant_identifier = $2 AND number = $3 FOR KEY SHARE',
);
const HOLD_INSTANCE = sql(
  'bpm_remark_hold_instance',
  'SELECT FROM bpm_instance WHERE id = $1 AND tenant_identifier = $2 FOR KEY SHARE',
);

/** Holds a place open until the transaction ends; false where it is closed already. */
export async function holdOpen(tx: Transaction, place: RemarkedOn): Promise<boolean> {
  const { instanceId, tenantIdentifier, taskNumber } = place;
  const found =
    taskNumber === null
      ? await tx.rows(HOLD_INSTANCE, [instanceId, tenantIdentifier])
      : await tx.rows(HOLD_TASK, [instanceId, tenantIdentifier, taskNumber]);
  return found.length > 0;
}
