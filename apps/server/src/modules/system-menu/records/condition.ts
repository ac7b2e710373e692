// Holds conditions of applications and items as numbers of the pairs that a view asks for.
import { type Caller, grantKey } from '../../../kernel/request/caller.ts';
import type { GrantPair } from './menu-record.types.ts';

/** Holds the grants of somebody now. */
export type Grants = Pick<Caller, 'roles' | 'authorities' | 'grants'>;

interface Conditioned {
  readonly authorityList: readonly GrantPair[];
  readonly matchType: 'ANY' | 'ALL';
}

/** Is null where nothing is asked for. */
export type Condition = { readonly all: boolean; readonly pairs: readonly number[] } | null;

/** Holds 1 at the number of each pair that somebody holds. */
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
    /** Looks once at each pair, however many items ask for it. */
    heldBy(grants: Grants): HeldPairs {
      const held = new Uint8Array(pairs.length);
      for (const [number, pair] of pairs.entries()) if (holds(grants, pair)) held[number] = 1;
      return held;
    },
  };
}

/** Answers the pairs that keep a condition from being satisfied; none where it is. */
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
