// Answers the operations on comments, of tasks and of instances.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import type { CommentService } from './comment.service.ts';
import { commentToWire } from './comment.wire.ts';

type CommentHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'getTaskComments'
  | 'addTaskComment'
  | 'changeTaskComment'
  | 'deleteTaskComment'
  | 'getInstanceComments'
  | 'addInstanceComment'
  | 'changeInstanceComment'
  | 'deleteInstanceComment'
>;

type Found = Awaited<ReturnType<CommentService['page']>>;

export function createCommentHandlers(ofTasks: CommentService, ofInstances: CommentService): CommentHandlers {
  return {
    getTaskComments: async ({ params, query, act }) => shown(await ofTasks.page(act, params.id, query)),
    addTaskComment: ({ params, body, act }) => ofTasks.add(act, params.id, body.text),
    changeTaskComment: ({ params: { id, commentId }, body, act }) =>
      ofTasks.change(act, id, { commentId, text: body.text }),
    deleteTaskComment: ({ params: { id, commentId }, act }) => ofTasks.remove(act, id, commentId),
    getInstanceComments: async ({ params, query, act }) => shown(await ofInstances.page(act, params.id, query)),
    addInstanceComment: ({ params, body, act }) => ofInstances.add(act, params.id, body.text),
    changeInstanceComment: ({ params: { id, commentId }, body, act }) =>
      ofInstances.change(act, id, { commentId, text: body.text }),
    deleteInstanceComment: ({ params: { id, commentId }, act }) => ofInstances.remove(act, id, commentId),
  };
}

function shown({ rows, total, request }: Found) {
  return pageBody(rows.map(commentToWire), total, request);
}
