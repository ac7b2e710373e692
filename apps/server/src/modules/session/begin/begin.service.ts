// Begins sessions for whom a request names: whose session it may be, and that no identifier is ever used twice.
import type { SvcSessionTokenModel } from '@keelson/contract';
import { SESSION_KEY_LOCK_CLASS } from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Directories, TenantOfSessions } from '../api.ts';
import { findSessionGrants } from '../entry/grants.ts';
import { identifierOf } from '../live/token-shape.ts';
import { DESCENDANT_DEPTH_MAX, findSession, isLive } from '../record/session.store.ts';
import { toSvcSession } from '../record/session.wire.ts';
import type { SessionSettings } from '../session.settings.ts';
import { type Ancestor, findAncestors, isSpentIdentifier, lockKey } from './begin.store.ts';
import type { SessionBegin, SessionDraft } from './begin.ts';
import {
  type BeginModel,
  type BeginRequest,
  draftOf,
  parentProblem,
  readBeginRequest,
  requireCeiling,
} from './request.ts';

const IDENTIFIER_CONSTRAINT = 'session_entry_identifier';

export interface SessionBeginService {
  /** `systemForced`: a session of a service, whatever the request says. */
  begin(act: Act, model: BeginModel, systemForced: boolean): Promise<void>;
  /** The server makes the token, which is in this answer only. */
  beginWithToken(act: Act, model: BeginModel): Promise<SvcSessionTokenModel>;
}

export interface SessionBeginServiceDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly ids: Ids;
  readonly sessionBegin: SessionBegin;
  readonly directories: () => Directories;
  readonly settings: SessionSettings;
  readonly recordDenial: (
    user: { readonly tenantIdentifier: string; readonly username: string },
    actor: Actor,
  ) => Promise<void>;
}

/** A request with what was looked up for it before the locks. */
interface Prepared {
  readonly request: BeginRequest;
  readonly tenant: TenantOfSessions;
  readonly draft: SessionDraft;
  readonly caller: Caller;
}

export function createSessionBeginService(deps: SessionBeginServiceDependencies): SessionBeginService {
  const { database, directories } = deps;

  return {
    async begin(act, model, systemForced) {
      const request = readBeginRequest(model, act.caller, systemForced);
      await act.once(async (claim) => {
        const prepared = await prepare(deps, act, request, request.identifier ?? '');
        await withFailures(deps, prepared, act.actor, () =>
          database.transaction(async (tx) => {
            await beginIn(deps, tx, prepared, act.actor);
            await claim.save(tx, {});
          }),
        );
      });
    },
    async beginWithToken(act, model) {
      const { caller, context, actor } = act;
      const request = readBeginRequest(model, caller, false);
      const token = deps.ids.token();
      const prepared = await prepare(deps, act, request, identifierOf(token));
      const record = await withFailures(deps, prepared, actor, () =>
        database.transaction(async (tx) => {
          await beginIn(deps, tx, prepared, actor);
          return (await findSession(tx, prepared.draft.identifier))!;
        }),
      );
      const grants = await findSessionGrants(record, directories());
      const session = toSvcSession(record, caller.identifier, context.language);
      return { token, tokenType: 'Bearer', session: { session, authorities: grants?.authorities ?? [] } };
    },
  };
}

/** Before the locks: whose session it may be; 403, 404, 409 or 422. */
async function prepare(
  { database, directories }: SessionBeginServiceDependencies,
  act: Act,
  request: BeginRequest,
  identifier: string,
): Promise<Prepared> {
  const tenant = await directories().tenants.find(database, request.tenantIdentifier);
  if (tenant === null) fail('TENANT_NOT_FOUND', { parameters: { tenantIdentifier: request.tenantIdentifier } });
  requireEnabled(tenant);
  // A key shows a session of its own under this identifier, and streams that it opened wait for that one to end.
  if (await directories().apiKeys.isKeyHash(database, identifier)) fail('SESSION_ALREADY_EXISTS');
  const access = await directories().users.findAccess(tenant.identifier, foldName(request.username));
  requireCeiling(act.caller, request.givenAuthorities ?? access?.authorities ?? []);
  const draft = draftOf(request, identifier, tenant, access?.userUuid ?? null, act);
  return { request, tenant, draft, caller: act.caller };
}

