// Writes to the rows of waits where they are in another version of their process.
import type { Wait } from '@keelson/bpmn-core';
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import type { WaitWriters } from '../waits/wait.store.ts';
import type { Flush } from './flush.ts';

interface Migrating {
  readonly changes: ChangeSet;
  readonly writers: WaitWriters;
  readonly flush: Flush;
  readonly jobAttempts: number;
  /** Whether its row is that of a job. */
  readonly isJob: boolean;
}

interface MovedWait {
  readonly now: Wait;
  /** The wait as the last commit knew it. */
  readonly before: Wait;
  /** Key that a message is found by from now on, and as it is shown; null where that stays. */
  readonly key: readonly (string | null | undefined)[];
}

/** Adds the change of a wait's row, which is changed once in a statement: what else has changed of it goes along. */
export function addMigratedWait(migrating: Migrating, { now, before, key }: MovedWait): void {
  const { changes, writers, flush, isJob } = migrating;
  const { compiled, compiledBefore, failedJobs } = flush;
  const { id, processDefinitionId } = flush.state.facts;
  const elementId = compiled.model.nodes[now.node]?.id ?? '';
  const place = [id, now.number, processDefinitionId];
  const isExternal = now.kind === 'work' && now.work === 'external';
  if (isJob) changes.add(writers.jobMigrate, [...place, elementId, ...firingOf(migrating, now, before)]);
  else if (isExternal) changes.add(writers.externalMigrate, [...place, compiled.key, elementId]);
  else if (now.kind === 'work' && now.work === 'call') changes.add(writers.callMigrate, [id, now.number, elementId]);
  else if (now.kind === 'message' || now.kind === 'conditional' || now.kind === 'signal') {
    changes.add(writers.subscriptionMigrate, [...place, compiled.key, elementId, ...key]);
  }
  // A job or task that failed for good left an incident of the same number.
  if (now.kind === 'incident' || ((isJob || isExternal) && failedJobs > 0)) {
    const elementBefore = compiledBefore?.model.nodes[before.node]?.id ?? '';
    changes.add(writers.incidentMigrate, [...place, elementId, elementBefore]);
  }
}

/** Answers the firing of a timer that has fired in the same burst, and is due anew. */
function firingOf({ jobAttempts }: Migrating, now: Wait, before: Wait): readonly (number | string | null)[] {
  const isSame =
    now.kind !== 'timer' ||
    before.kind !== 'timer' ||
    (now.firing.dueAt === before.firing.dueAt && now.firing.cycle === before.firing.cycle);
  return isSame ? [null, null, null] : [now.firing.dueAt, now.firing.cycle, jobAttempts];
}
