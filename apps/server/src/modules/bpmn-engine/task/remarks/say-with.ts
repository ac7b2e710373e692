// Keeps what somebody says with an act on a task, in the commit of that act.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import type { PartId } from '../../interface/part-id.ts';
import type { Burst } from '../../runtime/burst/burst.ts';
import { defineCommentWriter } from './comment.store.ts';

/** Makes the comment that goes along with a command: none where nothing was said. The task is of the caller's tenant. */
export type SayWith = (
  caller: Pick<Caller, 'tenantIdentifier' | 'username'>,
  task: PartId | null,
  text: string | null | undefined,
) => { readonly accompany?: (burst: Burst) => void };

export function createSayWith({ clock, ids, groupCommit }: Pick<Kernel, 'clock' | 'ids' | 'groupCommit'>): SayWith {
  const addComment = defineCommentWriter(groupCommit);
  return ({ tenantIdentifier, username: author }, task, text) => {
    if (task === null || text === null || text === undefined) return {};
    const { instanceId, number: taskNumber } = task;
    return {
      accompany(burst) {
        const made = { id: ids.uuidV7(), createdAt: new Date(clock.now()) };
        const comment = { ...made, tenantIdentifier, instanceId, taskNumber, author, text };
        burst.rows.push((changes) => addComment(changes, comment));
      },
    };
  };
}
