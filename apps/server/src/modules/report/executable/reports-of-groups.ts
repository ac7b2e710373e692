// Changes and deletes the reports of groups along with them; the caller holds the lock of the tenant.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { permissionsOf } from '../right/rights.ts';
import { listReportsIn, reports } from './report.store.ts';
import type { ReportWriter } from './write-report.ts';

export function createReportsOfGroups(writer: ReportWriter) {
  return {
    /** Moves every report of the group to another, or out of all. Answers how many. */
    async moveAll(tx: Transaction, act: Act, fromGroup: string, toGroup: string | null): Promise<number> {
      const found = await listReportsIn(tx, [fromGroup]);
      for (const uuid of found) {
        const row = await reports.lock(tx, act.caller, { uuid });
        if (!permissionsOf(act.caller, row.groupRights, row.authorityList).includes('WRITE')) fail('ACCESS_DENIED');
        await writer.set(tx, act, row, { reportGroupUuid: toGroup });
      }
      return found.length;
    },

    async removeAll(tx: Transaction, act: Act, groups: readonly string[]): Promise<number> {
      const found = await listReportsIn(tx, groups);
      for (const uuid of found) {
        const row = await reports.lock(tx, act.caller, { uuid });
        await writer.remove(tx, act, row, true);
      }
      return found.length;
    },
  };
}
