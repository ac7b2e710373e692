// Turns suppressed addresses of the store into the models of the interface.
import type { SvcNotificationSuppressionModel } from '@keelson/contract';
import type { SuppressionRow } from './record/suppression.store.ts';

export function toSvcSuppression(row: SuppressionRow): SvcNotificationSuppressionModel {
  return {
    id: row.id,
    uuid: row.uuid,
    version: row.version,
    createdBy: row.createdBy,
    updatedBy: row.updatedBy,
    address: row.address,
    reason: row.reason,
    group: row.group,
    expireDate: row.expireDate?.toISOString() ?? null,
    dateCreated: row.dateCreated.toISOString(),
    dateUpdated: row.dateUpdated.toISOString(),
    // What is removed is gone: an address is kept no longer than it is needed.
    deletedDate: null,
    deleted: false,
  };
}
