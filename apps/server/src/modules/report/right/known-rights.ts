// Refuses lists of rights that name a role or an authority that nobody can hold.
import { fail } from '../../../kernel/request/errors.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { Rights } from './rights.ts';

export interface RightGround {
  readonly authentication: () => Pick<AuthenticationApi, 'findUnknownGrants'>;
}

/** Fails with 422 AUTHORITY_UNKNOWN, each unknown pair in its arguments. */
export async function requireKnownRights(
  { authentication }: RightGround,
  tenantIdentifier: string,
  list: Rights,
): Promise<void> {
  if (list.length === 0) return;
  const pairs = list.map(({ role, authority }) => ({ role: role ?? null, authority: authority ?? null }));
  const unknown = await authentication().findUnknownGrants(tenantIdentifier, pairs);
  const [first] = unknown;
  if (first === undefined) return;
  fail('AUTHORITY_UNKNOWN', {
    parameters: { authority: first.authority ?? first.role ?? '' },
    errorArguments: unknown.map(({ role, authority }) => ({ field: 'authorityList', role, authority })),
  });
}
