// Shows comments as the interface shows them.
import type { SvcBpmnCommentModel } from '@keelson/contract';
import { isoDate, isoDateOrNull } from '../../interface/iso-date.ts';
import { taskId } from '../../interface/part-id.ts';
import type { Comment } from './comment.store.ts';

export function commentToWire(comment: Comment): SvcBpmnCommentModel {
  const { id, instanceId, taskNumber, author, text, createdAt, changedAt } = comment;
  return {
    id,
    taskId: taskNumber === null ? null : taskId(instanceId, taskNumber),
    processInstanceId: instanceId,
    author,
    time: isoDate(createdAt),
    changeTime: isoDateOrNull(changedAt),
    text,
  };
}
