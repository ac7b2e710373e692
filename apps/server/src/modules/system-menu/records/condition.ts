// Holds conditions of applications and items as numbers of pairs.
import { type Caller, grantKey } from '../../../kernel/request/caller.ts';
import type { GrantPair } from './menu-record.types.ts';

/** Present grants of a user. */
export type Grants = Pick<Caller, 'roles' | 'authorities' | 'grants'>;

interface Conditioned {
  readonly authorityList: readonly GrantPair[];
  readonly matchType: 'ANY' | 'ALL';
}

/** Condition; null where there is none. */
export type Condition = { readonly all: boolean; readonly pairs: readonly number[] } | null;

/** Flags by number of pair: 1 for a held one. */
export type HeldPairs = Uint8Array;

export type PairTable = ReturnType<typeof createPairTable>;

function holds({ roles, authorities, grants }: Grants, { role, authority }: GrantPair): boolean {
  if (role === null) return authority !== null && authorities.has(authority);
  return authority === null ? roles.has(role) : grants.has(grantKey(role, authority));
}

export function createPairTable() {
  const numbers = new Map<string, number>();
  const pairs: GrantPair[] = [];
  return {
    conditionOf({ authorityList, matchType }: Conditioned): Condition {
      if (authorityList.length === 0) return null;
      const own = authorityList.map((pair) => {
        const key = grantKey(pair.role ?? '', pair.authority ?? '');
        let number = numbers.get(key);
        if (number === undefined) {
          number = pairs.push(pair) - 1;
          numbers.set(key, number);
        }
        return number;
      });
      return { all: matchType === 'ALL', pairs: own };
    },
    /** Computes the flags, once for each pair, however many items need it. */
    heldBy(grants: Grants): HeldPairs {
      const held = new Uint8Array(pairs.length);
      for (const [number, pair] of pairs.entries()) if (holds(grants, pair)) held[number] = 1;
      return held;
    },
  };
}

/** Answers the missing pairs of a condition; none where it is satisfied. */
export function missingPairs({ authorityList, matchType }: Conditioned, grants: Grants): readonly GrantPair[] {
  const missing = authorityList.filter((pair) => !holds(grants, pair));
  return matchType === 'ANY' && missing.length < authorityList.length ? [] : missing;
}

export function isSatisfied(condition: Condition, held: HeldPairs): boolean {
  if (condition === null) return true;
  const { all, pairs } = condition;
  for (const pair of pairs) if ((held[pair] === 1) !== all) return !all;
  return all;
}
