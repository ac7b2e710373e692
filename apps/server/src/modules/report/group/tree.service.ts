// Answers the tree of groups as the caller sees it.
import { reportPermissions, type SvcRToolReportGroupTreeModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { heldRights } from '../right/rights.ts';
import { listTree, type TreeRow } from './tree.store.ts';

const permissionsByRank = [[], ...reportPermissions.map((_, index) => reportPermissions.slice(0, index + 1))];

/**
 * Puts each row before those below it; siblings keep their order, and a row without its parent in the list stands at
 * the top.
 */
function inOrder(rows: readonly TreeRow[]): SvcRToolReportGroupTreeModel[] {
  const children = new Map<string | null, TreeRow[]>(rows.map(({ uuid }) => [uuid, []]));
  const top: TreeRow[] = [];
  for (const row of rows) (children.get(row.parentUuid) ?? top).push(row);
  const ordered: SvcRToolReportGroupTreeModel[] = [];
  const visit = (siblings: readonly TreeRow[], parentUuid: string | null): void => {
    for (const { uuid, code, name, level, displayOrder, icon, enabled, version, reportCount, rank } of siblings) {
      const below = children.get(uuid)!;
      const own = { uuid, code, name, parentUuid, level, displayOrder, icon, enabled, version };
      const counts = { childCount: below.length, reportCount };
      ordered.push({ ...own, ...counts, permissionList: permissionsByRank[rank]! });
      visit(below, uuid);
    }
  };
  visit(top, null);
  return ordered;
}

export function createTreeService({ database }: Pick<Kernel, 'database'>) {
  return {
    tree: async ({ caller }: Act): Promise<SvcRToolReportGroupTreeModel[]> =>
      inOrder(await listTree(database, caller.tenantIdentifier, heldRights(caller, 'READ'))),
  };
}

export type TreeService = ReturnType<typeof createTreeService>;
