// Reads the fields of a mail server from a request.

import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SvcNotificationProviderModelInput, SvcNotificationProviderUpdateModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { type ArgumentProblem, failAuthority, invalid } from '../../../kernel/request/errors.ts';
import type { Provider, ProviderFields } from './provider.store.ts';
import { CAPTURE_CODE, PINNED_CODE } from './provider.types.ts';

const TLS_PORT = 465;
const SUBMISSION_PORT = 587;
const PRIORITY = 100;
/** Connections to a server: as many as one usually takes from one client. */
const LANES = 5;

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const HOST_MAX = 253;

/** Answers a host as the network spells it, an address without brackets; null for what is none. */
export function readHost(text: string): string | null {
  const typed = text.trim().replace(/^\[(.*)\]$/, '$1');
  if (isIP(typed) !== 0) return typed;
  if (/[^\p{L}\p{M}\p{N}._-]/u.test(typed)) return null;
  const host = domainToASCII(typed.replace(/\.$/, ''));
  const labels = host.split('.');
  const isName = host !== '' && host.length <= HOST_MAX && labels.every((label) => LABEL.test(label));
  return isName && !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? host : null;
}

function readFields(body: SvcNotificationProviderModelInput | MergedBody): {
  readonly fields: ProviderFields;
  readonly problems: readonly ArgumentProblem[];
} {
  const problems: ArgumentProblem[] = [];
  const host = readHost(body.host);
  if (host === null) problems.push({ field: 'host', code: 'PATTERN', message: 'This is no host name and no address.' });
  if (body.code === PINNED_CODE || body.code === CAPTURE_CODE)
    problems.push({ field: 'code', code: 'NOT_ALLOWED', message: "This code is the suite's own." });
  const rates = (body.domainRateList ?? []).map((one) => ({ ...one, domain: readHost(one.domain) }));
  for (const [index, { domain }] of rates.entries()) {
    const field = `domainRateList[${index}].domain`;
    if (domain === null || isIP(domain) !== 0) problems.push({ field, code: 'PATTERN', message: 'This is no domain.' });
    else if (rates.findIndex((one) => one.domain === domain) < index)
      problems.push({ field, code: 'NOT_ALLOWED', message: 'This domain has a rate already.' });
  }
  const domainOf = (field: 'dkimDomain' | 'returnPathDomain'): string | null => {
    const given = body[field] ?? null;
    const domain = given === null ? null : readHost(given);
    if (given !== null && (domain === null || isIP(domain) !== 0))
      problems.push({ field, code: 'PATTERN', message: 'This is no domain.' });
    return domain;
  };
  const security = body.security ?? 'STARTTLS';
  const fields = {
    code: body.code,
    name: body.name,
    host: host ?? '',
    port: body.port ?? (security === 'TLS' ? TLS_PORT : SUBMISSION_PORT),
    security,
    username: body.username ?? null,
    priority: body.priority ?? PRIORITY,
    lanes: body.lanes ?? LANES,
    ratePerSecond: body.ratePerSecond ?? null,
    domainRateList: rates.flatMap(({ domain, ratePerSecond }) => (domain === null ? [] : [{ domain, ratePerSecond }])),
    dkimDomain: domainOf('dkimDomain'),
    returnPathDomain: domainOf('returnPathDomain'),
    enabled: body.enabled ?? true,
    shared: body.shared ?? false,
  };
  return { fields, problems };
}

type MergedBody = Omit<SvcNotificationProviderUpdateModel, 'code' | 'name' | 'host'> &
  Pick<ProviderFields, 'code' | 'name' | 'host'>;

/** 403 unless the caller may offer a server to other tenants. */
function requireSharing(caller: Caller, shared: boolean): void {
  if (shared && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
}

/** Reads a new server and its password; 400 with every problem. */
export function readNewProvider(caller: Caller, body: SvcNotificationProviderModelInput) {
  const { fields, problems } = readFields(body);
  const password = body.password ?? null;
  const all = [...problems, ...passwordProblems(fields, password)];
  if (all.length > 0) invalid(...all);
  requireSharing(caller, fields.shared);
  return { fields, password };
}

/** Reads a changed server; `password` null keeps the stored one. */
export function readChangedProvider(caller: Caller, before: Provider, body: SvcNotificationProviderUpdateModel) {
  // An absent field stays; null clears it, or sets the default of a field that cannot be empty.
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const kept = { code: before.code, name: before.name, host: before.host };
  const merged = { ...before, ...given, ...withoutNull(kept, body) } as unknown as MergedBody;
  const { fields, problems } = readFields(merged);
  const password = body.password ?? null;
  const isElsewhere =
    fields.host !== before.host ||
    fields.port !== before.port ||
    fields.security !== before.security ||
    fields.username !== before.username;
  const isCleared = body.password === null;
  const all = [
    ...problems,
    ...(isElsewhere || isCleared || password !== null ? passwordProblems(fields, password) : []),
  ];
  if (all.length > 0) invalid(...all);
  if (fields.shared !== before.shared) requireSharing(caller, true);
  const isMoved = fields.host !== before.host || fields.port !== before.port;
  return { fields, password, isMoved };
}

function withoutNull<T extends Record<string, unknown>>(kept: T, body: Partial<Record<keyof T, unknown>>): T {
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, body[name] ?? value])) as T;
}

/** Finds problems of the password: without a user it would be sent to nobody, and a user without one cannot sign in. */
function passwordProblems({ username }: ProviderFields, password: string | null): readonly ArgumentProblem[] {
  if (username === null && password !== null)
    return [{ field: 'password', code: 'NOT_ALLOWED', message: 'A password needs a username.' }];
  if (username !== null && password === null)
    return [
      { field: 'password', code: 'REQUIRED', message: 'The password is needed, also after a change of the server.' },
    ];
  return [];
}
