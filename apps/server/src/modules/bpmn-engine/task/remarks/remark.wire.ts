// Shows what comments and attachments have in common, as the interface shows it.
import { isoDate } from '../../interface/iso-date.ts';
import { taskId } from '../../interface/part-id.ts';
import type { Remark } from './remark.store.ts';

export function remarkToWire({ id, instanceId, taskNumber, author, createdAt }: Remark) {
  return {
    id,
    taskId: taskNumber === null ? null : taskId(instanceId, taskNumber),
    processInstanceId: instanceId,
    author,
    time: isoDate(createdAt),
  };
}
