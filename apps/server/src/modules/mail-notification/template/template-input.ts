// Reads a template from a request: every problem of locales, senders and references is reported at once.
import type {
  SvcNotificationTemplateContentModelInput,
  SvcNotificationTemplateModelInput,
  SvcNotificationTemplateParameterModel,
} from '@keelson/contract';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { parseMailAddress } from '../../../kernel/text/mail-address.ts';
import { canonicalLocale } from '../rendering/feature.ts';
import type {
  TemplateFields,
  TemplateParameter,
  TemplateType,
  VersionSnapshot,
  WrittenContent,
} from './record/template.types.ts';

const SENDER_NAME_MAX = 128;

/** Says whether it is one mailbox, as `a@x.org` or `Name <a@x.org>`. */
function isMailbox(sender: string): boolean {
  const named = /^([^<>"\p{Cc}]*)<([^<>\s]+)>$/u.exec(sender);
  if (named === null) return parseMailAddress(sender) !== null;
  const [, name = '', address = ''] = named;
  return name.trim().length <= SENDER_NAME_MAX && !/[,;:@\\]/.test(name) && parseMailAddress(address) !== null;
}

function senderProblems(field: string, sender: string | null | undefined): ArgumentProblem[] {
  if (sender === null || sender === undefined || isMailbox(sender)) return [];
  return [{ field, code: 'INVALID_EMAIL_ADDRESS', message: 'Must be one mail address, without variables.' }];
}

function subjectProblems(field: string, type: TemplateType, subject: string | null | undefined): ArgumentProblem[] {
  if (type !== 'MAIL' || (subject !== null && subject !== undefined)) return [];
  return [{ field, code: 'REQUIRED', message: 'Must be given.' }];
}

/** Lists the problems of a content apart from its locale; `field` is its place, empty for the whole body. */
export function contentProblems(
  field: string,
  type: TemplateType,
  { sender, subject }: Pick<SvcNotificationTemplateContentModelInput, 'sender' | 'subject'>,
): readonly ArgumentProblem[] {
  const within = (name: string) => (field === '' ? name : `${field}.${name}`);
  return [...senderProblems(within('sender'), sender), ...subjectProblems(within('subject'), type, subject)];
}

export function writtenContent(locale: string, input: SvcNotificationTemplateContentModelInput): WrittenContent {
  const { subject, content, sender, contentType, textContent } = input;
  return {
    locale,
    subject: subject ?? null,
    content,
    sender: sender ?? null,
    contentType: contentType ?? 'STRING',
    textContent: textContent ?? null,
  };
}

export type ContentMap = Readonly<Record<string, SvcNotificationTemplateContentModelInput>>;

/** Reads contents; locales become canonical; `default` stays. */
export function readContents(
  contentMap: ContentMap,
  type: TemplateType,
): { readonly contents: readonly WrittenContent[]; readonly problems: readonly ArgumentProblem[] } {
  const problems: ArgumentProblem[] = [];
  const contents = new Map<string, WrittenContent>();
  for (const [key, input] of Object.entries(contentMap)) {
    const field = `contentMap.${key}`;
    const locale = canonicalLocale(key);
    if (locale === null) {
      problems.push({ field, code: 'LOCALE_INVALID', message: 'Must be a locale such as tr-TR, or default.' });
    } else if (contents.has(locale)) {
      problems.push({ field, code: 'LOCALE_DUPLICATE', message: 'Another text has this locale.' });
    } else contents.set(locale, writtenContent(locale, input));
    problems.push(...contentProblems(field, type, input));
  }
  return { contents: [...contents.values()], problems };
}

/** Finds problems of the layout, which only whole templates have. */
export function layoutProblems({ type, layoutCode }: Pick<TemplateFields, 'type' | 'layoutCode'>): ArgumentProblem[] {
  if (layoutCode === null || (type !== 'LAYOUT' && type !== 'PARTIAL')) return [];
  return [{ field: 'layoutCode', code: 'NOT_ALLOWED', message: 'A layout or partial has no layout.' }];
}

export function readParameters(
  list: readonly SvcNotificationTemplateParameterModel[] | null | undefined,
): readonly TemplateParameter[] {
  return (list ?? []).map(({ name, type, required, defaultValue, sampleValue, description }) => ({
    name,
    type,
    required: required ?? false,
    defaultValue: defaultValue ?? null,
    sampleValue: sampleValue ?? null,
    description: description ?? null,
  }));
}

export function parameterProblems(list: readonly TemplateParameter[]): ArgumentProblem[] {
  const seen = new Set<string>();
  return list.flatMap(({ name }, index) => {
    const isSecond = seen.has(name);
    seen.add(name);
    const field = `parameterList.${index}.name`;
    return isSecond ? [{ field, code: 'DUPLICATE_ENTRY', message: 'Another parameter has this name.' }] : [];
  });
}

/** A template as it is written, in a request or a document. */
export type WrittenTemplate = Pick<
  SvcNotificationTemplateModelInput,
  keyof TemplateFields & keyof SvcNotificationTemplateModelInput
> & { readonly contentMap: ContentMap };

/** Ends the request with 400 where something is wrong. */
export function readTemplate(
  input: WrittenTemplate,
  furtherProblems: (fields: TemplateFields) => readonly ArgumentProblem[] = () => [],
): VersionSnapshot {
  const { code, name, type, description, layoutCode, category, sensitive, uncertainPolicy } = input;
  const fields: TemplateFields = {
    code,
    name,
    type,
    description: description ?? null,
    layoutCode: layoutCode ?? null,
    category: category ?? null,
    sensitive: sensitive ?? false,
    uncertainPolicy: uncertainPolicy ?? null,
    parameterList: readParameters(input.parameterList),
  };
  const { contents, problems } = readContents(input.contentMap, type);
  const own = [...furtherProblems(fields), ...layoutProblems(fields), ...parameterProblems(fields.parameterList)];
  const all = [...own, ...problems];
  if (all.length > 0) invalid(...all);
  return { fields, contents };
}

/** Reads a locale; 400 LOCALE_INVALID for another text. */
export function readLocale(locale: string | null | undefined): string | null {
  if (locale === null || locale === undefined) return null;
  const canonical = canonicalLocale(locale);
  if (canonical !== null) return canonical;
  return invalid({ field: 'locale', code: 'LOCALE_INVALID', message: 'Must be a locale such as tr-TR, or default.' });
}

/** 400 for an invalid sender. */
export function requireSender(field: string, sender: string | null | undefined): void {
  const problems = senderProblems(field, sender);
  if (problems.length > 0) invalid(...problems);
}
