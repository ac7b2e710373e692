// Lets the rows of tasks and waits follow a business key that was changed.
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import { businessKeyMatch } from '../waits/match-key.ts';
import type { WaitWriters } from '../waits/wait.store.ts';
import type { EngineWriters } from './flush.store.ts';
import type { Flush } from './flush.ts';

/**
 * Adds a changed business key. A command that changes it does nothing else: rows of one statement do not see one another. Answers the
 * messages that can be found by the new key, for one may wait in the buffer.
 */
export function addBusinessKey(
  changes: ChangeSet,
  { writers, waitWriters }: { readonly writers: EngineWriters; readonly waitWriters: WaitWriters },
  { state, factsBefore, isStored, ended }: Flush,
): readonly string[] {
  const { id, businessKey } = state.facts;
  if (!isStored || ended !== null || factsBefore === null || factsBefore.businessKey === businessKey) return [];
  if (state.tasks.length > 0) changes.add(writers.taskBusinessKey, [id, businessKey]);
  const messages: string[] = [];
  let hasExternal = false;
  for (const wait of state.waits) {
    const isByKey =
      (wait.kind === 'message' && wait.keys.length === 0) ||
      wait.kind === 'conditional' ||
      (wait.kind === 'signal' && wait.reach === 'tenant');
    if (isByKey) {
      changes.add(waitWriters.subscriptionRekey, [id, wait.number, businessKeyMatch(businessKey), businessKey]);
    }
    if (isByKey && wait.kind === 'message') messages.push(wait.name);
    if (wait.kind === 'work' && wait.work === 'external') hasExternal = true;
  }
  if (hasExternal) changes.add(waitWriters.externalBusinessKey, [id, businessKey]);
  return messages;
}
