// Decides before the body is read who is calling and whether this operation is theirs to call.
import { type Access, type Operation, sessionAccess } from '@keelson/contract';
import type { Clock } from '../../database/clock.ts';
import type { Caller } from '../../request/caller.ts';
import type { Carrier, Context } from '../../request/context.ts';
import { fail, failAuthority } from '../../request/errors.ts';
import type { HttpContext } from './http-context.ts';
import { isPrefetch, isScriptCall, type OriginProof } from './origin-proof.ts';
import { type Rejection, refuse } from './rejection.ts';

export type { Rejection };

/** The live caller behind a credential; `headers` go into the answer. */
export type Authenticated = { readonly caller: Caller; readonly headers?: Readonly<Record<string, string>> };

export interface Credential {
  readonly kind: 'session' | 'api-key';
  /** Token of exact length and prefix: the only copy beside the context's, never to be stored. */
  readonly token: string;
  readonly carrier: Carrier;
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** True where the operation does not count as a use of the session. */
  readonly passive?: boolean;
  /** True where the caller that the process knew last is admitted while the database cannot be asked. */
  readonly withoutDatabase?: boolean;
}

/** Answers synchronously where it can, so that a known session costs no promise. */
export type Authenticate = (credential: Credential) => Authenticated | Rejection | Promise<Authenticated | Rejection>;

/** Hears of refused origins and authorities, for the security events; never awaited, must not throw. */
export type RefusalListener = (refusal: Refusal) => void;

export interface Refusal {
  readonly kind: 'origin-refused' | 'access-denied';
  readonly caller: Caller | null;
  readonly context: Context;
  readonly operation: string;
}

export interface Guard {
  /** The caller, or null on a public operation without one; throws the refusal. */
  admit(operation: GuardedOperation, context: HttpContext): Authenticated | null | Promise<Authenticated | null>;
}

/** Holds what the guard has to know of an operation, worked out once. */
export interface GuardedOperation {
  readonly name: string;
  readonly access: Access;
  readonly write: boolean;
  /** True for a GET that changes state. */
  readonly writeByGet: boolean;
  /** True where such a GET may also be a page that a person opens. */
  readonly documentAllowed: boolean;
  /** True where it does not count as a use of the session. */
  readonly passive?: boolean;
  /** True where it works while the database is away. */
  readonly withoutDatabase?: boolean;
}

export const SECURE_SESSION_COOKIE = '__Host-svc-session';
export const LOOPBACK_SESSION_COOKIE = 'svc-session';

/** The name of the cookie: browsers take the secure one over HTTPS only; plain HTTP exists on loopback alone. */
export function sessionCookieName(loopback: boolean): string {
  return loopback ? LOOPBACK_SESSION_COOKIE : SECURE_SESSION_COOKIE;
}

const SESSION_TOKEN_LENGTH = 47;
const API_KEY_LENGTH = 51;
const BEARER_PREFIX_LENGTH = 'Bearer '.length;
const sessionToken = /^svc_[A-Za-z0-9_-]{43}$/;
const apiKey = /^svc_key_[A-Za-z0-9_-]{43}$/;

/** Answers the kind of a token by its form; null when it is no credential of either kind. */
function kindOf(token: string): Credential['kind'] | null {
  if (token.length === SESSION_TOKEN_LENGTH && sessionToken.test(token)) return 'session';
  return token.length === API_KEY_LENGTH && apiKey.test(token) ? 'api-key' : null;
}

interface Presented {
  readonly kind: Credential['kind'];
  readonly token: string;
  readonly carrier: Carrier;
}

/** Reads the credential: the header wins over the key and both over the cookie, even where the header is not valid. */
function readCredential(context: HttpContext): Presented | null {
  const { authorization } = context.request.headers;
  if (authorization !== undefined) {
    if (authorization.slice(0, BEARER_PREFIX_LENGTH).toLowerCase() !== 'bearer ') return null;
    const token = authorization.slice(BEARER_PREFIX_LENGTH);
    const kind = kindOf(token);
    return kind === null ? null : { kind, token, carrier: 'bearer' };
  }
  const key = context.request.headers['x-api-key'];
  if (key !== undefined) {
    const token = typeof key === 'string' ? key : '';
    return kindOf(token) === 'api-key' ? { kind: 'api-key', token, carrier: 'api-key' } : null;
  }
  if (context.request.headers.cookie === undefined) return null;
  const token =
    context.cookies[SECURE_SESSION_COOKIE] ?? (context.loopback ? context.cookies[LOOPBACK_SESSION_COOKIE] : undefined);
  return token !== undefined && kindOf(token) === 'session' ? { kind: 'session', token, carrier: 'cookie' } : null;
}

