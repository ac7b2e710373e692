// Signs a person in by name and password: one answer for every reason to refuse, no connection held while hashing.
import type { SvcAuthAuthenticationRequestModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/caller.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Database, Transaction } from '../../../kernel/database.ts';
import { fail, invalid } from '../../../kernel/errors.ts';
import type { EventRecorder } from '../../../kernel/events.ts';
import { foldName } from '../../../kernel/fold.ts';
import type { BegunSession, SessionApi, UserAccess, UserDirectory } from '../../session/api.ts';
import { DEFAULT_TENANT } from '../authentication.types.ts';
import { findTenant, type Tenant } from '../directory/tenant.store.ts';
import { saveRehash } from '../password/password.store.ts';
import type { PasswordHasher, StoredPassword } from '../password/password-hasher.ts';
import { carriesCookies } from './cookies.ts';
import { deviceNameOf } from './device-name.ts';
import { type Credentials, findCredentials, saveLastLogin } from './login.store.ts';
import { checkLoginShape } from './login-shape.ts';

export interface SignedIn {
  readonly session: BegunSession;
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly localeTag: string;
  readonly access: UserAccess;
  readonly previousLoginDate: Date | null;
}

type Refusal =
  | 'UNKNOWN_TENANT'
  | 'TENANT_DISABLED'
  | 'UNKNOWN_USER'
  | 'NOT_ACTIVATED'
  | 'PASSWORD_DISABLED'
  | 'WRONG_PASSWORD'
  | 'USER_DISABLED'
  | 'USER_DELETED'
  | 'USER_EXPIRED'
  | 'CHANGED_MEANWHILE';

export interface LoginService {
  login(request: SvcAuthAuthenticationRequestModel, caller: Caller | null, context: Context): Promise<SignedIn>;
}

export interface LoginServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly hasher: PasswordHasher;
  readonly users: UserDirectory;
  readonly session: () => SessionApi;
}

/** What was found for a name before the password was looked at. */
interface Attempt {
  readonly request: SvcAuthAuthenticationRequestModel;
  readonly tenant: Tenant | null;
  readonly credentials: Credentials | null;
  readonly stored: StoredPassword | null;
}

export function createLoginService(deps: LoginServiceDependencies): LoginService {
  const { database, clock, hasher, session } = deps;

  const look = async (request: SvcAuthAuthenticationRequestModel): Promise<Attempt> => {
    const tenant = await findTenant(database, request.tenantIdentifier ?? DEFAULT_TENANT);
    // An unknown tenant asks too, for nobody: the same statements for every reason.
    const credentials = await findCredentials(database, tenant?.identifier ?? '', foldName(request.username));
    const { passwordHash, pepperKeyId = null } = credentials ?? { passwordHash: null };
    return { request, tenant, credentials, stored: passwordHash === null ? null : { hash: passwordHash, pepperKeyId } };
  };

  return {
    async login(request, caller, context) {
      checkDelivery(request, context);
      const localeTag = checkLoginShape(request, session());
      const attempt = await look(request);
      const { tenant, credentials, stored } = attempt;
      const matches = await hasher.verify(stored, request.password, context.remoteAddress);
      const refusal = findRefusal(attempt, matches, clock.now());
      if (refusal !== null || tenant === null || credentials === null || stored === null) {
        return refuse(deps, attempt, refusal ?? 'UNKNOWN_USER', context);
      }
      const replacement = hasher.isOutdated(stored) ? await hasher.hash(request.password, context.remoteAddress) : null;
      const signIn: SignIn = {
        attempt,
        tenant,
        credentials,
        replacement,
        localeTag: localeTag ?? defaultLocale(context, credentials, tenant, session()),
        replacedIdentifier: caller?.kind === 'person' ? caller.identifier : null,
      };
      const begun = await database.transaction((tx) => begin(tx, deps, signIn, context));
      if (begun === null) return refuse(deps, attempt, 'CHANGED_MEANWHILE', context);
      const access = await deps.users.findAccess(tenant.identifier, foldName(credentials.username));
      return {
        session: begun,
        username: credentials.username,
        tenantIdentifier: tenant.identifier,
        localeTag: signIn.localeTag,
        access: access ?? { userUuid: credentials.userUuid, roles: [], authorities: [] },
        previousLoginDate: credentials.lastLoginDate,
      };
    },
  };
}

