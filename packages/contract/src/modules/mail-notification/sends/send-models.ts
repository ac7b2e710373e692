// Declares what a mail is sent with: recipients, template or content, dates, and what is kept with it.
import { type Static, Type } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { type Reading, readingAs } from '../../../models/read-as.ts';
import { anyMap, choice, closed, dateTime, flag, list, optional, text, uuid } from '../../../models/schema.ts';
import { mailAttachments } from '../attachments/attachment-models.ts';
import { mailMetadata, mailPriorities } from '../mails/mail-models.ts';
import { templateParts, uncertainPolicies } from '../templates/template-models.ts';

/** One mail has so many recipients; with `separate` there are so many mails. */
export const mailRecipientsMax = 50;
export const separateMailsMax = 1_000;
/** Parameters of one mail as JSON. */
export const mailParametersBytesMax = 256 * 1_024;
export const mailParametersDepthMax = 16;
const replyToMax = 5;
const headersMax = 20;
/** Characters of a header's value, as RFC 5322 2.1.1 bounds a line. */
const headerValueMax = 998;
/** Name, brackets and 254 characters of an address. */
const addressTextMax = 400;
const nameMax = 128;

export type MailAddressInput = string | { readonly address: string; readonly name?: string | null };

const oneAddress = { type: 'string', minLength: 1, maxLength: addressTextMax } as const;
export const mailAddress = (description: string) =>
  Type.Unsafe<MailAddressInput>({
    type: ['string', 'object'],
    maxLength: addressTextMax,
    required: ['address'],
    properties: {
      address: { ...oneAddress, description: 'Address.' },
      name: { type: ['string', 'null'], maxLength: nameMax, description: 'Name shown with it.' },
    },
    additionalProperties: false,
    description: `${description} One mailbox: \`a@example.org\`, \`Name <a@example.org>\`, or an object of address and name.`,
  });

const headerMap = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: headerValueMax },
  maxProperties: headersMax,
  description: 'Further headers: X-* names, References and In-Reply-To; those that the service sets win.',
});

const parameterMaps = Type.Unsafe<Readonly<Record<string, Readonly<Record<string, unknown>>>>>({
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: true },
  maxProperties: separateMailsMax,
  description:
    'Parameters of single recipients, by address, laid over parameters; each then gets a mail of its own. A name that is no recipient is refused.',
});

/** Fields that every send has. */
export const sendFields = {
  uuid: optional(
    uuid(
      'Chosen by the caller: the same request again answers the same mail, another one is MAIL_ALREADY_EXISTS. With separate mails it names the group.',
    ),
  ),
  locale: optional(
    text('Locale of the mail; default that of a single recipient in the directory, of the session, of the tenant.', {
      minLength: 1,
      maxLength: 100,
    }),
  ),
  timeZone: optional(
    text('Time zone of dates, an IANA name; default that of a single recipient in the directory, of the tenant.', {
      minLength: 1,
      maxLength: 100,
    }),
  ),
  to: optional(list(mailAddress('Recipient.'), 'Recipients; at most 50, with separate 1,000.')),
  cc: optional(list(mailAddress('Recipient of a copy.'), 'Recipients of copies; with separate only beside one `to`.')),
  bcc: optional(
    list(mailAddress('Hidden recipient.'), 'Recipients whom no other sees; with separate only beside one `to`.'),
  ),
  toUsers: optional(
    list(
      text('Username.', { minLength: 1, maxLength: 254 }),
      'Users of the tenant, at most 1,000: each gets a mail of his own, in his locale, at his verified address. Whoever has none is SKIPPED.',
    ),
  ),
  from: optional(mailAddress('Sender, one that the tenant allows; default that of the content, then of the tenant.')),
  replyTo: optional(list(mailAddress('Where answers go.'), 'Where answers go.', { maxItems: replyToMax })),
  parameters: optional(
    anyMap('Values of the variables: at most 256 KiB, 16 levels; not __proto__, constructor or prototype.'),
  ),
  recipientParameters: optional(parameterMaps),
  attachments: mailAttachments('Files of each mail: at most 20, of 10 MiB each and 18 MiB together.'),
  headers: optional(headerMap),
  priority: optional(choice(mailPriorities, 'Urgency; default NORMAL. HIGH has lanes of its own and is marked so.')),
  separate: optional(flag('One mail for each `to`, all under one groupUuid; default false.')),
  sendDate: optional(dateTime('Not sent before: now (default) to 30 days ahead.')),
  expireDate: optional(
    dateTime('Not sent at or after, at most 7 days after sendDate; default mail.give-up-hours after it.'),
  ),
  category: optional(templateParts.category('Category, kept with the mail; default that of the template.')),
  unsubscribeGroup: optional(
    text(
      'Group that recipients can leave: each mail is a separate one with a link to do so, and goes to nobody who has left it.',
      { minLength: 1, maxLength: 64, pattern: '^[^\\p{Cc}\\u2028\\u2029]*$' },
    ),
  ),
  inReplyTo: optional(text('Message-ID of the mail that is answered.', { minLength: 3, maxLength: headerValueMax })),
  uncertainPolicy: optional(
    choice(
      uncertainPolicies,
      'What becomes of a mail of which nobody knows whether it arrived; default that of the template, then the setting.',
    ),
  ),
  metadata: optional(mailMetadata),
} as const;

/** A single recipient is often written without its list. */
export const sendReading: Reading = {
  to: { list: 'all' },
  cc: { list: 'all' },
  bcc: { list: 'all' },
  toUsers: { list: 'all' },
  replyTo: { list: 'all' },
};

export const SvcNotificationMailRequestModel = readingAs(
  needing(
    closed({
      ...sendFields,
      templateCode: optional(templateParts.code('Template, by its code.')),
      templateUuid: optional(uuid('Template.')),
      ignoreDisabled: optional(
        flag('A disabled template is no failure: the mail is kept as SKIPPED and not sent. Default false.'),
      ),
    }),
    'SvcNotificationMailRequestModel',
    { fields: ['templateCode', 'templateUuid'], exclusive: true },
  ),
  sendReading,
);
export type SvcNotificationMailRequestModel = Static<typeof SvcNotificationMailRequestModel>;

export const SvcNotificationMailRequestModelWithContent = readingAs(
  closed(
    {
      ...sendFields,
      parameters: optional(
        anyMap('Values of the variables, as for a template. Without them the content stands as it is, `{{` included.'),
      ),
      content: templateParts.mailContent,
      textContent: optional(
        templateParts.contentText('Text part; default that of the content, then made of the HTML.'),
      ),
    },
    'SvcNotificationMailRequestModelWithContent',
  ),
  sendReading,
);
export type SvcNotificationMailRequestModelWithContent = Static<typeof SvcNotificationMailRequestModelWithContent>;