export function guardedOperation(operation: Operation): GuardedOperation {
  const write = operation.built ? operation.effect === 'write' : operation.method !== 'GET';
  const writeByGet = write && operation.method === 'GET';
  return {
    name: operation.name,
    // An operation that is not built asks for a session alone, since its authorities do not exist yet.
    access: operation.built || operation.access.kind === 'public' ? operation.access : sessionAccess,
    write,
    writeByGet,
    documentAllowed: writeByGet && operation.built && operation.reply.kind === 'redirect-or-void',
    // A stream that a browser opens again and again would keep its session alive for ever.
    passive: operation.built && (operation.passive === true || operation.reply.kind === 'event-stream'),
    withoutDatabase: operation.built && operation.withoutDatabase === true,
  };
}

/** Says whether a live caller may call what has this access; how fresh the caller is does not count here. */
function isAllowed(access: Access, caller: Caller): boolean {
  if (access.kind === 'authority') return access.authorities.some((authority) => caller.authorities.has(authority));
  return access.kind !== 'person' || caller.kind === 'person';
}

/**
 * Keeps a dead token of the header for operations that ask for it: they are refused once their parameters were read.
 */
function noteDeadToken({ access }: GuardedOperation, context: HttpContext): void {
  const { authorization, 'x-api-key': key } = context.request.headers;
  if (access.refusesDeadToken === true && (authorization ?? key) !== undefined) {
    context.rejection = { reject: 'AUTHENTICATION_REQUIRED' };
  }
}

export interface GuardParts {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
  /** Says how long a check of a secret counts as fresh. */
  readonly freshPeriodMs: (caller: Caller) => number;
  readonly onRefused?: RefusalListener;
}

/** Judges by the headers which page sent a request that changes something; a link or an image proves nothing. */
function proofOf(operation: GuardedOperation, context: HttpContext): OriginProof {
  const scripted = !operation.writeByGet || isScriptCall(context.request.headers, operation.documentAllowed);
  return scripted ? context.originProof : 'none';
}

export function createGuard({ authenticate, clock, freshPeriodMs, onRefused }: GuardParts): Guard {
  const checkAccess = (operation: GuardedOperation, authenticated: Authenticated, context: HttpContext): void => {
    const { access } = operation;
    const { caller } = authenticated;
    if (!isAllowed(access, caller)) {
      onRefused?.({ kind: 'access-denied', caller, context, operation: operation.name });
      if (access.kind === 'authority') failAuthority(...access.authorities);
      fail('ACCESS_DENIED');
    }
    if (access.fresh && caller.kind === 'person' && clock.now() - caller.authenticatedAt > freshPeriodMs(caller)) {
      fail('REAUTHENTICATION_REQUIRED');
    }
  };

  const refuseOrigin = (operation: GuardedOperation, context: HttpContext): never => {
    onRefused?.({ kind: 'origin-refused', caller: null, context, operation: operation.name });
    fail('CSRF_CHECK_FAILED');
  };

  const settle = (
    operation: GuardedOperation,
    answer: Authenticated | Rejection,
    context: HttpContext,
    bySibling: boolean,
  ): Authenticated | null => {
    const isPublic = operation.access.kind === 'public';
    if (bySibling) {
      const tenantIdentifier = 'reject' in answer ? null : answer.caller.tenantIdentifier;
      if (!context.provesOriginTo(tenantIdentifier)) refuseOrigin(operation, context);
    }
    if ('reject' in answer) {
      // A sign-in may carry the old token; only a store that cannot answer stops the request.
      if (isPublic && answer.reject !== 'SERVICE_UNAVAILABLE') {
        if (operation.access.refusesDeadToken === true && context.carrier !== 'cookie') context.rejection = answer;
        context.carrier = 'none';
        return null;
      }
      refuse(answer);
    }
    context.caller = answer.caller;
    if (!isPublic) checkAccess(operation, answer, context);
    return answer;
  };

  return {
    admit(operation, context) {
      if (operation.access.ignoresCredentials === true) return null;
      if (operation.write && isPrefetch(context.request.headers)) fail('CSRF_CHECK_FAILED');
      const presented = readCredential(context);
      if (presented === null) {
        if (operation.access.kind !== 'public') fail('AUTHENTICATION_REQUIRED');
        noteDeadToken(operation, context);
        return null;
      }
      const { kind, token, carrier } = presented;
      context.carrier = carrier;
      if (kind === 'session') context.token = token;
      const proof = carrier === 'cookie' && operation.write ? proofOf(operation, context) : 'proven';
      if (proof === 'none') refuseOrigin(operation, context);
      // The page of a sibling subdomain counts where its tenant, known only with the caller, allows it.
      const bySibling = proof === 'same-site';
      const { remoteAddress, userAgent } = context;
      const { passive = false, withoutDatabase = false } = operation;
      const answer = authenticate({ kind, token, carrier, remoteAddress, userAgent, passive, withoutDatabase });
      if (answer instanceof Promise) return answer.then((settled) => settle(operation, settled, context, bySibling));
      return settle(operation, answer, context, bySibling);
    },
  };
}
