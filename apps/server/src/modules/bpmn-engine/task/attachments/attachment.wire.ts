// Shows attachments as the interface shows them.
import type { SvcBpmnAttachmentModel } from '@keelson/contract';
import { isoDate } from '../../interface/iso-date.ts';
import { taskId } from '../../interface/part-id.ts';
import type { Attachment } from './attachment.store.ts';

export function attachmentToWire(attachment: Attachment): SvcBpmnAttachmentModel {
  const { id, instanceId, taskNumber, author, createdAt, name, mediaType, size, url } = attachment;
  return {
    id,
    taskId: taskNumber === null ? null : taskId(instanceId, taskNumber),
    processInstanceId: instanceId,
    author,
    time: isoDate(createdAt),
    name,
    mediaType,
    size,
    url,
  };
}