interface SignIn {
  readonly attempt: Attempt;
  readonly tenant: Tenant;
  readonly credentials: Credentials;
  /** The password under current parameters, where the stored ones are old. */
  readonly replacement: StoredPassword | null;
  readonly localeTag: string;
  readonly replacedIdentifier: string | null;
}

/** Never names what was typed unless it is a user's name: people type passwords into the field of the name. */
async function refuse(
  { database, events }: LoginServiceDependencies,
  { tenant, credentials }: Attempt,
  refusal: Refusal,
  context: Context,
): Promise<never> {
  await database.transaction((tx) =>
    events.record(tx, {
      kind: 'authentication.login-failed',
      type: 'SECURITY',
      tenantIdentifier: tenant?.identifier ?? DEFAULT_TENANT,
      actor: credentials?.username ?? 'unknown',
      ipAddress: context.remoteAddress,
      requestId: context.requestId,
      subject: credentials?.username ?? null,
      detail: { reason: refusal },
    }),
  );
  return fail('AUTH_INVALID_CREDENTIALS');
}

/** Session, last login, new hash and event in one transaction; null when the user changed since the password was checked. */
async function begin(
  tx: Transaction,
  { clock, events, session }: LoginServiceDependencies,
  signIn: SignIn,
  context: Context,
): Promise<BegunSession | null> {
  const { attempt, credentials, tenant, replacement } = signIn;
  const actor = { username: credentials.username, ipAddress: context.remoteAddress, requestId: context.requestId };
  const begun = await session().begin(tx, {
    tenantIdentifier: tenant.identifier,
    username: credentials.username,
    userUuid: credentials.userUuid,
    securityVersion: credentials.securityVersion,
    methods: ['PASSWORD'],
    localeTag: signIn.localeTag,
    deviceName: attempt.request.deviceName ?? deviceNameOf(context.userAgent),
    userAgent: context.userAgent,
    attributes: prefixed(attempt.request.attributeMap ?? {}),
    replacedIdentifier: signIn.replacedIdentifier,
    actor,
  });
  if (begun === null) return null;
  if (replacement !== null && attempt.stored !== null) {
    await saveRehash(tx, credentials.userId, replacement, attempt.stored);
  }
  await saveLastLogin(tx, credentials.userId, new Date(clock.now()));
  await events.record(tx, {
    kind: 'authentication.login-succeeded',
    type: 'SECURITY',
    tenantIdentifier: tenant.identifier,
    actor: credentials.username,
    ipAddress: context.remoteAddress,
    requestId: context.requestId,
    subject: credentials.username,
    detail: { sessionIdentifier: begun.identifier },
  });
  return begun;
}

/** Browsers would drop the cookie, or a foreign page would sign its visitor in as somebody else. */
function checkDelivery({ tokenDelivery }: SvcAuthAuthenticationRequestModel, context: Context): void {
  if (tokenDelivery !== 'COOKIE') return;
  if (!carriesCookies(context)) {
    const message = 'Cookies need HTTPS beyond this machine; use HTTPS or the delivery BODY.';
    invalid({ field: 'tokenDelivery', code: 'COOKIE_REQUIRES_HTTPS', message });
  }
  if (!context.originProven) fail('CSRF_CHECK_FAILED');
}

/** In the order in which a reason is worth telling whoever reads the events; outwardly they are one. */
function findRefusal({ tenant, credentials }: Attempt, matches: boolean, nowMs: number): Refusal | null {
  if (tenant === null) return 'UNKNOWN_TENANT';
  if (credentials === null) return 'UNKNOWN_USER';
  if (credentials.deleted) return 'USER_DELETED';
  if (credentials.passwordHash === null) return 'NOT_ACTIVATED';
  if (!matches) return 'WRONG_PASSWORD';
  if (credentials.passwordDisabled === true) return 'PASSWORD_DISABLED';
  if (!tenant.enabled) return 'TENANT_DISABLED';
  if (!credentials.enabled) return 'USER_DISABLED';
  if (credentials.expiryDate !== null && credentials.expiryDate.getTime() <= nowMs) return 'USER_EXPIRED';
  return null;
}

function prefixed(attributeMap: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributeMap).map(([key, value]) => [`client.${key}`, value]));
}

function defaultLocale(context: Context, credentials: Credentials, tenant: Tenant, session: SessionApi): string {
  return session.preferredLocaleTag(context.acceptLanguage) ?? credentials.locale ?? tenant.locale;
}
