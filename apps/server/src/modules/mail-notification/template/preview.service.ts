// Shows templates and mails filled in; nothing is stored or sent, and everything is compiled and rendered in a thread.
import type { SvcNotificationPreviewModel, SvcNotificationTemplateContentModel } from '@keelson/contract';
import { isTimeZone } from '@keelson/time-zone';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail, invalid, ServiceError } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { ShownMarkup } from '../attachment/feature.ts';
import type { MailBox } from '../message/mail-content.ts';
import { parseMailBox, senderText } from '../message/sender.ts';
import { chooseLocale, type Rendering } from '../rendering/feature.ts';
import type { JsonMap } from '../rendering/liquid/rendering.types.ts';
import type { Recorded, TemplateFields, WrittenContent } from './record/template.types.ts';
import { findVersion } from './record/version.store.ts';
import { refuseOutcome, sampleOf, withDefaults } from './rendered/render-failure.ts';
import { fieldsOf, knownOf, type TemplateGround, writtenOf } from './template-ground.ts';
import { readLocale, readTemplate, requireSender, writtenContent } from './template-input.ts';

type Model = SvcNotificationPreviewModel;
/** Shows the inline files of a preview in its markup. */
export type ShowInline = (act: Act, attachments: Model['attachments'], html: string | null) => Promise<ShownMarkup>;

/** Answers locale and time zone of a tenant; null: nothing is known of it. */
export type TenantReadingOf = (
  tenant: string,
) => Promise<{ readonly localeTag: string; readonly timeZone: string } | null>;
/** Decides the sender of a mail, as for sends: 403 SENDER_NOT_ALLOWED, 422 SENDER_NOT_CONFIGURED. */
export type ChooseSenderOf = (tenant: string, wanted: MailBox | null) => Promise<MailBox>;

const SENDER_WARNINGS: Readonly<Record<string, string>> = {
  SENDER_NOT_ALLOWED: 'The tenant may not send in the name of this sender.',
  SENDER_NOT_CONFIGURED: 'No mail server takes the default sender: mail.default-sender names none.',
};

/** Uuid in place of one for an object without a record. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';
/** Alphabet of GSM 03.38, whose characters are septets; another character makes all of a message two octets each. */
const GSM_ALPHABET = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
const GSM_TWICE = /[\^{}\\[~\]|€]/g;

export interface PreviewParts
  extends Pick<TemplateGround, 'database' | 'clock' | 'sources' | 'storing' | 'requireWhole'> {
  readonly rendering: Rendering;
  readonly tenantReading: TenantReadingOf;
  readonly chooseSender: ChooseSenderOf;
  readonly showInline: ShowInline;
}

interface Source {
  readonly fields: TemplateFields;
  readonly contents: readonly WrittenContent[];
  readonly known: ReadonlySet<string>;
  readonly records: readonly (Recorded & { readonly locale: string })[];
}

const contentFields: TemplateFields = {
  code: 'preview',
  name: 'Preview',
  description: null,
  type: 'MAIL',
  layoutCode: null,
  category: null,
  sensitive: false,
  uncertainPolicy: null,
  parameterList: [],
};

function smsWarning(text: string): string {
  const isGsm = GSM_ALPHABET.test(text);
  const length = isGsm ? text.length + (text.match(GSM_TWICE)?.length ?? 0) : text.length;
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  const segments = length <= single ? 1 : Math.ceil(length / several);
  return `An SMS of ${length} characters in ${segments} segments (${isGsm ? 'GSM-7' : 'UCS-2'}).`;
}

function parametersOf({ fields }: Source, body: Model, locale: string): JsonMap {
  const given = body.parameters ?? {};
  const usesSample = body.useSampleData ?? (body.parameters === undefined || body.parameters === null);
  if (usesSample) return sampleOf(fields.parameterList, given);
  const list =
    body.strict === true ? fields.parameterList : fields.parameterList.map((one) => ({ ...one, required: false }));
  return withDefaults(list, given, locale);
}

async function storedSource({ database, requireWhole }: PreviewParts, act: Act, body: Model): Promise<Source> {
  const { templateCode, templateUuid, templateVersion } = body;
  const asked = templateUuid == null ? { code: templateCode ?? '' } : { uuid: templateUuid };
  const whole = await requireWhole(act, asked);
  const { template, contents } = whole;
  const own = { known: knownOf(whole), records: contents };
  if (templateVersion == null || templateVersion === template.version) {
    return { ...own, fields: fieldsOf(template), contents: contents.map(writtenOf) };
  }
  const old = await findVersion(database, template.id, templateVersion);
  if (old === null) return failNotFound('TEMPLATE_VERSION_NOT_FOUND', { version: templateVersion });
  return { ...own, ...old };
}

function sourceOf(parts: PreviewParts, act: Act, body: Model): Source | Promise<Source> {
  const none = { known: new Set<string>(), records: [] };
  const { template, content } = body;
  if (template != null) {
    const { code, name, ...rest } = template;
    return { ...none, ...readTemplate({ ...rest, code: code ?? 'preview', name: name ?? 'Preview' }) };
  }
  if (content == null) return storedSource(parts, act, body);
  requireSender('content.sender', content.sender);
  return { ...none, fields: contentFields, contents: [writtenContent('default', content)] };
}

