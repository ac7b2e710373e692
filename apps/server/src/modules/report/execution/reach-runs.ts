// Decides whose runs a caller may see, and which parts of them.
import type { ReportPermission } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { type Execution, findExecutionOf } from '../run/feature.ts';

export interface ReachGround {
  readonly database: Database;
  /** Answers the caller's present permissions for a report; none where it does not exist or may not be read. */
  readonly permissionsOf: (act: Act, reportUuid: string) => Promise<readonly ReportPermission[]>;
}

/** A run, with the caller's permissions for its report. */
export interface ReachedRun {
  readonly run: Execution;
  readonly permissions: readonly ReportPermission[];
}

/** Says whether the caller reaches every run of the tenant. */
export function isRunAdmin({ caller }: Act): boolean {
  return caller.holds('REPORT_ADMIN');
}

export type ReachRuns = ReturnType<typeof createReachRuns>;

export function createReachRuns({ database, permissionsOf }: ReachGround) {
  async function find(act: Act, uuid: string): Promise<Execution> {
    const run = await findExecutionOf(database, uuid, act.caller.tenantIdentifier);
    return run ?? failNotFound('REPORT_EXECUTION_NOT_FOUND', { uuid });
  }
  const isOwn = ({ caller }: Act, run: Execution): boolean => run.usernameFolded === foldName(caller.username);

  /** Finds a run for its requester, and for readers of its report; 404 for others. */
  async function read(act: Act, uuid: string): Promise<ReachedRun> {
    const run = await find(act, uuid);
    const permissions = await permissionsOf(act, run.reportUuid);
    const mayRead = act.caller.holds('REPORT_VIEW') && permissions.includes('READ');
    if (!mayRead && !isOwn(act, run)) return failNotFound('REPORT_EXECUTION_NOT_FOUND', { uuid });
    return { run, permissions };
  }

  return {
    read,
    /** Finds a run for its requester, and for REPORT_ADMIN. */
    async own(act: Act, uuid: string): Promise<ReachedRun> {
      const run = await find(act, uuid);
      if (!isOwn(act, run) && !isRunAdmin(act)) return failNotFound('REPORT_EXECUTION_NOT_FOUND', { uuid });
      return { run, permissions: await permissionsOf(act, run.reportUuid) };
    },
    /** As `read`; 403 where the requester has lost the right to its report since. */
    async take(act: Act, uuid: string): Promise<ReachedRun> {
      const reached = await read(act, uuid);
      if (!reached.permissions.includes('READ')) fail('ACCESS_DENIED');
      return reached;
    },
  };
}