/** Under the locks; 422 for a user or tenant that may not begin now. */
async function requireStanding(
  { directories, settings }: SessionBeginServiceDependencies,
  tx: Transaction,
  { request, tenant }: Prepared,
): Promise<void> {
  const { tenants, users } = directories();
  const current = await tenants.find(tx, tenant.identifier);
  if (current === null) fail('TENANT_NOT_FOUND', { parameters: { tenantIdentifier: tenant.identifier } });
  requireEnabled(current);
  const standing = await users.findStanding(tx, tenant.identifier, foldName(request.username));
  if (standing !== null) {
    if (!standing.allowed) fail('USER_DISABLED');
    return;
  }
  // No directory knows services.
  if (!request.system && !settings.beginUnknownUser.get(tenant.identifier)) {
    fail('USER_UNKNOWN', { parameters: { username: request.username } });
  }
  if (request.givenAuthorities === null) {
    const message = 'The user directory does not know the user: say what the session may do.';
    invalid({ field: 'authorities', code: 'REQUIRED', message });
  }
}

async function beginIn(
  deps: SessionBeginServiceDependencies,
  tx: Transaction,
  prepared: Prepared,
  actor: Actor,
): Promise<void> {
  const { clock, sessionBegin } = deps;
  const { draft, caller } = prepared;
  const { tenantIdentifier, parentIdentifier } = draft;
  const ancestors = parentIdentifier === null ? [] : await findParents(tx, parentIdentifier, draft, caller);
  const user = { tenantIdentifier, usernameFolded: foldName(draft.username) };
  await sessionBegin.lock(tx, tenantIdentifier, [user, ...ancestors]);
  const keys = [...new Set(ancestors.flatMap(({ keyUuid }) => keyUuid ?? []))].sort();
  for (const keyUuid of keys) await lockKey(tx, SESSION_KEY_LOCK_CLASS, keyUuid);
  if (parentIdentifier !== null && !(await isLive(tx, parentIdentifier, clock.now())))
    invalid(parentProblem('unknown'));
  await requireStanding(deps, tx, prepared);
  await sessionBegin.insert(tx, draft, actor);
  if (await isSpentIdentifier(tx, draft.identifier)) fail('SESSION_ALREADY_EXISTS');
}

/** Says what an undone begin means: a used identifier, or a limit, which is told. */
async function withFailures<T>(
  deps: SessionBeginServiceDependencies,
  { draft }: Prepared,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, IDENTIFIER_CONSTRAINT)) return fail('SESSION_ALREADY_EXISTS');
    if (error instanceof ServiceError && error.code === 'SESSION_LIMIT_REACHED') {
      await deps.recordDenial(draft, actor);
    }
    throw error;
  }
}

function requireEnabled({ enabled, identifier }: TenantOfSessions): void {
  if (!enabled) fail('TENANT_DISABLED', { parameters: { tenantIdentifier: identifier } });
}

/** 400 for a parent that is unknown to the caller or hangs too deep. */
async function findParents(
  tx: Transaction,
  parentIdentifier: string,
  draft: SessionDraft,
  caller: Caller,
): Promise<readonly Ancestor[]> {
  const ancestors = await findAncestors(tx, parentIdentifier);
  const [parent] = ancestors;
  const reached = [draft.tenantIdentifier, caller.tenantIdentifier];
  if (parent === undefined || !(reached.includes(parent.tenantIdentifier) || caller.holds('TENANT_ALL'))) {
    invalid(parentProblem('unknown'));
  }
  if (ancestors.length > DESCENDANT_DEPTH_MAX) invalid(parentProblem('deep'));
  return ancestors;
}
