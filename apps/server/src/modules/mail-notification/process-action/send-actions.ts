// Lets processes send mails in the commit in which their token moves on: `mail.send` and `mail.sendContent`.
import type { ChangeSet } from '../../../kernel/group-commit/group-commit.ts';
import type { KeptFile, MailKind, MailRequests, MailSender } from '../record/sent-mail.types.ts';
import type { Offered } from '../sending/feature.ts';

/**
 * Call of the engine, as far as a mail needs it; declared here because the engine imports authentication, which imports
 * this module.
 */
export interface SendCall {
  /** Person who deployed the definition, or is named by it. */
  readonly person: {
    readonly tenantIdentifier: string;
    readonly username: string;
    holds(authority: string): boolean;
  };
  readonly parameters: object;
  /** Go along with the mail; of mail tasks alone. */
  readonly files?: readonly KeptFile[];
}

/** Action of the engine whose mail is added to the commit in which the token moves on. */
export interface SendAction {
  readonly name: string;
  readonly kind: 'prepare';
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly authority: string;
  prepare(call: SendCall): Promise<{ readonly value: string; add(changes: ChangeSet): void }>;
}

/** Fields of the interface that models may set, without `uuid`: a burst that is repeated would conflict with itself. */
export const sendParameters = [
  'locale',
  'timeZone',
  'to',
  'cc',
  'bcc',
  'toUsers',
  'from',
  'replyTo',
  'parameters',
  'recipientParameters',
  'attachments',
  'headers',
  'priority',
  'separate',
  'sendDate',
  'expireDate',
  'category',
  'unsubscribeGroup',
  'inReplyTo',
  'uncertainPolicy',
  'metadata',
] as const;

/** Fields of lists; models write one recipient as it is, and several as a list or with commas between them. */
const LISTS = ['to', 'cc', 'bcc', 'toUsers', 'replyTo'] as const;
const ENTRY = /(?:"(?:[^"\\]|\\.)*"|[^,;"])+/g;

function asList(value: unknown): unknown {
  if (typeof value === 'string') return (value.match(ENTRY) ?? []).map((one) => one.trim()).filter((one) => one !== '');
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value] : value;
}

/** Checks parameters of any form against the model of the operation. */
export function requestOf(parameters: object): object {
  const request = JSON.parse(JSON.stringify(parameters)) as Record<string, unknown>;
  for (const field of LISTS) if (request[field] !== undefined) request[field] = asList(request[field]);
  return request;
}

export function senderOf(person: SendCall['person']): MailSender {
  const { tenantIdentifier, username } = person;
  return { tenantIdentifier, username, localeTag: null, holds: (authority) => person.holds(authority) };
}

export function createSendActions({ prepare, add }: Offered): readonly SendAction[] {
  const send = async (kind: MailKind, { person, parameters, files = [] }: SendCall) => {
    const sender = { ...senderOf(person), files };
    const prepared = await prepare(kind, sender, requestOf(parameters) as MailRequests[MailKind]);
    return { value: prepared.sent.uuid, add: (changes: ChangeSet) => add(changes, prepared) };
  };
  return [
    {
      name: 'mail.send',
      kind: 'prepare',
      required: [],
      optional: ['templateCode', 'templateUuid', 'ignoreDisabled', ...sendParameters],
      authority: 'NOTIFICATION_MAIL_SEND',
      prepare: (call) => send('TEMPLATE', call),
    },
    {
      name: 'mail.sendContent',
      kind: 'prepare',
      required: ['content'],
      optional: ['textContent', ...sendParameters],
      authority: 'NOTIFICATION_MAIL_SEND_CONTENT',
      prepare: (call) => send('CONTENT', call),
    },
  ];
}
