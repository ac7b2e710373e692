// Makes the mails of a request from its recipients, and finds those who get none.
import type { Queryable } from '../../../kernel/database/database.ts';
import { type FailOptions, fail } from '../../../kernel/request/errors.ts';
import type { MailBox } from '../message/mail-content.ts';
import type { UsableTemplate } from '../template/feature.ts';
import {
  type AddressedMail,
  type AddressedRecipient,
  type AddressReading,
  type DirectoryPerson,
  recipientKey,
  type SendRequest,
} from './sending.types.ts';

/** The sent template, as far as it decides about recipients; null for content of the request. */
export type SentTemplate = Pick<UsableTemplate, 'code' | 'system' | 'sensitive'> | null;

export interface RecipientParts {
  readonly findPeople: (
    queryable: Queryable,
    tenant: string,
    folded: readonly string[],
  ) => Promise<readonly DirectoryPerson[]>;
  readonly findReadings: (
    queryable: Queryable,
    tenant: string,
    addresses: readonly string[],
  ) => Promise<readonly AddressReading[]>;
  /** Domains that the tenant may write to, in lower case; none means all. */
  readonly allowedDomains: (tenant: string) => readonly string[];
}

const queued = (type: AddressedRecipient['type'], { address, name }: MailBox): AddressedRecipient => ({
  type,
  address,
  name,
  status: 'QUEUED',
  reason: null,
});

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Says whether a template goes to unverified addresses: mails of authentication serve to verify one. */
function reachesUnverified(template: SentTemplate): boolean {
  return template?.system === true && template.code.startsWith('auth.');
}

function reasonAgainst(person: DirectoryPerson, domains: readonly string[], template: SentTemplate): string | null {
  if (person.email === null) return 'USER_WITHOUT_ADDRESS';
  if (!person.isActive) return 'USER_DEACTIVATED';
  if (!person.emailVerified && !reachesUnverified(template)) return 'ADDRESS_NOT_VERIFIED';
  // The sender does not know the address, so that it is no mistake of the request.
  return domains.length > 0 && !domains.includes(domainOf(person.email)) ? 'RECIPIENT_NOT_ALLOWED' : null;
}

function mailOf(person: DirectoryPerson, domains: readonly string[], template: SentTemplate): AddressedMail {
  const { userUuid, email, displayName, usernameFolded, localeTag, timeZone } = person;
  const reason = reasonAgainst(person, domains, template);
  const box = { address: email ?? '', name: displayName };
  const status = reason === null ? 'QUEUED' : 'SKIPPED';
  const key = email === null ? `user:${usernameFolded}` : recipientKey(email);
  return {
    recipients: [{ type: 'TO', ...box, status, reason, username: usernameFolded, userUuid }],
    reader: { localeTag, timeZone },
    key,
  };
}

/** Joins a recipient who is named by address with the same user. */
function asUser(before: AddressedMail, { reader, recipients: [user] }: AddressedMail): AddressedMail {
  const [first, ...copies] = before.recipients;
  const { username, userUuid } = user!;
  return { ...before, reader, recipients: [{ ...first!, username: username!, userUuid: userUuid! }, ...copies] };
}

function isWritten({ recipients: [first] }: AddressedMail): boolean {
  return first?.status === 'QUEUED';
}

function requireAllowed(boxes: readonly MailBox[], domains: readonly string[]): void {
  if (domains.length === 0) return;
  const refused = boxes.filter(({ address }) => !domains.includes(domainOf(address)));
  const [first] = refused;
  if (first === undefined) return;
  const errorArguments = refused.map(({ address }) => ({ address, domain: domainOf(address) }));
  fail('RECIPIENT_NOT_ALLOWED', { parameters: { domain: domainOf(first.address) }, errorArguments });
}

function unknownUsers(names: readonly string[]): FailOptions {
  return { parameters: { username: names[0]! }, errorArguments: names.map((username) => ({ username })) };
}

/** Answers the only recipient's address, where one person alone reads the mail; a named user has a locale already. */
function soleAddress({ recipients: [first, ...others], reader }: AddressedMail): string | null {
  return reader === null && others.length === 0 ? (first?.address ?? null) : null;
}

export function createRecipients({ findPeople, findReadings, allowedDomains }: RecipientParts) {
  /** Writes mails to an address that a user has verified in that user's locale, as if the user had been named. */
  async function asRead(
    queryable: Queryable,
    tenantIdentifier: string,
    { locale, timeZone }: SendRequest,
    mails: readonly AddressedMail[],
  ): Promise<readonly AddressedMail[]> {
    const addresses = mails.flatMap((mail) => soleAddress(mail) ?? []);
    if (addresses.length === 0 || (locale !== null && timeZone !== null)) return mails;
    const found = await findReadings(queryable, tenantIdentifier, addresses);
    const readings = new Map(found.map(({ address, ...reading }) => [address, reading]));
    return mails.map((mail) => ({ ...mail, reader: mail.reader ?? readings.get(soleAddress(mail) ?? '') ?? null }));
  }

  /**
   * Makes one mail for all, or one for each `to` and each user. 422 USER_UNKNOWN with all unknown names, 403
   * RECIPIENT_NOT_ALLOWED with all addresses of other domains; users without a usable address are SKIPPED.
   */
  return async function resolveRecipients(
    queryable: Queryable,
    tenantIdentifier: string,
    request: SendRequest,
    template: SentTemplate,
  ): Promise<readonly AddressedMail[]> {
    const { to, cc, bcc, users, separate } = request;
    const domains = allowedDomains(tenantIdentifier);
    requireAllowed([...to, ...cc, ...bcc], domains);
    const copies = [...cc.map((box) => queued('CC', box)), ...bcc.map((box) => queued('BCC', box))];
    if (!separate) {
      const recipients = [...to.map((box) => queued('TO', box)), ...copies];
      const mail = { recipients, reader: null, key: recipientKey(recipients[0]!.address) };
      return asRead(queryable, tenantIdentifier, request, [mail]);
    }
    const people = users.size === 0 ? [] : await findPeople(queryable, tenantIdentifier, [...users.keys()]);
    const known = new Map(people.map((person) => [person.usernameFolded, person]));
    const unknown = [...users].flatMap(([folded, name]) => (known.has(folded) ? [] : [name]));
    if (unknown.length > 0) fail('USER_UNKNOWN', unknownUsers(unknown));
    const ofUsers = [...users.keys()].map((folded) => mailOf(known.get(folded)!, domains, template));
    const own = to.map((box) => ({
      recipients: [queued('TO', box), ...copies],
      reader: null,
      key: recipientKey(box.address),
    }));
    // Two users may share an address, and a user may also be named by address: each gets one mail, in the own locale.
    const mails = new Map(own.map((mail): [string, AddressedMail] => [mail.key, mail]));
    for (const mail of ofUsers) {
      const before = mails.get(mail.key);
      if (before === undefined || !isWritten(before)) mails.set(mail.key, mail);
      else if (before.reader === null && isWritten(mail)) mails.set(mail.key, asUser(before, mail));
    }
    return asRead(queryable, tenantIdentifier, request, [...mails.values()]);
  };
}

export type ResolveRecipients = ReturnType<typeof createRecipients>;
