// Answers the tree of groups as the caller sees it.
import { reportPermissions, type SvcRToolReportGroupTreeModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { heldRights } from '../right/rights.ts';
import { listTree, type TreeRow } from './tree.store.ts';

const permissionsByRank = [[], ...reportPermissions.map((_, index) => reportPermissions.slice(0, index + 1))];

function toNode({ rank, ...row }: TreeRow): SvcRToolReportGroupTreeModel {
  return { ...row, permissionList: permissionsByRank[rank]! };
}

/** Answers each row before those below it; siblings keep their order. */
function inOrder(rows: readonly TreeRow[]): SvcRToolReportGroupTreeModel[] {
  const children = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentUuid);
    if (siblings === undefined) children.set(row.parentUuid, [row]);
    else siblings.push(row);
  }
  const ordered: SvcRToolReportGroupTreeModel[] = [];
  const visit = (parentUuid: string | null): void => {
    for (const row of children.get(parentUuid) ?? []) {
      ordered.push(toNode(row));
      visit(row.uuid);
    }
  };
  visit(null);
  return ordered;
}

export function createTreeService({ database }: Pick<Kernel, 'database'>) {
  return {
    tree: async ({ caller }: Act): Promise<SvcRToolReportGroupTreeModel[]> =>
      inOrder(await listTree(database, caller.tenantIdentifier, heldRights(caller, 'READ'))),
  };
}

export type TreeService = ReturnType<typeof createTreeService>;
