// Sends instances back and elsewhere: return, withdraw and jump, each with the plan of what it does or would do.
import type {
  SvcBpmnChangePlanModel,
  SvcBpmnJumpTaskModel,
  SvcBpmnReturnTaskModel,
  SvcBpmnWithdrawTaskModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { planReply, refusalsOf, requireSeen, type Tried } from '../interface/change-plan.wire.ts';
import { parsePartId } from '../interface/part-id.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { SayWith } from './remarks/say-with.ts';
import type { RunOnTask } from './run-on-task.ts';
import type { TaskStore } from './task.store.ts';
import { requireHolder } from './task-change.service.ts';
import { maySee } from './task-people.ts';

interface TriedSaying extends Tried {
  readonly comment?: string | null;
}

export function createTaskReturnService({
  clock,
  run,
  runtime,
  history,
  store,
  sayWith,
}: Pick<Kernel, 'clock'> & {
  readonly run: RunOnTask;
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly store: TaskStore;
  readonly sayWith: SayWith;
}) {
  const said = saidBy(sayWith);
  return {
    returnTask({ caller }: Act, id: string, body: SvcBpmnReturnTaskModel): Promise<SvcBpmnChangePlanModel> {
      const { targetElementId, reassign, compensate } = body;
      return run(
        caller,
        id,
        (task, live) => {
          requireHolder(caller, task);
          requireSeen(live, body);
          return {
            kind: 'return',
            at: clock.now(),
            actor: caller.username,
            task: task.number,
            dryRun: body.dryRun ?? false,
            reassign: reassign === 'CANDIDATES' ? 'candidates' : 'last',
            compensate: compensate ?? false,
            ...(targetElementId == null ? {} : { targetElementId }),
          };
        },
        { ...planReply(body), ...said(caller, id, body) },
        refusalsOf('RETURN_NOT_POSSIBLE'),
      );
    },

    jump({ caller }: Act, id: string, body: SvcBpmnJumpTaskModel): Promise<SvcBpmnChangePlanModel> {
      return run(
        caller,
        id,
        (task, live) => {
          requireSeen(live, body);
          return {
            kind: 'jump',
            at: clock.now(),
            actor: caller.username,
            task: task.number,
            dryRun: body.dryRun ?? false,
            targetElementIds: body.targetElementIds,
          };
        },
        { ...planReply(body), ...said(caller, id, body) },
        refusalsOf('MODIFICATION_NOT_POSSIBLE'),
      );
    },

    /** Takes back a closed task, as its completer may. */
    async withdraw({ caller }: Act, id: string, body: SvcBpmnWithdrawTaskModel): Promise<SvcBpmnChangePlanModel> {
      const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
      const closed = await history.findClosedTask(caller, part);
      if (closed === null || !maySee(caller, closed)) return failNotFound('TASK_NOT_FOUND', { taskId: id });
      const locked = await store.lockedExternal(part.instanceId, clock.now());
      const done = await runtime.run(
        part.instanceId,
        {
          decide(live) {
            if (live.state.facts.tenantIdentifier !== caller.tenantIdentifier)
              failNotFound('TASK_NOT_FOUND', { taskId: id });
            requireSeen(live, body);
            const dryRun = body.dryRun ?? false;
            return { kind: 'withdraw', at: clock.now(), actor: caller.username, task: part.number, locked, dryRun };
          },
          ...planReply(body),
          ...said(caller, id, body),
        },
        refusalsOf('WITHDRAW_NOT_POSSIBLE'),
      );
      return done ?? fail('WITHDRAW_NOT_POSSIBLE', { errorArguments: [{ reason: 'INSTANCE_ENDED' }] });
    },
  };
}

export type TaskReturnService = ReturnType<typeof createTaskReturnService>;

/** Makes the comment of a return; a dry run has none. */
function saidBy(sayWith: SayWith) {
  return (caller: Caller, id: string, { comment, dryRun }: TriedSaying) =>
    sayWith(caller, parsePartId(id, 't'), dryRun === true ? null : comment);
}
