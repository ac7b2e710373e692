// Shows attachments as the interface shows them.
import type { SvcBpmnAttachmentModel } from '@keelson/contract';
import { remarkToWire } from '../remarks/remark.wire.ts';
import type { Attachment } from './attachment.store.ts';

export function attachmentToWire(attachment: Attachment): SvcBpmnAttachmentModel {
  const { name, mediaType, size, url } = attachment;
  return { ...remarkToWire(attachment), name, mediaType, size, url };
}
