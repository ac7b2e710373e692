// Says why the database of an adapter cannot be used, in codes and sentences that name neither its host nor what it answered.
import type { Language } from '@keelson/contract';
import { sqlState } from '../../../../kernel/database/database-errors.ts';
import { isTlsFailure } from '../../../../kernel/outbound/outbound-error.ts';

/** Holds a sentence for people for each reason. */
export const adapterErrorTexts = {
  DISABLED: { en: 'The adapter is disabled.', tr: 'Bağdaştırıcı devre dışı.' },
  PAUSED: {
    en: 'The database could not be connected to five times in a row; it is tried again within 30 seconds.',
    tr: 'Veritabanına art arda beş kez bağlanılamadı; 30 saniye içinde yeniden denenir.',
  },
  TIMED_OUT: {
    en: 'The database did not answer in time.',
    tr: 'Veritabanı zamanında yanıt vermedi.',
  },
  HOST_UNKNOWN: { en: 'Nobody knows an address of the host.', tr: 'Sunucunun adresi bilinmiyor.' },
  HOST_NOT_ALLOWED: {
    en: 'The host is a private or local address that allowedHostList does not name.',
    tr: 'Sunucu, allowedHostList içinde yer almayan özel ya da yerel bir adres.',
  },
  OWN_DATABASE: {
    en: 'The URL leads to the database of this platform.',
    tr: 'URL bu platformun kendi veritabanına çıkıyor.',
  },
  CONNECTION_FAILED: { en: 'The connection failed.', tr: 'Bağlantı kurulamadı.' },
  TLS_FAILED: {
    en: 'The connection could not be encrypted, or the certificate does not prove the host.',
    tr: 'Bağlantı şifrelenemedi ya da sertifika sunucuyu kanıtlamıyor.',
  },
  SIGN_IN_FAILED: {
    en: 'The database refuses the user or the password.',
    tr: 'Veritabanı kullanıcıyı ya da parolayı reddediyor.',
  },
  DATABASE_UNKNOWN: {
    en: 'The server has no such database, or does not let the user into it.',
    tr: 'Sunucuda böyle bir veritabanı yok ya da kullanıcı ona giremiyor.',
  },
  SECRET_MISSING: {
    en: 'The secret of the adapter cannot be read: its setting has no value, or the key that sealed it is gone.',
    tr: 'Bağdaştırıcının parolası okunamıyor: ayarının değeri yok ya da parolayı mühürleyen anahtar kaldırılmış.',
  },
  ANSWER_INVALID: {
    en: 'What answers is no PostgreSQL database that can be used.',
    tr: 'Yanıt veren, kullanılabilir bir PostgreSQL veritabanı değil.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export type AdapterErrorCode = keyof typeof adapterErrorTexts;

/** Thrown where the database of an adapter cannot be used. Its cause may name addresses and is not shown. */
export class AdapterError extends Error {
  readonly code: AdapterErrorCode;

  constructor(code: AdapterErrorCode, cause?: unknown) {
    super(adapterErrorTexts[code].en, cause === undefined ? {} : { cause });
    this.name = 'AdapterError';
    this.code = code;
  }
}

/** Class of errors of PostgreSQL (Appendix A): invalid authorization. */
const SIGN_IN_CLASS = '28';
const AWAY_CLASSES: ReadonlySet<string> = new Set(['08', '53', '57']);
/** States invalid_catalog_name and insufficient_privilege, as of CONNECT. */
const DATABASE_STATES: ReadonlySet<string> = new Set(['3D000', '42501']);
/** Timeouts, which `pg` throws without a code. */
const TIME_OVER = /^(timeout expired|Query read timeout)/;
const NO_TLS = /^(The server does not support SSL connections|There was an error establishing an SSL connection)/;
/** Messages of both sides while a password is proven, an empty one among them. */
const NO_PROOF = /^SASL:/;
const CUT = /^Connection terminated/;

function codeOf(error: unknown): AdapterErrorCode {
  const state = sqlState(error);
  if (state !== undefined) {
    if (state.startsWith(SIGN_IN_CLASS)) return 'SIGN_IN_FAILED';
    if (DATABASE_STATES.has(state)) return 'DATABASE_UNKNOWN';
    return AWAY_CLASSES.has(state.slice(0, 2)) ? 'CONNECTION_FAILED' : 'ANSWER_INVALID';
  }
  const { code, message = '' } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  if (TIME_OVER.test(message)) return 'TIMED_OUT';
  if (NO_PROOF.test(message)) return 'SIGN_IN_FAILED';
  if (NO_TLS.test(message) || (typeof code === 'string' && isTlsFailure(code))) return 'TLS_FAILED';
  return typeof code === 'string' || CUT.test(message) ? 'CONNECTION_FAILED' : 'ANSWER_INVALID';
}

/** Turns an error of opening or using a connection into its reason. */
export function toAdapterError(error: unknown): AdapterError {
  return error instanceof AdapterError ? error : new AdapterError(codeOf(error), error);
}
