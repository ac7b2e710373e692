// Refuses conditions that name a role or an authority that nobody can hold.
import { fail } from '../../../kernel/request/errors.ts';
import type { GrantPair } from '../records/menu-record.types.ts';

/** Finds the pairs of which a half does not exist for the tenant; the module that knows both fills it in. */
export type FindUnknownGrants = (
  tenantIdentifier: string,
  pairs: readonly GrantPair[],
) => Promise<readonly GrantPair[]>;

export type GrantCheck = ReturnType<typeof createGrantCheck>;

export function pairKey({ role, authority }: GrantPair): string {
  return `${role ?? ''} ${authority ?? ''}`;
}

/** Refuses these pairs; where they come from several lists, `index` tells which. */
export function failUnknown(unknown: readonly (GrantPair & { readonly index?: number })[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const parameters = { authority: first.authority ?? first.role ?? '' };
  fail('AUTHORITY_UNKNOWN', { parameters, errorArguments: unknown });
}

export function createGrantCheck(findUnknown: FindUnknownGrants) {
  return {
    /** A list that is absent is passed over. */
    async requireKnown(tenantIdentifier: string, list: unknown): Promise<void> {
      if (!Array.isArray(list) || list.length === 0) return;
      const found = await findUnknown(tenantIdentifier, list as readonly GrantPair[]);
      failUnknown(found.map(({ role, authority }) => ({ role, authority })));
    },
    /** Finds the keys (`pairKey`) of those that nobody can hold, of however many lists. */
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
