// Describes how a module lists its authorities: name, what it is for, and which shipped roles hold it.
import type { AuthorityDefinition } from './define.ts';

type ShippedRole = AuthorityDefinition['roleList'][number];

/** An authority, its name for people, and what it allows. */
type Row = readonly [authority: string, name: string, description: string];

/** Makes authorities within one tenant; tenant administrators hold all of them. */
export function tenantAuthorities(
  rows: readonly Row[],
  alsoHeldBy: readonly ShippedRole[] = [],
): AuthorityDefinition[] {
  const roleList = [...alsoHeldBy, 'ROLE_TENANT_ADMIN'] as const;
  return rows.map(([authority, name, description]) => ({ authority, name, description, level: 'TENANT', roleList }));
}

/** Makes authorities that reach beyond one tenant or are withheld from its administrators. */
export function systemAuthorities(rows: readonly Row[]): AuthorityDefinition[] {
  return rows.map(([authority, name, description]) => ({
    authority,
    name,
    description,
    level: 'SYSTEM',
    roleList: [],
  }));
}
