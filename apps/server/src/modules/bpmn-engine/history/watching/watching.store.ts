// Reads the history in the order of its commits, for streams: each row is a commit of one instance.
import {
  type Cursor,
  createFollower,
  currentHorizon,
  positionBelow,
} from '../../../../kernel/database/commit-horizon.ts';
import type { Queryable } from '../../../../kernel/database/database.ts';

/** Bound of the rows of a page, which takes some milliseconds. */
const PAGE_ROWS = 500;
const REVISION_DIGITS = 10;
/** The place after every row of its transaction. */
export const LAST_PLACE = `ffffffff-ffff-ffff-ffff-ffffffffffff${'9'.repeat(REVISION_DIGITS)}`;

/** Place of a row in its transaction, which may hold several commits of an instance. */
const ORDERED = `(e.instance_id::text || lpad(e.revision::text, ${REVISION_DIGITS}, '0')) COLLATE "C" AS place`;
const SHARED = ['f.instance_id AS "instanceId"', 'f.revision', 'f.at'];

interface Placed {
  readonly followXid: string;
  readonly followOrder: string;
}

export interface CommitRow extends Placed {
  readonly instanceId: string;
  readonly revision: number;
  readonly at: Date;
  readonly endState: string | null;
}

export const followCommits = createFollower<CommitRow>(
  {
    name: 'bpm_watch_commits',
    table: `(SELECT e.*, ${ORDERED} FROM bpm_history_event e)`,
    columns: [...SHARED, 'f.end_state AS "endState"'],
    orderColumn: 'place',
  },
  PAGE_ROWS,
);

export interface TaskCommitRow extends Placed {
  readonly instanceId: string;
  readonly revision: number;
  readonly at: Date;
  readonly tenantIdentifier: string;
  readonly record: string;
}

/** Pattern of records of tasks, and of what only looks like it: whoever reads the record knows. */
const OF_TASKS = '"[tTuUdq]",[0-9]';

export const followTaskCommits = createFollower<TaskCommitRow>(
  {
    name: 'bpm_watch_tasks',
    table: `(SELECT e.*, ${ORDERED} FROM bpm_history_event e WHERE e.record ~ '${OF_TASKS}')`,
    columns: [
      ...SHARED,
      'f.record',
      `(SELECT b.tenant_identifier FROM bpm_history_event b WHERE b.instance_id = f.instance_id AND b.revision = 1) AS "tenantIdentifier"`,
    ],
    orderColumn: 'place',
  },
  PAGE_ROWS,
);

/** Finds the place after everything that was committed before the oldest open transaction began. */
export async function presentPlace(queryable: Queryable): Promise<Cursor> {
  return positionBelow(await currentHorizon(queryable), LAST_PLACE);
}
