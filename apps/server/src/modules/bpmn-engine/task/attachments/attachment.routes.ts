// Answers the operations on attachments, of tasks and of instances.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import type { AttachmentService } from './attachment.service.ts';
import { attachmentToWire } from './attachment.wire.ts';
import { readUpload } from './read-upload.ts';

type AttachmentHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'getTaskAttachments'
  | 'addTaskAttachment'
  | 'getTaskAttachment'
  | 'deleteTaskAttachment'
  | 'getInstanceAttachments'
  | 'addInstanceAttachment'
  | 'getInstanceAttachment'
  | 'deleteInstanceAttachment'
>;

type Found = Awaited<ReturnType<AttachmentService['page']>>;

export function createAttachmentHandlers(
  ofTasks: AttachmentService,
  ofInstances: AttachmentService,
): AttachmentHandlers {
  return {
    getTaskAttachments: async ({ params, query, act }) => shown(await ofTasks.page(act, params.id, query)),
    addTaskAttachment: async ({ params, body: { files, fields }, act }) =>
      ofTasks.add(act, params.id, readUpload(files.file?.[0], fields)),
    getTaskAttachment: ({ params, act }) => ofTasks.download(act, params.id, params.attachmentId),
    deleteTaskAttachment: ({ params, act }) => ofTasks.remove(act, params.id, params.attachmentId),
    getInstanceAttachments: async ({ params, query, act }) => shown(await ofInstances.page(act, params.id, query)),
    addInstanceAttachment: async ({ params, body: { files, fields }, act }) =>
      ofInstances.add(act, params.id, readUpload(files.file?.[0], fields)),
    getInstanceAttachment: ({ params, act }) => ofInstances.download(act, params.id, params.attachmentId),
    deleteInstanceAttachment: ({ params, act }) => ofInstances.remove(act, params.id, params.attachmentId),
  };
}

function shown({ rows, total, request }: Found) {
  return pageBody(rows.map(attachmentToWire), total, request);
}
