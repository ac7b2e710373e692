// Holds the SQL of the one look that a sign-in takes at everything it is judged by, before anything is written or hashed.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import type { Tenant } from '../../directory/tenant.store.ts';
import {
  ADDRESS_STATE_COLUMNS,
  type AddressRow,
  type AddressState,
  toAddressState,
} from '../../guessing/address-counter.store.ts';
import { ATTEMPT_STATE_COLUMNS, type AttemptState } from '../../guessing/attempt.store.ts';
import { CREDENTIALS_COLUMNS, type Credentials, credentialsOwner } from '../../secrets/credentials.store.ts';

/** Holds what a tenant means to a sign-in. */
export type SignInTenant = Pick<Tenant, 'identifier' | 'enabled' | 'locale'>;

export interface SignInLook {
  /** Names the tenant of the host that was asked; null without one, and where no host was given. */
  readonly hostTenantIdentifier: string | null;
  readonly attempt: AttemptState;
  readonly address: AddressState;
  readonly tenant: SignInTenant | null;
  readonly credentials: Credentials | null;
}

export interface LookedFor {
  /** Holds key and rules of the attempt, as `attemptStateValues` answers them. */
  readonly attemptValues: readonly unknown[];
  /** Holds the key of the address and the beginnings of its windows. */
  readonly addressValues: readonly unknown[];
  readonly host: string | null;
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

// $1 to $7 belong to the attempt, $8 to $10 to the address. Each part is there or not: no reason to refuse saves a look.
const look = sql(
  'auth_sign_in_look',
  `SELECT h."hostTenantIdentifier", s.failures, s.pending, s."lockedUntil", c."windowFailures", c."dayFailures", c."dayStart",
     t."tenantIdentifier", t."tenantEnabled", t."tenantLocale", u.*
   FROM (VALUES (1)) one (n)
   LEFT JOIN LATERAL (
     SELECT ht.identifier AS "hostTenantIdentifier" FROM auth_tenant_host th JOIN auth_tenant ht ON ht.id = th.tenant_id
     WHERE th.host = $11 AND NOT ht.deleted) h ON true
   LEFT JOIN LATERAL (SELECT ${ATTEMPT_STATE_COLUMNS} FROM auth_attempt a WHERE a.key_hash = $1) s ON true
   LEFT JOIN LATERAL (
     SELECT ${ADDRESS_STATE_COLUMNS('$9')} FROM auth_address_counter WHERE address = $8 AND day_start > $10) c ON true
   LEFT JOIN LATERAL (
     SELECT identifier AS "tenantIdentifier", enabled AS "tenantEnabled", locale AS "tenantLocale"
     FROM auth_tenant WHERE lower(identifier) = lower($12) AND NOT deleted) t ON true
   LEFT JOIN LATERAL (
     SELECT ${CREDENTIALS_COLUMNS} FROM auth_user u LEFT JOIN auth_password p ON p.user_id = u.id
     WHERE u.id = ${credentialsOwner('t."tenantIdentifier"', '$13')}) u ON true`,
);

type LookRow = { readonly [K in keyof Credentials]: Credentials[K] | null } & {
  readonly hostTenantIdentifier: string | null;
  readonly failures: number | null;
  readonly pending: number | null;
  readonly lockedUntil: Date | null;
  readonly tenantIdentifier: string | null;
  readonly tenantEnabled: boolean | null;
  readonly tenantLocale: string | null;
} & { readonly [K in keyof AddressRow]: AddressRow[K] | null };

export async function lookBeforeSignIn(queryable: Queryable, sought: LookedFor): Promise<SignInLook> {
  const { attemptValues, addressValues, host, tenantIdentifier, usernameFolded } = sought;
  const values = [...attemptValues, ...addressValues, host, tenantIdentifier, usernameFolded];
  const [row] = await queryable.rows<LookRow>(look, values);
  const { failures, pending, lockedUntil, windowFailures, dayFailures, dayStart, ...found } = row!;
  const address =
    dayStart === null ? null : { windowFailures: windowFailures ?? 0, dayFailures: dayFailures ?? 0, dayStart };
  return {
    hostTenantIdentifier: found.hostTenantIdentifier,
    attempt: { failures: failures ?? 0, pending: pending ?? 0, lockedUntil },
    address: toAddressState(address),
    tenant: tenantOf(found),
    credentials: isCredentials(found) ? found : null,
  };
}

function tenantOf(row: Pick<LookRow, 'tenantIdentifier' | 'tenantEnabled' | 'tenantLocale'>): SignInTenant | null {
  const { tenantIdentifier: identifier, tenantEnabled: enabled, tenantLocale: locale } = row;
  return identifier === null || enabled === null || locale === null ? null : { identifier, enabled, locale };
}

/** Says whether a row has the columns of a user; all are there or none is. */
function isCredentials(row: { readonly userId: number | null }): row is Credentials {
  return row.userId !== null;
}