function localeOf(act: Act, body: Model, source: Source, tenantLocale: string | null): string {
  const asked = readLocale(body.locale) ?? act.caller.localeTag;
  const available = source.contents.map(({ locale }) => locale);
  const found = chooseLocale(available, asked, tenantLocale);
  return found ?? failNotFound('TEMPLATE_LOCALE_NOT_FOUND', { locale: asked, templateCode: source.fields.code });
}

async function renderSource(parts: PreviewParts, act: Act, body: Model, source: Source, isMail: boolean) {
  const { database, sources, storing, rendering, tenantReading } = parts;
  const { tenantIdentifier, localeTag } = act.caller;
  const tenant = await tenantReading(tenantIdentifier);
  const timeZone = body.timeZone ?? tenant?.timeZone ?? 'UTC';
  if (!isTimeZone(timeZone)) {
    invalid({
      field: 'timeZone',
      code: 'INVALID_TIME_ZONE',
      message: 'Must be the name of a time zone, such as Europe/Istanbul.',
    });
  }
  const locale = localeOf(act, body, source, tenant?.localeTag ?? null);
  const content = source.contents.find((one) => one.locale === locale)!;
  const layoutCode = body.layoutCode ?? (isMail ? source.fields.layoutCode : null);
  const fields = { ...source.fields, layoutCode };
  if (layoutCode !== null) await storing.ensure(tenantIdentifier);
  const draft = { fields, contents: [content], known: source.known, keepsStyles: !isMail };
  const [compiled] = await sources.compile(tenantIdentifier, draft);
  const partials = await sources.partialsOf(database, tenantIdentifier, compiled!.partialCodes, locale);
  const parameters = parametersOf(source, body, locale);
  const reader = locale === 'default' ? (readLocale(body.locale) ?? localeTag) : locale;
  const { sensitive } = fields;
  const request = { compiled: compiled!, sensitive, partials, locale: reader, timeZone, parameters };
  const outcome = await rendering.preview(tenantIdentifier, { ...request, isLenient: body.strict !== true });
  return { content, locale, compiled: compiled!, type: fields.type, ...refuseOutcome(outcome) };
}

/** Renders with the inline files in the markup, as mail programs show them. */
async function renderShown(parts: PreviewParts, act: Act, body: Model, source: Source, isMail: boolean) {
  const one = await renderSource(parts, act, body, source, isMail);
  return { ...one, ...(await parts.showInline(act, body.attachments, one.html)) };
}

/** Adds the sender; a reason to refuse a send is a warning, unless the preview is strict. */
async function withSender<T extends { readonly warningList: readonly string[] }>(
  { chooseSender }: PreviewParts,
  { caller }: Act,
  { strict }: Model,
  one: T & { readonly content: WrittenContent },
): Promise<readonly [T, string | null]> {
  const wanted = one.content.sender;
  try {
    const box = wanted === null ? null : parseMailBox(wanted);
    return [one, senderText(await chooseSender(caller.tenantIdentifier, box))];
  } catch (error) {
    const warning = error instanceof ServiceError && strict !== true ? SENDER_WARNINGS[error.code] : undefined;
    if (warning === undefined) throw error;
    return [{ ...one, warningList: [...one.warningList, warning] }, wanted];
  }
}

function modelOf(
  clock: Pick<Kernel['clock'], 'now'>,
  source: Source,
  one: Awaited<ReturnType<typeof renderShown>>,
  sender: string | null,
): SvcNotificationTemplateContentModel {
  const { locale, compiled, subject, html, text, missing, type, warningList } = one;
  const record = source.records.find((row) => row.locale === locale);
  const now = new Date(clock.now()).toISOString();
  return {
    id: record?.id ?? 0,
    uuid: record?.uuid ?? NO_UUID,
    version: record?.version ?? 0,
    createdBy: record?.createdBy ?? null,
    updatedBy: record?.updatedBy ?? null,
    dateCreated: record?.dateCreated.toISOString() ?? now,
    dateUpdated: record?.dateUpdated.toISOString() ?? now,
    deletedDate: null,
    deleted: false,
    subject,
    content: html ?? text,
    sender,
    contentType: compiled.resolvedContentType,
    textContent: html === null ? null : text,
    resolvedContentType: compiled.resolvedContentType,
    variableList: compiled.variableList,
    missingVariableList: [...new Set(missing.map(({ path }) => path))],
    warningList: type === 'SMS' ? [smsWarning(text), ...warningList] : warningList,
    locale,
  };
}

export function createPreviewService(parts: PreviewParts) {
  const { clock } = parts;
  return {
    /** Previews the template alone: without its layout, unless one is named, and without a sender. */
    async template(act: Act, body: Model): Promise<SvcNotificationTemplateContentModel> {
      const source = await sourceOf(parts, act, body);
      const one = await renderShown(parts, act, body, source, false);
      return modelOf(clock, source, one, one.content.sender);
    },
    /**
     * Previews a mail as it would be sent. 422 TEMPLATE_TYPE_MISMATCH for another type than MAIL, SUBJECT_EMPTY; where
     * strict, those of its sender.
     */
    async mail(act: Act, body: Model): Promise<SvcNotificationTemplateContentModel> {
      const source = await sourceOf(parts, act, body);
      const { type } = source.fields;
      if (type !== 'MAIL') fail('TEMPLATE_TYPE_MISMATCH', { parameters: { type } });
      const one = await renderShown(parts, act, body, source, true);
      if (one.subject === null || one.subject === '') fail('SUBJECT_EMPTY');
      return modelOf(clock, source, ...(await withSender(parts, act, body, one)));
    },
  };
}

export type PreviewService = ReturnType<typeof createPreviewService>;
