// Tells how operations on tasks, comments and attachments would reach into another tenant, and what comes back instead.
import type { Reach } from '../reach.ts';
import { codesOf, NOBODY, ofInstance, ofTask, reaching } from './reaching.ts';

const WATCHER = { type: 'watcher', user: 'stranger' } as const;

const ATTACHED = { files: {}, fields: { url: 'https://example.com/a' } } as const;
const SAID = { text: 'Said' } as const;
const NO_UUID = '00000000-0000-7000-8000-000000000000';

export const taskReaches: Readonly<Record<string, Reach>> = {
  getVariables: reaching((engine, { taskId }) => engine.getVariables({ params: { taskId } }), 'TASK_NOT_FOUND'),
  task_queryList: reaching((engine, { taskId }) => engine.task_queryList({ body: { ids: [taskId] } }), []),
  task_queryPage: reaching((engine, { taskId }) => engine.task_queryPage({ body: { ids: [taskId] } }), NOBODY),
  unclaim: ofTask((engine, params) => engine.unclaim({ params })),
  unclaimTask: ofTask((engine, params) => engine.unclaimTask({ params })),
  claim: ofTask((engine, params) => engine.claim({ params })),
  complete: ofTask((engine, params) => engine.complete({ params })),
  getTask: ofTask((engine, params) => engine.getTask({ params })),
  getTaskForm: ofTask((engine, params) => engine.getTaskForm({ params })),
  updateTask: ofTask((engine, params) => engine.updateTask({ params, body: { priority: 1 } })),
  assignTask: ofTask((engine, params) => engine.assignTask({ params, body: { assignee: 'mary' } })),
  delegateTask: ofTask((engine, params) => engine.delegateTask({ params, body: { user: 'mary' } })),
  resolveTask: ofTask((engine, params) => engine.resolveTask({ params })),
  setTaskVariables: ofTask((engine, params) =>
    engine.setTaskVariables({ params, body: { variables: { taken: true } } }),
  ),
  getIdentityLinks: ofTask((engine, params) => engine.getIdentityLinks({ params })),
  addIdentityLink: ofTask((engine, params) => engine.addIdentityLink({ params, body: WATCHER })),
  removeIdentityLink: ofTask((engine, params) => engine.removeIdentityLink({ params, query: WATCHER })),
  getTaskAttachments: ofTask((engine, params) => engine.getTaskAttachments({ params })),
  addTaskAttachment: ofTask((engine, params) => engine.addTaskAttachment({ params, ...ATTACHED })),
  getTaskAttachment: ofTask((engine, { id }) => engine.getTaskAttachment({ params: { id, attachmentId: NO_UUID } })),
  deleteTaskAttachment: ofTask((engine, { id }) =>
    engine.deleteTaskAttachment({ params: { id, attachmentId: NO_UUID } }),
  ),
  getTaskComments: ofTask((engine, params) => engine.getTaskComments({ params })),
  addTaskComment: ofTask((engine, params) => engine.addTaskComment({ params, body: SAID })),
  changeTaskComment: ofTask((engine, { id }) =>
    engine.changeTaskComment({ params: { id, commentId: NO_UUID }, body: SAID }),
  ),
  deleteTaskComment: ofTask((engine, { id }) => engine.deleteTaskComment({ params: { id, commentId: NO_UUID } })),
  countTasks: reaching((engine, { taskId }) => engine.countTasks({ body: { ids: [taskId] } }), { total: 0 }),
  changeTasks: reaching(
    (engine, { taskId }) => codesOf(engine.changeTasks({ body: { ids: [taskId], action: 'CLAIM' } })),
    [{ id: '', errorCode: 'TASK_NOT_FOUND' }],
  ),
  returnTask: ofTask((engine, params) => engine.returnTask({ params })),
  withdrawTask: ofTask((engine, params) => engine.withdrawTask({ params })),
  jumpTask: ofTask((engine, params) => engine.jumpTask({ params, body: { targetElementIds: ['done'] } })),
  throwTaskError: ofTask((engine, params) => engine.throwTaskError({ params, body: { code: 'E' } })),
  throwTaskEscalation: ofTask((engine, params) => engine.throwTaskEscalation({ params, body: { code: 'E' } })),
};

export const instanceRemarkReaches: Readonly<Record<string, Reach>> = {
  getInstanceAttachments: ofInstance((engine, params) => engine.getInstanceAttachments({ params }), {}),
  addInstanceAttachment: ofInstance((engine, params) => engine.addInstanceAttachment({ params, ...ATTACHED }), {
    url: 'https://example.com/a',
  }),
  getInstanceAttachment: ofInstance(
    (engine, { id }) => engine.getInstanceAttachment({ params: { id, attachmentId: NO_UUID } }),
    'ATTACHMENT_NOT_FOUND',
  ),
  deleteInstanceAttachment: ofInstance(
    (engine, { id }) => engine.deleteInstanceAttachment({ params: { id, attachmentId: NO_UUID } }),
    'ATTACHMENT_NOT_FOUND',
  ),
  getInstanceComments: ofInstance((engine, params) => engine.getInstanceComments({ params }), {}),
  addInstanceComment: ofInstance((engine, params) => engine.addInstanceComment({ params, body: SAID }), SAID),
  changeInstanceComment: ofInstance(
    (engine, { id }) => engine.changeInstanceComment({ params: { id, commentId: NO_UUID }, body: SAID }),
    'COMMENT_NOT_FOUND',
  ),
  deleteInstanceComment: ofInstance(
    (engine, { id }) => engine.deleteInstanceComment({ params: { id, commentId: NO_UUID } }),
    'COMMENT_NOT_FOUND',
  ),
};
