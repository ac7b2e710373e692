// Holds conditions on a user `u` that look into other tables.

const holders = 'SELECT ur.user_id FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id AND NOT r.deleted';

/** Compares with an array, because joined the planner takes the few for many and reads all users. */
function isOneOf(selectUserIds: string): string {
  return `u.id = ANY (ARRAY(${selectUserIds}))`;
}

/** `$?` stands for the code of the role. */
export const HOLDS_ROLE = isOneOf(`${holders} WHERE r.code = $?`);

/** `$?` stands for the authority. */
export const HOLDS_AUTHORITY = isOneOf(
  `${holders} JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ra.authority = $?`,
);

/** `now` is the parameter of the time. */
export function isLockedAt(now: string): string {
  return isOneOf(`SELECT p.user_id FROM auth_password p WHERE p.disabled OR p.locked_until_date > ${now}`);
}
