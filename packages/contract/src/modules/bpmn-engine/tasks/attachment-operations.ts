// Declares files and addresses that people attach to tasks and instances.
import type { Static } from 'typebox';
import { page } from '../../../models/paging.ts';
import { closed, dateTime, integer, maybe, nullable, text } from '../../../models/schema.ts';
import { operation } from '../../../operations/define.ts';
import { oneOf, remarkPageQuery, remarksOfInstance, remarksOfTask } from './remark-fields.ts';

const nameMax = 255;
const urlMax = 2_000;
/** Base64 of more would be too much to hold for a client that could have taken the file. */
const base64BytesMax = 16 * 1_048_576;

export const SvcBpmnAttachmentModel = closed(
  {
    id: text('Id of the attachment.'),
    taskId: nullable(text('Task; null for an attachment of the instance as a whole.')),
    processInstanceId: text('Instance.'),
    author: text('Who attached it.'),
    time: dateTime('When it was attached.'),
    name: text('Name of the file, or what the address is called.'),
    mediaType: nullable(
      text(
        'Media type of the file, application/octet-stream where its bytes are not what was said; null for an address.',
      ),
    ),
    size: nullable(integer('Bytes of the file; null for an address.')),
    url: nullable(text('Address; null for a file.')),
  },
  'SvcBpmnAttachmentModel',
);
export type SvcBpmnAttachmentModel = Static<typeof SvcBpmnAttachmentModel>;

const atTask = '/task/{id}/attachments';
const atInstance = '/process-instance/{id}/attachments';
const one = oneOf('attachmentId', 'Id of the attachment.');
const list = { method: 'GET', effect: 'read', query: remarkPageQuery } as const;
const pageReply = { kind: 'json', schema: page(SvcBpmnAttachmentModel) } as const;
const reply = { kind: 'json', schema: SvcBpmnAttachmentModel } as const;
const body = {
  kind: 'multipart',
  files: { file: { min: 0, max: 1, description: 'The file, under its name and with its media type; or url.' } },
  fields: closed({
    name: maybe(text('Name; default that of the file, or the address.', { minLength: 1, maxLength: nameMax })),
    url: maybe(
      text('Address, http or https; or file.', { minLength: 1, maxLength: urlMax, format: 'external-address' }),
    ),
  }),
} as const;
const file = {
  kind: 'download',
  mediaTypes: ['application/octet-stream'],
  description:
    'The bytes as they were attached, with their media type, to be kept and not shown: nothing in them runs.',
  known: true,
  base64Max: base64BytesMax,
} as const;
const limits = 'At most 10 MiB a file, 200 attachments and 256 MiB of an instance and its tasks.';

export const attachmentOperations = {
  getTaskAttachments: operation({
    ...list,
    path: atTask,
    summary: 'What is attached to a task',
    description: 'By whoever sees the task, open or closed; the newest first.',
    access: remarksOfTask.readers,
    params: remarksOfTask.params,
    reply: pageReply,
    errors: ['TASK_NOT_FOUND'],
  }),
  addTaskAttachment: operation({
    method: 'POST',
    effect: 'write',
    path: atTask,
    summary: 'Attaches a file or an address to a task',
    description: `By the assignee, the owner or a candidate of an open task, or with BPMN_TASK_MANAGE. ${limits}`,
    access: remarksOfTask.writers,
    params: remarksOfTask.params,
    body,
    reply,
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED', 'ATTACHMENT_LIMIT_REACHED'],
    idempotent: true,
  }),
  getTaskAttachment: operation({
    method: 'GET',
    effect: 'read',
    path: `${atTask}/{attachmentId}`,
    summary: 'A file that is attached to a task',
    description: 'By whoever sees the task. An address has no file.',
    access: remarksOfTask.readers,
    params: one.ofTask,
    reply: file,
    errors: ['TASK_NOT_FOUND', 'ATTACHMENT_NOT_FOUND', 'ATTACHMENT_HAS_NO_FILE'],
  }),
  deleteTaskAttachment: operation({
    method: 'DELETE',
    effect: 'write',
    path: `${atTask}/{attachmentId}`,
    summary: 'Takes an attachment from a task',
    description:
      'By whoever attached it, or with BPMN_TASK_MANAGE, also of a closed task. The event of it keeps its name.',
    access: remarksOfTask.writers,
    params: one.ofTask,
    errors: ['TASK_NOT_FOUND', 'ATTACHMENT_NOT_FOUND'],
  }),
  getInstanceAttachments: operation({
    ...list,
    path: atInstance,
    summary: 'What is attached to an instance and its tasks',
    description: 'Instances that the caller started; any with BPMN_INSTANCE_VIEW. The newest first.',
    access: remarksOfInstance.readers,
    params: remarksOfInstance.params,
    reply: pageReply,
    errors: ['INSTANCE_NOT_FOUND'],
  }),
  addInstanceAttachment: operation({
    method: 'POST',
    effect: 'write',
    path: atInstance,
    summary: 'Attaches a file or an address to an instance',
    description: `By whoever started it, or with BPMN_INSTANCE_MANAGE, while it runs. ${limits}`,
    access: remarksOfInstance.writers,
    params: remarksOfInstance.params,
    body,
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED', 'ATTACHMENT_LIMIT_REACHED'],
    idempotent: true,
  }),
  getInstanceAttachment: operation({
    method: 'GET',
    effect: 'read',
    path: `${atInstance}/{attachmentId}`,
    summary: 'A file that is attached to an instance or to one of its tasks',
    description: 'Instances that the caller started; any with BPMN_INSTANCE_VIEW. An address has no file.',
    access: remarksOfInstance.readers,
    params: one.ofInstance,
    reply: file,
    errors: ['INSTANCE_NOT_FOUND', 'ATTACHMENT_NOT_FOUND', 'ATTACHMENT_HAS_NO_FILE'],
  }),
  deleteInstanceAttachment: operation({
    method: 'DELETE',
    effect: 'write',
    path: `${atInstance}/{attachmentId}`,
    summary: 'Takes an attachment from an instance or its tasks',
    description:
      'By whoever attached it, or with BPMN_INSTANCE_MANAGE, also of an ended one. The event of it keeps its name.',
    access: remarksOfInstance.writers,
    params: one.ofInstance,
    errors: ['INSTANCE_NOT_FOUND', 'ATTACHMENT_NOT_FOUND'],
  }),
} as const;
