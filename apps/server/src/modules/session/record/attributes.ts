// Attributes of sessions: own keys within their bounds, and the reserved ones, which say what is known about a session.
import { sessionAttributesBytesMax, sessionAttributesMax } from '@keelson/contract';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { parseAddressRange } from '../../../kernel/text/address-range.ts';
import { NAME_CODE_POINTS_MAX } from '../../../kernel/text/fold.ts';
import type { AssuranceLevel, AuthenticationMethod } from '../api.ts';
import { identifierIsToken, looksLikeToken } from './refuse-token.ts';

const USER_AGENT_MAX = 512;
const DEVICE_NAME_MAX = 100;
const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/;

const methods: readonly AuthenticationMethod[] = [
  'PASSWORD',
  'TOTP',
  'EMAIL',
  'RECOVERY_CODE',
  'PASSKEY',
  'OIDC',
  'LDAP',
  'API_KEY',
  'BEGIN',
];

/** Reserved keys that a service may set: a gateway passes on what it knows of its client. */
const keysOfServices = ['ipAddress', 'userAgent', 'deviceName', 'authenticationMethods', 'assuranceLevel'];
const keysOfBegin = ['parentIdentifier', 'actorUsername'];
const keysOfServer = [
  'authenticatedDate',
  'lastAccessDate',
  'idleExpiryDate',
  'expiryDate',
  'current',
  'status',
  'closeReason',
  'closedDate',
  'closedBy',
];
const reservedKeys = new Set([...keysOfServices, ...keysOfBegin, ...keysOfServer]);

type AttributeMap = Readonly<Record<string, unknown>>;

/** Reserved attributes that a request sets when it begins a session; undefined: not set. */
export interface RequestedAttributes {
  readonly own: AttributeMap;
  readonly ipAddress?: string;
  readonly userAgent?: string;
  readonly deviceName?: string;
  readonly authenticationMethods?: readonly AuthenticationMethod[];
  readonly assuranceLevel?: AssuranceLevel;
  readonly parentIdentifier?: string;
  readonly actorUsername?: string;
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max;
}

/** Checks of the values of reserved keys that may be set; null when a value fits. */
const checks: Readonly<Record<string, (value: unknown) => string | null>> = {
  ipAddress: (value) =>
    isText(value, USER_AGENT_MAX) && !value.includes('/') && parseAddressRange(value) !== null
      ? null
      : 'An IPv4 or IPv6 address.',
  userAgent: (value) => (isText(value, USER_AGENT_MAX) ? null : `Text of at most ${USER_AGENT_MAX} characters.`),
  deviceName: (value) => (isText(value, DEVICE_NAME_MAX) ? null : `Text of at most ${DEVICE_NAME_MAX} characters.`),
  authenticationMethods: (value) =>
    Array.isArray(value) && value.length > 0 && new Set(value).size === value.length && value.every(isMethod)
      ? null
      : `A list of ${methods.join(', ')}, each once.`,
  assuranceLevel: (value) => (value === 'AAL1' || value === 'AAL2' ? null : 'AAL1 or AAL2.'),
  parentIdentifier: (value) =>
    typeof value === 'string' && IDENTIFIER.test(value) ? null : 'The identifier of a session.',
  actorUsername: (value) =>
    isText(value, NAME_CODE_POINTS_MAX) && value !== ''
      ? null
      : `A name of at most ${NAME_CODE_POINTS_MAX} characters.`,
};

function isMethod(value: unknown): boolean {
  return methods.some((method) => method === value);
}

/**
 * Splits the attributes of a request into own and reserved keys. Null counts as left out, and so does what the server
 * alone sets: an answer can be sent back as it is. `field` is the path of the map.
 */
export function readRequestedAttributes(
  map: AttributeMap,
  ofService: boolean,
  field: string,
): { readonly requested: RequestedAttributes; readonly problems: readonly ArgumentProblem[] } {
  const given = Object.entries(map).filter(([key, value]) => value !== null && !keysOfServer.includes(key));
  const allowed = ofService ? [...keysOfServices, ...keysOfBegin] : keysOfBegin;
  const reserved = given.filter(([key]) => reservedKeys.has(key));
  const own = Object.fromEntries(given.filter(([key]) => !reservedKeys.has(key)));
  const problems = reserved.flatMap(([key, value]): ArgumentProblem[] => {
    const path = `${field}.${key}`;
    if (!allowed.includes(key)) return [reservedProblem(path)];
    if (key === 'parentIdentifier' && typeof value === 'string' && looksLikeToken(value)) {
      return [identifierIsToken(path)];
    }
    const problem = checks[key]?.(value) ?? null;
    return problem === null ? [] : [{ field: path, code: 'FORMAT', message: problem }];
  });
  const requested = { ...Object.fromEntries(reserved), own } as RequestedAttributes;
  return { requested, problems: [...problems, ...findSizeProblems(own, field)] };
}

/** Applies the change: a key that is missing stays, null removes it. */
export function changedAttributes(before: AttributeMap, change: AttributeMap): AttributeMap {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null));
}

/** Finds reserved keys, which a change must not hold. */
export function findReservedProblems(map: AttributeMap, field: string): readonly ArgumentProblem[] {
  return Object.keys(map)
    .filter((key) => reservedKeys.has(key))
    .map((key) => reservedProblem(`${field}.${key}`));
}

/** Finds where own attributes exceed their bounds. */
export function findSizeProblems(own: AttributeMap, field: string): readonly ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  if (Object.keys(own).length > sessionAttributesMax) {
    problems.push({ field, code: 'TOO_LONG', message: `At most ${sessionAttributesMax} own attributes.` });
  }
  if (Buffer.byteLength(JSON.stringify(own)) > sessionAttributesBytesMax) {
    problems.push({ field, code: 'TOO_LONG', message: `At most ${sessionAttributesBytesMax} bytes of JSON.` });
  }
  return problems;
}

function reservedProblem(field: string): ArgumentProblem {
  return { field, code: 'ATTRIBUTE_RESERVED', message: 'The server says this of a session.' };
}
