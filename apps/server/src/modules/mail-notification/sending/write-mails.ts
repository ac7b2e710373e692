// Renders the mails of a request, each in its reader's locale, and makes the drafts.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import type { KeepAttachments } from '../attachment/feature.ts';
import type { MailBox } from '../message/mail-content.ts';
import type { MailDraft } from '../queue/feature.ts';
import type { MailSender } from '../record/sent-mail.types.ts';
import type { JsonMap } from '../rendering/liquid/rendering.types.ts';
import type { UsableTemplate } from '../template/feature.ts';
import { createPace } from './bounds/pace.ts';
import { contentOf, type RenderedMail } from './mail-parts.ts';
import type { ChooseSender } from './sender-choice.ts';
import type { AddressedMail, SendRequest, TenantReading } from './sending.types.ts';

const DISABLED = 'TEMPLATE_DISABLED';
const FALLBACK: TenantReading = { localeTag: 'en', timeZone: 'UTC' };

export interface WritingParts extends Pick<Kernel, 'ids'> {
  readonly chooseSender: ChooseSender;
  readonly keepAttachments: KeepAttachments;
  /** Answers the bytes of the largest mail that leaves for the tenant; null where no bound is known. */
  readonly sizeMaxOf: (tenantIdentifier: string) => number | null;
  readonly tenantReading: (queryable: Queryable, tenant: string) => Promise<TenantReading | null>;
}

/** A mail with its content; null where its template is disabled. */
export interface WrittenMail extends AddressedMail {
  readonly rendered: (RenderedMail & { readonly locale: string; readonly sender: MailBox | null }) | null;
}

/** Source of a request's mails: a template or a content. */
export interface Source {
  readonly template: UsableTemplate | null;
  readonly isDisabled: boolean;
  render(reading: {
    readonly locale: string;
    readonly tenantLocale: string;
    readonly timeZone: string;
    readonly parameters: JsonMap | null;
  }): Promise<NonNullable<WrittenMail['rendered']>>;
}

/** A request with the source of its mails. */
export interface Sending {
  readonly by: MailSender;
  readonly request: SendRequest;
  readonly source: Source;
}

/** Renders the mails; those that differ only in their address are rendered once. */
export async function writeMails(
  { tenantReading }: WritingParts,
  queryable: Queryable,
  { by, request, source }: Sending,
  addressed: readonly AddressedMail[],
): Promise<readonly WrittenMail[]> {
  if (source.isDisabled) return addressed.map((mail) => ({ ...mail, rendered: null }));
  const tenant = (await tenantReading(queryable, by.tenantIdentifier)) ?? FALLBACK;
  const pace = createPace();
  const known = new Map<string, WrittenMail['rendered']>();
  const written: WrittenMail[] = [];
  for (const mail of addressed) {
    const locale = request.locale ?? mail.reader?.localeTag ?? by.localeTag ?? tenant.localeTag;
    const timeZone = request.timeZone ?? mail.reader?.timeZone ?? tenant.timeZone;
    const overlay = request.recipientParameters.get(mail.key);
    const parameters = overlay === undefined ? request.parameters : { ...request.parameters, ...overlay };
    const reading = { locale, tenantLocale: tenant.localeTag, timeZone, parameters };
    const key = overlay === undefined ? `${locale} ${timeZone}` : null;
    const before = key === null ? undefined : known.get(key);
    if (before === undefined) await pace();
    const rendered = before ?? (await source.render(reading));
    if (key !== null) known.set(key, rendered);
    written.push({ ...mail, rendered });
  }
  return written;
}

/** Skips every copy of a mail whose template is disabled. */
function recipientsOf({ recipients, rendered }: WrittenMail): MailDraft['recipients'] {
  if (rendered !== null) return recipients;
  return recipients.map((one) => ({ ...one, status: 'SKIPPED', reason: one.reason ?? DISABLED }));
}

/** Answers the fields that all mails of a request share. */
function commonOf({ by, request, source: { template } }: Sending) {
  const { priority, metadata, sendDate, expireDate } = request;
  return {
    tenantIdentifier: by.tenantIdentifier,
    templateCode: template?.code ?? null,
    templateVersion: template?.version ?? null,
    priority,
    sensitive: template?.sensitive ?? false,
    category: request.category ?? template?.category ?? null,
    unsubscribeGroup: request.unsubscribeGroup,
    metadata,
    uncertainPolicy: request.uncertainPolicy ?? template?.uncertainPolicy ?? null,
    sendDate,
    expireDate,
    createdBy: by.username,
  };
}

/**
 * Makes the drafts. The first mail stands for the request; mails of a group that its sender has named get the same
 * uuids each time.
 */
export async function draftsOf(
  { ids, chooseSender, keepAttachments, sizeMaxOf }: WritingParts,
  queryable: Queryable,
  sending: Sending,
  written: readonly WrittenMail[],
): Promise<readonly MailDraft[]> {
  const { by, request, source } = sending;
  const { uuid, separate, requestHash, from } = request;
  const common = commonOf(sending);
  const groupUuid = separate ? (uuid ?? ids.uuidV7()) : null;
  const owner = { tenantIdentifier: by.tenantIdentifier, owner: by.fileOwner ?? null };
  const files = await keepAttachments(owner, request.attachments);
  const sizeMax = sizeMaxOf(by.tenantIdentifier);
  const drafts: MailDraft[] = [];
  for (const [index, mail] of written.entries()) {
    const { rendered, key } = mail;
    const recipients = recipientsOf(mail);
    const isWritten = recipients.some(({ status }) => status === 'QUEUED');
    const isShown = rendered !== null && !common.sensitive;
    drafts.push({
      ...common,
      uuid: uuid !== null && separate ? namedUuid(uuid, key) : uuid,
      groupUuid,
      requestHash: uuid !== null && index === 0 ? requestHash : null,
      locale: rendered?.locale ?? request.locale ?? by.localeTag ?? FALLBACK.localeTag,
      statusReason: isWritten ? null : (recipients[0]?.reason ?? null),
      sender: await chooseSender(queryable, by.tenantIdentifier, from ?? rendered?.sender ?? null),
      shownSubject: isShown ? rendered.subject : (source.template?.name ?? ''),
      recipients,
      content: rendered === null || !isWritten ? null : contentOf(rendered, request, files, sizeMax),
    });
  }
  return drafts;
}
