// Does the same with many tasks, each by itself and as its own operation would.
import type { ErrorCode, SvcBpmnTaskBulkModel } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { type ArgumentProblem, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import { eachAtOnce } from '../runtime/each-at-once.ts';
import type { TaskService } from './task.service.ts';
import type { TaskChangeService } from './task-change.service.ts';

interface Done {
  readonly id: string;
  readonly errorCode: ErrorCode | null;
}

type Action = SvcBpmnTaskBulkModel['action'];
type Value = 'assignee' | 'priority' | 'dueDate' | 'variables';

/** Value that each action takes, and whether it needs it. */
const VALUES: Readonly<Record<Action, { readonly value: Value | null; readonly isNeeded: boolean }>> = {
  CLAIM: { value: null, isNeeded: false },
  ASSIGN: { value: 'assignee', isNeeded: true },
  COMPLETE: { value: 'variables', isNeeded: false },
  SET_PRIORITY: { value: 'priority', isNeeded: true },
  SET_DUE_DATE: { value: 'dueDate', isNeeded: true },
};
/** Fields of which null is a value, too: nobody, and no date. */
const NULLS: readonly Value[] = ['assignee', 'dueDate'];
const EVERY_VALUE: readonly Value[] = ['assignee', 'priority', 'dueDate', 'variables'];

export function createBulkService({
  service,
  changes,
}: {
  readonly service: TaskService;
  readonly changes: TaskChangeService;
}) {
  function act(by: Act, id: string, body: SvcBpmnTaskBulkModel): Promise<unknown> {
    const { assignee = null, priority, dueDate, variables } = body;
    switch (body.action) {
      case 'CLAIM':
        return service.claim(by, id);
      case 'ASSIGN':
        return changes.assign(by, id, assignee);
      case 'COMPLETE':
        return service.completeEach(by, id, { variables: variables ?? {} });
      case 'SET_PRIORITY':
        return changes.update(by, id, { priority: priority ?? null });
      case 'SET_DUE_DATE':
        return changes.update(by, id, { dueDate: dueDate ?? null });
    }
  }

  async function tryOne(by: Act, id: string, body: SvcBpmnTaskBulkModel): Promise<Done> {
    try {
      await act(by, id, body);
      return { id, errorCode: null };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { id, errorCode: error.code };
    }
  }

  return {
    async changeAll(by: Act, body: SvcBpmnTaskBulkModel): Promise<Done[]> {
      requireFitting(body);
      return eachAtOnce(body.ids, (id) => tryOne(by, id, body));
    },
  };
}

export type BulkService = ReturnType<typeof createBulkService>;

/** Refuses values of other actions, and an action without its own. */
function requireFitting(body: SvcBpmnTaskBulkModel): void {
  const { value, isNeeded } = VALUES[body.action];
  const problems: ArgumentProblem[] = [];
  for (const field of EVERY_VALUE) {
    const isNull = body[field] === null;
    const isGiven = body[field] !== undefined && (!isNull || NULLS.includes(field));
    if (isGiven && !isNull && field !== value) {
      problems.push({ field, code: 'NOT_ALLOWED', message: `Is not for the action ${body.action}.` });
    }
    if (!isGiven && field === value && isNeeded) {
      problems.push({ field, code: 'REQUIRED', message: `The action ${body.action} needs it.` });
    }
  }
  if (problems.length > 0) invalid(...problems);
}
