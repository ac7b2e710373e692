// Finds credentials in a text by what they look like: tokens, keys, passwords of addresses, card numbers.
import { isUtf8 } from 'node:buffer';
import { runEnd } from './run-end.ts';

/** A part of a text, from a place up to another one. */
export interface Secret {
  readonly from: number;
  readonly to: number;
  /** Text that stands in its place instead of a mask. */
  readonly instead?: string;
}

export interface SecretFinder {
  /**
   * Matches a few characters at the beginning of a credential, so that a text is walked through once, whatever it is.
   */
  readonly head: RegExp;
  /** Answers the secret that a head begins, or null where it begins none. */
  find(text: string, head: Secret): Secret | null;
}

/** Characters of a userinfo that are looked at where it is not written as RFC 3986 has it. */
const USERINFO_CHARACTERS_MAX = 1_024;
/** Characters of Basic credentials that are decoded; a user name and a password are shorter. */
const BASIC_CHARACTERS_MAX = 4_096;

const PRINTABLE_PAIR = /^[ -~\u0080-\u00ff]*:/;
/** Letters alone; a short one is a word, whatever Base64 makes of it. */
const WORD = /^[A-Za-z]+$/;
const WORD_CHARACTERS_MAX = 7;

/**
 * Heads of tokens whose issuers give all of them the same beginning; a bounded number of characters behind them is
 * looked at.
 */
const TOKEN_HEADS = [
  'gh[opsur]_(?=\\w{16})', // GitHub
  'github_pat_(?=\\w{16})',
  'gl(?:agent|cbt|dt|ft|imt|pat|ptt|rt|soat)-(?=[\\w-]{16})', // GitLab
  '[rs]k_(?:live|test)_(?=\\w{16})', // Stripe
  'whsec_(?=[\\w+/]{16})',
  'xox[a-z]-(?=[\\w-]{10})', // Slack
  'xapp-(?=[\\w-]{10})',
  'AIza(?=[\\w-]{30})', // Google
  'GOCSPX-(?=[\\w-]{16})',
  'npm_(?=\\w{30})',
  'pypi-(?=[\\w-]{16})',
  'dckr_pat_(?=[\\w-]{16})', // Docker
  'dop_v1_(?=\\w{32})', // DigitalOcean
  'hf_(?=[A-Za-z]{30})', // Hugging Face
  'shp(?:at|ca|pa|ss)_(?=\\w{32})', // Shopify
  'sk-(?=[\\w-]{20})', // OpenAI, Anthropic
];

const toRunEnd =
  (other: RegExp): SecretFinder['find'] =>
  (text, { from, to }) => ({ from, to: runEnd(text, to, other) });

export const CREDENTIALS: readonly SecretFinder[] = [
  // Private keys (RFC 7468), those of OpenSSH, PGP and SSH2 as well; one that was cut off goes on to the end.
  { head: /-----? ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY/g, find: privateKey },
  // Session tokens and API keys of this suite.
  { head: /(?<![\w-])svc_(?:key_)?[\w-]{43}(?![\w-])/g, find: (_text, head) => head },
  { head: /(?<!\w)bearer[ \t]{1,8}(?=[\w.~+/=-])/gi, find: toRunEnd(/[^\w.~+/=-]/g) },
  { head: /(?<!\w)basic[ \t]{1,8}(?=[\w+/=-]{4})/gi, find: basicCredentials },
  // JSON Web Tokens (RFC 7519): the head of each begins so.
  { head: /(?<![\w-])eyJ(?=[\w-])/g, find: webToken },
  { head: /(?<![A-Za-z0-9])A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])/g, find: (_text, head) => head },
  { head: new RegExp(`(?<![A-Za-z0-9])(?:${TOKEN_HEADS.join('|')})`, 'g'), find: toRunEnd(/[^\w-]/g) },
  // SendGrid, Google, HashiCorp Vault, Slack.
  {
    head: /(?<![A-Za-z0-9])(?:SG|ya29|hv[bs]|xoxe)\.(?=[\w-]{16}|xox)/g,
    find: toRunEnd(/[^\w.-]/g),
  },
  { head: /\\?\/\\?\//g, find: passwordOfAddress },
];
/** A number that may be a card's; part of a hash or a UUID is none. */
const CARD = /(?<!\w|[0-9A-Fa-f]{4}-)\d(?:[ -]?\d){12,18}(?!\w)/g;
export const CARDS: SecretFinder = { head: CARD, find: (text, head) => (isCardNumber(text, head) ? head : null) };

function privateKey(text: string, { from, to }: Secret): Secret {
  const foot = /-----? ?END [A-Z0-9 ]{1,60}-{4,5}/g;
  foot.lastIndex = to;
  return { from, to: foot.test(text) ? foot.lastIndex : text.length };
}

/**
 * Finds Basic credentials: Base64 of printable characters with a colon (RFC 7617). `Basic` is a word, too; what looks
 * like another word counts where it decodes to UTF-8.
 */
function basicCredentials(text: string, { from, to }: Secret): Secret | null {
  const end = runEnd(text, to, /[^\w+/=-]/g);
  const run = text.slice(to, Math.min(end, to + BASIC_CHARACTERS_MAX));
  const bytes = Buffer.from(run, 'base64');
  const isPair =
    PRINTABLE_PAIR.test(bytes.toString('latin1')) &&
    (!WORD.test(run) || (run.length > WORD_CHARACTERS_MAX && isUtf8(bytes)));
  return isPair ? { from, to: end } : null;
}

function webToken(text: string, { from, to }: Secret): Secret | null {
  const headerEnd = runEnd(text, to, /[^\w-]/g);
  const payloadEnd = runEnd(text, headerEnd + 1, /[^\w-]/g);
  const isToken = text[headerEnd] === '.' && payloadEnd > headerEnd + 1 && text[payloadEnd] === '.';
  return isToken ? { from, to: runEnd(text, payloadEnd + 1, /[^\w-]/g) } : null;
}

/**
 * Finds the password of `//user:password@host` (RFC 3986, 3.2.1). A password that was not escaped goes on to the last
 * `@`; what looks like a port is none.
 */
function passwordOfAddress(text: string, { to }: Secret): Secret | null {
  const end = runEnd(text, to, /[\s/?#"'<>\\]/g);
  const authority = text.slice(to, end);
  const colon = authority.indexOf(':');
  if (colon === -1 || authority.startsWith('[')) return null;
  const isUnescaped = !authority.includes('@') && !/^:\d*$/.test(authority.slice(colon));
  const userinfo = isUnescaped
    ? (/^[^\s"'<>]*/.exec(text.slice(to, to + USERINFO_CHARACTERS_MAX))?.[0] ?? '')
    : authority;
  const at = userinfo.lastIndexOf('@');
  return at > colon + 1 ? { from: to + colon + 1, to: to + at } : null;
}

/** Checks the last digit (ISO/IEC 7812-1, annex B). */
function isCardNumber(text: string, { from, to }: Secret): boolean {
  const digits = text.slice(from, to).replace(/\D/g, '');
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
