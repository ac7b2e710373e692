// Says how the groups that a model names fit the roles of whoever calls: a group `X` is the role `X` or `ROLE_X`.
import type { Caller } from '../../../kernel/request/caller.ts';

const ROLE_PREFIX = 'ROLE_';

export function isInGroup({ roles }: Caller, group: string): boolean {
  return roles.has(group) || roles.has(`${ROLE_PREFIX}${group}`);
}

/** Lists every name under which a group of this caller may stand in a model. */
export function candidateGroups({ roles }: Caller): readonly string[] {
  const groups: string[] = [];
  for (const role of roles) {
    groups.push(role);
    if (role.startsWith(ROLE_PREFIX)) groups.push(role.slice(ROLE_PREFIX.length));
  }
  return groups;
}
