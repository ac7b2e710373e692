// Reads the address of the mail server by which mails leave.

/**
 * TLS from the first byte on, TLS before the first command about a mail, or none, for a server on this machine alone.
 */
export type MailSecurity = 'TLS' | 'STARTTLS' | 'NONE';

export interface MailServerAddress {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  /** Null where the server asks for no sign-in. */
  readonly login: { readonly username: string; readonly password: string } | null;
}

/** RFC 8314, 3.3, and RFC 6409, 3.1. */
const TLS_PORT = 465;
const SUBMISSION_PORT = 587;

/** Reads `smtp://user:password@host:port`, `smtps://` or with `?security=none`; null for anything else. */
export function parseMailServer(value: string): MailServerAddress | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  const isTls = url.protocol === 'smtps:';
  if ((!isTls && url.protocol !== 'smtp:') || url.hostname === '' || url.hash !== '') return null;
  if (url.pathname !== '' && url.pathname !== '/') return null;
  if (url.search !== '' && (isTls || url.search !== '?security=none')) return null;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === null || password === null || (username === '') !== (password === '')) return null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (isTls ? TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    security: isTls ? 'TLS' : url.search === '' ? 'STARTTLS' : 'NONE',
    login: username === '' ? null : { username, password },
  };
}

/** Answers null for what is not percent-encoded text, or has a control character in it. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text);
    return /\p{Cc}/u.test(plain) ? null : plain;
  } catch {
    return null;
  }
}
