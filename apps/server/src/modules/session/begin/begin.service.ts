// Begins sessions that a request describes: checks whose session it may be, and that no identifier is ever used twice.
import type { SvcSessionTokenModel } from '@keelson/contract';
import { isUniqueViolation, type Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Directories, SessionApi, TenantOfSessions } from '../api.ts';
import { findSessionGrants } from '../entry/grants.ts';
import { lockKey } from '../record/lock.store.ts';
import { isLive } from '../record/owner.store.ts';
import { findSession } from '../record/session.store.ts';
import { DESCENDANT_DEPTH_MAX } from '../record/session.types.ts';
import { toSvcSession } from '../record/session.wire.ts';
import type { SessionSettings } from '../session.settings.ts';
import { type Ancestor, findAncestors, isSpentIdentifier } from './begin.store.ts';
import type { Begin, SessionDraft } from './begin.ts';
import {
  type BeginModel,
  type BeginRequest,
  draftOf,
  parentProblem,
  readBeginRequest,
  requireCeiling,
} from './request.ts';

const IDENTIFIER_CONSTRAINT = 'session_entry_identifier';

interface BeginServiceParts extends Pick<Kernel, 'clock' | 'database' | 'ids'> {
  readonly begins: Begin;
  readonly directories: () => Directories;
  readonly settings: SessionSettings;
  readonly recordDenial: SessionApi['recordDenial'];
}

/** A request with what was looked up for it before the locks. */
interface Prepared {
  readonly request: BeginRequest;
  readonly tenant: TenantOfSessions;
  readonly draft: SessionDraft;
  readonly caller: Caller;
}

export function createBeginService(parts: BeginServiceParts) {
  const { database, ids, directories } = parts;

  const begin = async (act: Act, request: BeginRequest): Promise<void> => {
    await act.once(async (claim) => {
      const prepared = await prepare(parts, act, request, request.identifier ?? '');
      await withFailures(parts, prepared, act.actor, () =>
        database.transaction(async (tx) => {
          await beginIn(parts, tx, prepared, act.actor);
          await claim.save(tx, {});
        }),
      );
    });
  };

  return {
    begin: async (act: Act, model: BeginModel): Promise<void> => begin(act, readBeginRequest(model, act.caller, false)),
    /** Begins a session of a service, whatever the request says. */
    beginSystem: async (act: Act, model: BeginModel): Promise<void> =>
      begin(act, readBeginRequest(model, act.caller, true)),
    /** Begins a session with a token that the server makes; the token is in this answer only. */
    async beginWithToken(act: Act, model: BeginModel): Promise<SvcSessionTokenModel> {
      const request = readBeginRequest(model, act.caller, false);
      const token = ids.token();
      const prepared = await prepare(parts, act, request, identifierOf(token));
      const record = await withFailures(parts, prepared, act.actor, () =>
        database.transaction(async (tx) => {
          await beginIn(parts, tx, prepared, act.actor);
          return (await findSession(tx, prepared.draft.identifier))!;
        }),
      );
      const grants = await findSessionGrants(record, directories());
      const session = toSvcSession(record, act.caller.identifier, act.context.language);
      return { token, tokenType: 'Bearer', session: { session, authorities: grants?.authorities ?? [] } };
    },
  };
}

/** Finds before the locks whose session it may be; fails with 403, 404, 409 or 422. */
async function prepare(
  { database, directories }: BeginServiceParts,
  act: Act,
  request: BeginRequest,
  identifier: string,
): Promise<Prepared> {
  const tenant = await directories().tenants.find(database, request.tenantIdentifier);
  if (tenant === null) failNotFound('TENANT_NOT_FOUND', { tenantIdentifier: request.tenantIdentifier });
  requireEnabled(tenant);
  // A key has a session of its own under this identifier, and streams that it opened wait for that one to end.
  const taken = await directories().apiKeys.findKeyHashes(database, [identifier]);
  if (taken.length > 0) fail('SESSION_ALREADY_EXISTS');
  const access = await directories().users.findAccess(tenant.identifier, foldName(request.username));
  requireCeiling(act.caller, request.givenAuthorities ?? access?.authorities ?? []);
  const draft = draftOf(request, identifier, tenant, access?.userUuid ?? null, act);
  return { request, tenant, draft, caller: act.caller };
}

/** Reads again under the locks: 422 for a user or tenant that may not begin now. */
async function requireStanding(
  { directories, settings }: BeginServiceParts,
  tx: Transaction,
  { request, tenant }: Prepared,
): Promise<void> {
  const { tenants, users } = directories();
  const current = await tenants.find(tx, tenant.identifier);
  if (current === null) failNotFound('TENANT_NOT_FOUND', { tenantIdentifier: tenant.identifier });
  requireEnabled(current);
  const standing = await users.findStanding(tx, tenant.identifier, foldName(request.username));
  if (standing !== null) {
    if (!standing.allowed) fail('USER_DISABLED');
    return;
  }
  // Services are in no directory.
  if (!request.system && !settings.beginUnknownUser.get(tenant.identifier)) {
    fail('USER_UNKNOWN', { parameters: { username: request.username } });
  }
  if (request.givenAuthorities === null) {
    const message = 'The user directory does not know the user: say what the session may do.';
    invalid({ field: 'authorities', code: 'REQUIRED', message });
  }
}

async function beginIn(parts: BeginServiceParts, tx: Transaction, prepared: Prepared, actor: Actor): Promise<void> {
  const { clock, begins } = parts;
  const { draft, caller } = prepared;
  const { tenantIdentifier, parentIdentifier } = draft;
  const ancestors = parentIdentifier === null ? [] : await findParents(tx, parentIdentifier, draft, caller);
  const user = { tenantIdentifier, usernameFolded: foldName(draft.username) };
  await begins.lock(tx, user, ...ancestors);
  const keys = [...new Set(ancestors.flatMap(({ keyUuid }) => keyUuid ?? []))].sort();
  for (const keyUuid of keys) await lockKey(tx, keyUuid);
  if (parentIdentifier !== null && !(await isLive(tx, parentIdentifier, clock.now())))
    invalid(parentProblem('unknown'));
  await requireStanding(parts, tx, prepared);
  await begins.insert(tx, draft, actor);
  if (await isSpentIdentifier(tx, draft.identifier)) fail('SESSION_ALREADY_EXISTS');
}

/** Turns errors of an undone begin into failures: a used identifier, or a limit, which is recorded. */
async function withFailures<T>(
  parts: BeginServiceParts,
  { draft }: Prepared,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, IDENTIFIER_CONSTRAINT)) return fail('SESSION_ALREADY_EXISTS');
    if (error instanceof ServiceError && error.code === 'SESSION_LIMIT_REACHED') {
      await parts.recordDenial(draft, actor);
    }
    throw error;
  }
}

function requireEnabled({ enabled, identifier }: TenantOfSessions): void {
  if (!enabled) fail('TENANT_DISABLED', { parameters: { tenantIdentifier: identifier } });
}

/** Refuses with 400 a parent that is unknown to the caller or hangs too deep. */
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
