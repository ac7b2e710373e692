// Finds the task or the instance that somebody remarks on, and says what he may do there.
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../../history/feature.ts';
import { isReachable, isReadable } from '../../interface/is-reachable.ts';
import { isInstanceId, parsePartId } from '../../interface/part-id.ts';
import type { InstanceRuntime } from '../../runtime/instance-runtime.ts';
import { isSamePerson } from '../../runtime/state/person-name.ts';
import { seenTask } from '../run-on-task.ts';
import { isMine, mayManage, maySee, type TaskPeople } from '../task-people.ts';

/** Task or instance that comments and attachments belong to. */
export interface RemarkedOn {
  readonly tenantIdentifier: string;
  readonly instanceId: string;
  /** Number of the task; null for the instance as a whole. */
  readonly taskNumber: number | null;
}

export interface Place extends RemarkedOn {
  /** Whether the place is open; false once the task is closed, or the instance has ended. */
  readonly isOpen: boolean;
  readonly mayAdd: boolean;
  /** Whether the caller may change and remove what others have added. */
  readonly isManager: boolean;
}

/** Finds a place that the caller may see, else 404. */
export type FindPlace = (caller: Caller, id: string) => Promise<Place>;

interface Started {
  readonly tenantIdentifier: string;
  readonly startUserId: string | null;
}

export function createPlaces({
  runtime,
  history,
}: {
  readonly runtime: Pick<InstanceRuntime, 'find'>;
  readonly history: HistoryApi;
}): { readonly ofTask: FindPlace; readonly ofInstance: FindPlace } {
  async function findStarted(id: string): Promise<(Started & { readonly isOpen: boolean }) | null> {
    const live = await runtime.find(id);
    if (live !== null) return { ...live.state.facts, isOpen: true };
    const origin = await history.findOrigin(id);
    if (origin === null) return null;
    return { tenantIdentifier: origin.tenant_identifier, startUserId: origin.start_user_id, isOpen: false };
  }

  return {
    async ofTask(caller, id) {
      const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
      const live = await runtime.find(part.instanceId);
      const open = live === null ? null : seenTask(caller, live, part);
      const task = open ?? (await history.findClosedTask(caller, part));
      if (task === null || !maySee(caller, task)) return failNotFound('TASK_NOT_FOUND', { taskId: id });
      return {
        tenantIdentifier: caller.tenantIdentifier,
        instanceId: part.instanceId,
        taskNumber: part.number,
        isOpen: open !== null,
        mayAdd: mayManage(caller) || isInvolved(caller, task),
        isManager: mayManage(caller),
      };
    },

    async ofInstance(caller, id) {
      const found = isInstanceId(id) ? await findStarted(id) : null;
      const isManager = caller.holds('BPMN_INSTANCE_MANAGE');
      if (found === null || !(isReadable(caller, found) || (isManager && isReachable(caller, found))))
        return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: id });
      const { tenantIdentifier, startUserId, isOpen } = found;
      const hasStarted = startUserId !== null && isSamePerson(startUserId, caller.username);
      return { tenantIdentifier, instanceId: id, taskNumber: null, isOpen, mayAdd: isManager || hasStarted, isManager };
    },
  };
}

/** Refuses whoever may only read there. */
export function requireAdder(place: Place): void {
  if (!place.isOpen) failClosed(place);
  if (!place.mayAdd) fail('ACCESS_DENIED');
}

/** Refuses whoever neither made it nor manages the place. */
export function requireAuthor({ username }: Caller, { isManager }: Place, author: string): void {
  if (!isManager && !isSamePerson(author, username)) fail('ACCESS_DENIED');
}

export function failClosed({ taskNumber, instanceId: processInstanceId }: RemarkedOn): never {
  if (taskNumber !== null) return fail('TASK_ALREADY_COMPLETED');
  return fail('INSTANCE_ENDED', { parameters: { processInstanceId } });
}

function isInvolved(caller: Caller, task: TaskPeople): boolean {
  return isMine(caller, task) || (task.owner !== null && isSamePerson(task.owner, caller.username));
}
