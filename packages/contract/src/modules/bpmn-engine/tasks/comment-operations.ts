// Declares what people say about tasks and instances.
import type { Static } from 'typebox';
import { page } from '../../../models/paging.ts';
import { closed, dateTime, nullable, text } from '../../../models/schema.ts';
import { operation } from '../../../operations/define.ts';
import { commentText } from '../task-models.ts';
import { oneOf, remarkPageQuery, remarksOfInstance, remarksOfTask } from './remark-fields.ts';

/** A body of a comment that is far too long is read as a whole, so that the answer can name the field. */
const commentBodyBytesMax = 8 * 1_024 * 1_024;

export const SvcBpmnCommentModel = closed(
  {
    id: text('Id of the comment.'),
    taskId: nullable(text('Task; null for a comment of the instance as a whole.')),
    processInstanceId: text('Instance.'),
    author: text('Who said it.'),
    time: dateTime('When it was said.'),
    changeTime: nullable(dateTime('When it was last changed; null where it never was.')),
    text: text('What was said.'),
  },
  'SvcBpmnCommentModel',
);
export type SvcBpmnCommentModel = Static<typeof SvcBpmnCommentModel>;

export const SvcBpmnSaveCommentModel = closed(
  { text: text('What is said; at most 4,000 characters.', commentText) },
  'SvcBpmnSaveCommentModel',
);
export type SvcBpmnSaveCommentModel = Static<typeof SvcBpmnSaveCommentModel>;

const atTask = '/task/{id}/comments';
const atInstance = '/process-instance/{id}/comments';
const one = oneOf('commentId', 'Id of the comment.');
const list = { method: 'GET', effect: 'read', query: remarkPageQuery } as const;
const pageReply = { kind: 'json', schema: page(SvcBpmnCommentModel) } as const;
const body = { kind: 'json', schema: SvcBpmnSaveCommentModel, limitBytes: commentBodyBytesMax } as const;
const reply = { kind: 'json', schema: SvcBpmnCommentModel } as const;

export const commentOperations = {
  getTaskComments: operation({
    ...list,
    path: atTask,
    summary: 'What was said about a task',
    description: 'By whoever sees the task, open or closed; the newest first.',
    access: remarksOfTask.readers,
    params: remarksOfTask.params,
    reply: pageReply,
    errors: ['TASK_NOT_FOUND'],
  }),
  addTaskComment: operation({
    method: 'POST',
    effect: 'write',
    path: atTask,
    summary: 'Says something about a task',
    description: 'By the assignee, the owner or a candidate of an open task, or with BPMN_TASK_MANAGE.',
    access: remarksOfTask.writers,
    params: remarksOfTask.params,
    body,
    reply,
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED'],
    idempotent: true,
  }),
  changeTaskComment: operation({
    method: 'PUT',
    effect: 'write',
    path: `${atTask}/{commentId}`,
    summary: 'Changes what was said about a task',
    description: 'By its author, or with BPMN_TASK_MANAGE, while the task is open.',
    access: remarksOfTask.writers,
    params: one.ofTask,
    body,
    reply,
    errors: ['TASK_NOT_FOUND', 'TASK_ALREADY_COMPLETED', 'COMMENT_NOT_FOUND'],
  }),
  deleteTaskComment: operation({
    method: 'DELETE',
    effect: 'write',
    path: `${atTask}/{commentId}`,
    summary: 'Takes back what was said about a task',
    description: 'By its author, or with BPMN_TASK_MANAGE, also of a closed task. The event of it keeps what was said.',
    access: remarksOfTask.writers,
    params: one.ofTask,
    errors: ['TASK_NOT_FOUND', 'COMMENT_NOT_FOUND'],
  }),
  getInstanceComments: operation({
    ...list,
    path: atInstance,
    summary: 'What was said about an instance and its tasks',
    description: 'Instances that the caller started; any with BPMN_INSTANCE_VIEW. The newest first.',
    access: remarksOfInstance.readers,
    params: remarksOfInstance.params,
    reply: pageReply,
    errors: ['INSTANCE_NOT_FOUND'],
  }),
  addInstanceComment: operation({
    method: 'POST',
    effect: 'write',
    path: atInstance,
    summary: 'Says something about an instance',
    description: 'By whoever started it, or with BPMN_INSTANCE_MANAGE, while it runs.',
    access: remarksOfInstance.writers,
    params: remarksOfInstance.params,
    body,
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED'],
    idempotent: true,
  }),
  changeInstanceComment: operation({
    method: 'PUT',
    effect: 'write',
    path: `${atInstance}/{commentId}`,
    summary: 'Changes what was said about an instance',
    description:
      'By its author, or with BPMN_INSTANCE_MANAGE, while the instance runs. Those of tasks are changed at their task.',
    access: remarksOfInstance.writers,
    params: one.ofInstance,
    body,
    reply,
    errors: ['INSTANCE_NOT_FOUND', 'INSTANCE_ENDED', 'COMMENT_NOT_FOUND'],
  }),
  deleteInstanceComment: operation({
    method: 'DELETE',
    effect: 'write',
    path: `${atInstance}/{commentId}`,
    summary: 'Takes back what was said about an instance or its tasks',
    description:
      'By its author, or with BPMN_INSTANCE_MANAGE, also of an ended one. The event of it keeps what was said.',
    access: remarksOfInstance.writers,
    params: one.ofInstance,
    errors: ['INSTANCE_NOT_FOUND', 'COMMENT_NOT_FOUND'],
  }),
} as const;
