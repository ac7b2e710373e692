// Writes what a condition asks for as choices of a field, and says whether somebody satisfies it.

export interface Grant {
  readonly role?: string | null;
  readonly authority?: string | null;
}

export interface Condition {
  readonly authorityList: readonly Grant[];
  readonly matchType: 'ANY' | 'ALL';
}

const PAIR = ' + ';

/** Writes a pair as one text; roles and authorities never have its separator. */
export function textOfGrant({ role, authority }: Grant): string {
  return [role, authority].filter((half) => half !== null && half !== undefined).join(PAIR);
}

/** Roles begin alike, so one half says by itself what it is. */
export function grantOf(text: string): Grant {
  const [first = '', second] = text.split(PAIR);
  if (second !== undefined) return { role: first, authority: second };
  return first.startsWith('ROLE_') ? { role: first } : { authority: first };
}

/** Whether whoever holds these pairs satisfies a condition: both halves of a pair have to be held together. */
export function isSatisfied({ authorityList, matchType }: Condition, held: readonly Grant[]): boolean {
  const holds = (asked: Grant): boolean =>
    held.some(({ role, authority }) => (asked.role ?? role) === role && (asked.authority ?? authority) === authority);
  if (authorityList.length === 0) return true;
  return matchType === 'ALL' ? authorityList.every(holds) : authorityList.some(holds);
}
