// Shows a level's change of a record.
import type { SvcMenuOverlayModel } from '@keelson/contract';
import type { OverlayRecord } from '../records/menu-record.types.ts';

export function toOverlayModel({
  targetType,
  targetUuid,
  tenantIdentifier,
  fields,
  version,
}: OverlayRecord): SvcMenuOverlayModel {
  return { targetType, targetUuid, tenantIdentifier, ...fields, version };
}
