// Decides the sender of mails that name none.
import { parseMailAddress } from '../../../kernel/text/mail-address.ts';
import type { MailBox } from './mail-content.ts';

/**
 * Domain of senders that no mail server takes (RFC 2606): such mails are captured, or wait until an operator names a
 * sender.
 */
const NOWHERE = 'keelson.invalid';
/** Matches a host that ends with a name, so that addresses of machines do not count. */
const MAIL_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/;

/** Answers the host of the public address where it can receive answers; else a domain without mail. */
export function senderDomain(publicUrl: string | null): string {
  const host = publicUrl === null ? '' : new URL(publicUrl).hostname;
  return MAIL_HOST.test(host) ? host : NOWHERE;
}

/** Reads the default sender; `setting` is `mail.default-sender`: empty, an address, or `Name <address>`. */
export function defaultSender(setting: string, publicUrl: string | null): MailBox {
  return parseMailBox(setting) ?? { address: `no-reply@${senderDomain(publicUrl)}`, name: null };
}

export function isNowhere(address: string): boolean {
  return address.endsWith(`@${NOWHERE}`);
}

/** Answers the domain of that sender; null where no mail server takes it. */
export function defaultSenderDomain(setting: string, publicUrl: string | null): string | null {
  const { address } = defaultSender(setting, publicUrl);
  return isNowhere(address) ? null : address.slice(address.lastIndexOf('@') + 1);
}

/** Writes a mailbox as `parseMailBox` reads it. */
export function senderText({ address, name }: MailBox): string {
  if (name === null) return address;
  const typed = /["<>\\]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name;
  return `${typed} <${address}>`;
}

const NAME_LENGTH_MAX = 128;

/** Reads exactly one mailbox, `a@x.org` or `Name <a@x.org>`; the name may stand in quotes. Null for anything else. */
export function parseMailBox(text: string): MailBox | null {
  if (/\p{Cc}/u.test(text)) return null;
  const match = /^(.*)<([^<>]*)>$/u.exec(text.trim());
  const address = parseMailAddress(match === null ? text.trim() : match[2]!.trim());
  if (address === null) return null;
  const typed = (match?.[1] ?? '').trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"$/u.exec(typed);
  if (quoted === null && /["<>]/.test(typed)) return null;
  const name = quoted === null ? typed : quoted[1]!.replaceAll(/\\(.)/gu, '$1');
  return name.length > NAME_LENGTH_MAX ? null : { address, name: name === '' ? null : name };
}
