// Refuses conditions with a role or authority that nobody can hold.
import { fail } from '../../../kernel/request/errors.ts';
import type { GrantPair } from '../records/menu-record.types.ts';

/** Finds the pairs with an unknown half for the tenant; implemented by the module that knows both. */
export type FindUnknownGrants = (
  tenantIdentifier: string,
  pairs: readonly GrantPair[],
) => Promise<readonly GrantPair[]>;

export type GrantCheck = ReturnType<typeof createGrantCheck>;

export function pairKey({ role, authority }: GrantPair): string {
  return `${role ?? ''} ${authority ?? ''}`;
}

/** Refuses these pairs; `index` names the list where there are several. */
export function failUnknown(unknown: readonly (GrantPair & { readonly index?: number })[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const parameters = { authority: first.authority ?? first.role ?? '' };
  fail('AUTHORITY_UNKNOWN', { parameters, errorArguments: unknown });
}

export function createGrantCheck(findUnknown: FindUnknownGrants) {
  return {
    /** Checks a list; an absent one is valid. */
    async requireKnown(tenantIdentifier: string, list: unknown): Promise<void> {
      if (!Array.isArray(list) || list.length === 0) return;
      const found = await findUnknown(tenantIdentifier, list as readonly GrantPair[]);
      failUnknown(found.map(({ role, authority }) => ({ role, authority })));
    },
    /** Finds the keys (`pairKey`) of pairs that nobody can hold, in any number of lists. */
    async findUnknown(
      tenantIdentifier: string,
      lists: readonly (readonly GrantPair[])[],
    ): Promise<ReadonlySet<string>> {
      const pairs = new Map(lists.flat().map((pair) => [pairKey(pair), pair]));
      if (pairs.size === 0) return new Set();
      return new Set((await findUnknown(tenantIdentifier, [...pairs.values()])).map(pairKey));
    },
  };
}
