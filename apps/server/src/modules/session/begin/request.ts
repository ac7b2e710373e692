// Reads a request that begins a session: its user, its authorities and its attributes; all problems at once.
import type { SvcLocaleInput, SvcSecuritySessionInput } from '@keelson/contract';
import { tagOfLocale } from '../../../kernel/locale/locale-input.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { type ArgumentProblem, fail, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { findNameProblem } from '../../../kernel/text/fold.ts';
import { isOfLevelSystem, ROLE_SERVICE } from '../entry/grants.ts';
import { type RequestedAttributes, readRequestedAttributes } from '../record/attributes.ts';
import { identifierIsToken, looksLikeToken } from '../record/refuse-token.ts';
import type { SessionDraft } from './begin.ts';

const TENANT_ALL = 'TENANT_ALL';
const SESSION_SYSTEM = 'SESSION_SYSTEM';

type Pair = NonNullable<SvcSecuritySessionInput['authorities']>[number];

/** Body of a request that begins a session; the server makes the identifier of `/begin/token`. */
export interface BeginModel {
  readonly session: Omit<SvcSecuritySessionInput['session'], 'identifier'> & { readonly identifier?: string };
  readonly authorities?: SvcSecuritySessionInput['authorities'];
}

/** A request of valid form, whose tenant and locale are not looked up yet. */
export interface BeginRequest {
  readonly identifier: string | null;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly system: boolean;
  /** Ordered by role, then authority, each once; null asks for those of the user directory. */
  readonly givenAuthorities: readonly Pair[] | null;
  readonly requested: RequestedAttributes;
  /** Locale tag; null leaves the choice to the tenant. */
  readonly localeTag: string | null;
}

/** Fails with 400 and all problems; with 403 for another tenant or a system session without the authority. */
export function readBeginRequest(model: BeginModel, caller: Caller, systemForced: boolean): BeginRequest {
  const { session } = model;
  const system = systemForced || session.system === true;
  const problems: ArgumentProblem[] = [];
  const identifier = session.identifier ?? null;
  if (identifier !== null && looksLikeToken(identifier)) problems.push(identifierIsToken('session.identifier'));
  const username = session.username ?? (system ? caller.username : '');
  problems.push(...findUsernameProblems(username, system));
  const ofService = caller.roles.has(ROLE_SERVICE);
  const { requested, problems: attributeProblems } = readRequestedAttributes(
    session.attributeMap ?? {},
    ofService,
    'session.attributeMap',
  );
  problems.push(...attributeProblems);
  if (requested.parentIdentifier !== undefined && requested.parentIdentifier === identifier)
    problems.push(parentProblem('itself'));
  const localeTag = readLocale(session.locale ?? null, problems);
  const givenAuthorities = readAuthorities(model.authorities ?? null);
  // The role of services may be given by services to services only.
  if (givenAuthorities?.some(({ role }) => role === ROLE_SERVICE) === true && !(ofService && system)) {
    problems.push({ field: 'authorities', code: 'NOT_ALLOWED', message: `Nobody is given the role ${ROLE_SERVICE}.` });
  }
  if (problems.length > 0) invalid(...problems);
  const tenantIdentifier = session.tenantIdentifier ?? caller.tenantIdentifier;
  // The answer does not show whether there is such a tenant.
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds(TENANT_ALL)) failAuthority(TENANT_ALL);
  if (system && !caller.holds(SESSION_SYSTEM)) failAuthority(SESSION_SYSTEM);
  return { identifier, tenantIdentifier, username, system, givenAuthorities, requested, localeTag };
}

/** Fails with 403 unless the caller holds every authority of level SYSTEM among these. */
export function requireCeiling(caller: Caller, authorities: readonly Pair[]): void {
  if (authorities.some(({ authority }) => isOfLevelSystem(authority) && !caller.holds(authority)))
    fail('ACCESS_DENIED');
}

/** Makes a draft of the request in the tenant that was found. */
export function draftOf(
  { requested, givenAuthorities, username, system, localeTag }: BeginRequest,
  identifier: string,
  tenant: { readonly identifier: string; readonly localeTag: string },
  userUuid: string | null,
  { caller, context }: Act,
): SessionDraft {
  return {
    identifier,
    username,
    system,
    givenAuthorities,
    userUuid,
    tenantIdentifier: tenant.identifier,
    localeTag: localeTag ?? tenant.localeTag,
    attributes: requested.own,
    ipAddress: requested.ipAddress ?? context.remoteAddress,
    userAgent: requested.userAgent ?? context.userAgent,
    deviceName: requested.deviceName ?? '',
    methods: requested.authenticationMethods ?? ['BEGIN'],
    assuranceLevel: requested.assuranceLevel ?? 'AAL1',
    parentIdentifier: requested.parentIdentifier ?? null,
    actorUsername: requested.actorUsername ?? null,
    // Given authorities stay as they are; later ones of the user must stay under those that the caller holds now.
    authorityCeiling: givenAuthorities === null ? [...caller.authorities].filter(isOfLevelSystem).sort() : null,
    keyUuid: null,
    remembered: false,
    authenticatedMs: null,
    lifetimeMs: null,
  };
}

/** Makes the problem of a parent that cannot be one. */
export function parentProblem(why: 'itself' | 'unknown' | 'deep'): ArgumentProblem {
  const field = 'session.attributeMap.parentIdentifier';
  const messages = {
    itself: 'A session cannot hang on itself.',
    unknown: 'No open session that the caller may name has this identifier.',
    deep: 'At most 8 sessions hang on one another.',
  };
  return { field, code: 'NOT_ALLOWED', message: messages[why] };
}

function findUsernameProblems(username: string, system: boolean): readonly ArgumentProblem[] {
  const problem = findNameProblem(username);
  // Sessions of services have names with the prefix of services.
  if (problem === null || (system && problem.code === 'NOT_ALLOWED')) return [];
  return [{ field: 'session.username', ...problem }];
}

function readLocale(locale: SvcLocaleInput | null, problems: ArgumentProblem[]): string | null {
  if (locale === null) return null;
  const tag = tagOfLocale(locale);
  if (tag === null)
    problems.push({ field: 'session.locale', code: 'FORMAT', message: 'The locale of a known language.' });
  return tag;
}

function readAuthorities(given: readonly Pair[] | null): readonly Pair[] | null {
  if (given === null) return null;
  const byText = new Map(given.map((pair) => [JSON.stringify([pair.role, pair.authority]), pair]));
  return [...byText.values()].sort(
    (one, other) => compare(one.role, other.role) || compare(one.authority, other.authority),
  );
}

/** Compares as the directory does, which sorts by bytes. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
