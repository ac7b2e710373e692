// Reads the fields of a data adapter from a request: its problems, and the change of the stored secret.
import { createSecureContext } from 'node:tls';
import type { SvcRToolReportDataAdapterModelInput, SvcRToolReportDataAdapterUpdateModel } from '@keelson/contract';
import { findWrongEntry } from '../../../kernel/outbound/allow-list.ts';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import { CSV_CODE } from '../csv/feature.ts';
import type { Adapter } from './adapter.store.ts';
import type { ReachedFields } from './adapter-ground.ts';
import { readAdapterUrl } from './connection/adapter-url.ts';

/** Names the data of the program itself. */
export const PLATFORM_CODE = 'platform';

/** Change of the secret. KEEP: the stored one stays. NONE: there is none, or a setting holds it. */
export type SecretChange =
  | { readonly kind: 'KEEP' }
  | { readonly kind: 'NONE' }
  | { readonly kind: 'SET'; readonly secret: string };

type Said = Pick<
  SvcRToolReportDataAdapterUpdateModel,
  'secret' | 'secretSettingCode' | 'reportDataSourceType' | 'allowedHostList'
>;

function typeProblems({ reportDataSourceType }: Said): readonly ArgumentProblem[] {
  const field = 'reportDataSourceType';
  if (reportDataSourceType === 'CSV')
    return [{ field, code: 'NOT_ALLOWED', message: 'The program makes the adapter of CSV files.' }];
  if (reportDataSourceType === 'PLATFORM')
    return [{ field, code: 'NOT_ALLOWED', message: 'The program makes the adapter of its own data.' }];
  return [];
}

function hostProblems({ allowedHostList }: Said): readonly ArgumentProblem[] {
  const message = 'This is no host, no address and no range.';
  return (allowedHostList ?? []).flatMap((entry, index) =>
    findWrongEntry(entry) === null ? [] : [{ field: `allowedHostList[${index}]`, code: 'PATTERN', message }],
  );
}

function isReadable(certificate: string): boolean {
  try {
    createSecureContext({ ca: certificate });
    return certificate.includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}

/** Finds problems of the address and the access, as they would be stored. */
function reachProblems({
  url,
  caCertificate,
}: Pick<ReachedFields, 'url' | 'caCertificate'>): readonly ArgumentProblem[] {
  const read = readAdapterUrl(url);
  if ('problem' in read) return [{ field: 'url', code: 'URL_INVALID', message: read.problem }];
  if (caCertificate === null) return [];
  const field = 'caCertificate';
  if (!isReadable(caCertificate)) return [{ field, code: 'FORMAT', message: 'Must be certificates as PEM.' }];
  const message = 'Is looked at with sslmode=verify-full alone.';
  return read.address.tls === 'VERIFY_FULL' ? [] : [{ field, code: 'NOT_ALLOWED', message }];
}

const twoSecrets: ArgumentProblem = {
  field: 'secretSettingCode',
  code: 'NOT_ALLOWED',
  message: 'The secret is given or stands in a setting, not both.',
};
const noSecret: ArgumentProblem = {
  field: 'secret',
  code: 'REQUIRED',
  message: 'The secret is needed anew where url, username or caCertificate change; null if there is none any more.',
};

/** Finds problems of a new adapter beyond the contract's schema. */
export function newAdapterProblems(body: SvcRToolReportDataAdapterModelInput): readonly ArgumentProblem[] {
  const { code, url, caCertificate = null, secret, secretSettingCode } = body;
  const taken: ArgumentProblem = { field: 'code', code: 'NOT_ALLOWED', message: "This code is the program's own." };
  return [
    ...(code === PLATFORM_CODE || code === CSV_CODE ? [taken] : []),
    ...typeProblems(body),
    ...reachProblems({ url, caCertificate }),
    ...hostProblems(body),
    ...(secret != null && secretSettingCode != null ? [twoSecrets] : []),
  ];
}

export function newSecret({ secret }: Pick<SvcRToolReportDataAdapterModelInput, 'secret'>): SecretChange {
  return secret == null ? { kind: 'NONE' } : { kind: 'SET', secret };
}

/** Says whether a stored secret would go to another server, or be readable by others on its way. */
export function isElsewhere(
  before: Adapter,
  { url, username, caCertificate }: Pick<ReachedFields, 'url' | 'username' | 'caCertificate'>,
): boolean {
  return url !== before.url || username !== before.username || caCertificate !== before.caCertificate;
}

/** Finds problems of a change; `after` is the adapter that would be stored. */
export function changedAdapterProblems(
  body: SvcRToolReportDataAdapterUpdateModel,
  before: Adapter,
  after: ReachedFields,
): readonly ArgumentProblem[] {
  const { secret } = body;
  const isKept = secret === undefined && before.secretSealed !== null && after.secretSettingCode === null;
  return [
    ...typeProblems(body),
    ...reachProblems(after),
    ...hostProblems(body),
    ...(secret != null && after.secretSettingCode !== null ? [twoSecrets] : []),
    ...(isKept && isElsewhere(before, after) ? [noSecret] : []),
  ];
}

export function changedSecret({ secret }: Said, { secretSettingCode }: ReachedFields): SecretChange {
  if (secretSettingCode !== null || secret === null) return { kind: 'NONE' };
  return secret === undefined ? { kind: 'KEEP' } : { kind: 'SET', secret };
}
