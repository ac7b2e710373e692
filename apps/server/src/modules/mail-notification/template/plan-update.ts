// Plans the content of a template after a change, and checks it against references of others.
import { isDeepStrictEqual } from 'node:util';
import type { SvcNotificationTemplateUpdateModel } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { findSameCode, listUsersOf } from './record/template.store.ts';
import type { Template, TemplateFields, TemplateWithContents, VersionSnapshot } from './record/template.types.ts';
import { isUsedByMails } from './record/template-page.store.ts';
import { fieldsOf, writtenOf } from './template-ground.ts';
import { layoutProblems, parameterProblems, readContents, readParameters } from './template-input.ts';

export function failExists(code: string): never {
  return fail('NOTIFICATION_TEMPLATE_ALREADY_EXISTS', { parameters: { code } });
}

type ChangedFields = Pick<
  SvcNotificationTemplateUpdateModel,
  (keyof TemplateFields | 'contentMap') & keyof SvcNotificationTemplateUpdateModel
>;

/** Applies a change: an absent field stays; null clears it. */
function changedFields(before: Template, body: ChangedFields): TemplateFields {
  const { code, name, type, description, layoutCode, category, sensitive, uncertainPolicy, parameterList } = body;
  return {
    code: code ?? before.code,
    name: name ?? before.name,
    type: type ?? before.type,
    description: description === undefined ? before.description : description,
    layoutCode: layoutCode === undefined ? before.layoutCode : layoutCode,
    category: category === undefined ? before.category : category,
    sensitive: sensitive ?? before.sensitive,
    uncertainPolicy: uncertainPolicy === undefined ? before.uncertainPolicy : uncertainPolicy,
    parameterList: parameterList === undefined ? before.parameterList : readParameters(parameterList),
  };
}

export function sensitiveProblems(before: Template, { sensitive }: TemplateFields): ArgumentProblem[] {
  if (!before.system || !before.sensitive || sensitive) return [];
  const message = 'A sensitive template of a module stays sensitive.';
  return [{ field: 'sensitive', code: 'FIELD_READ_ONLY', message }];
}

export function planUpdate(whole: TemplateWithContents, body: ChangedFields): VersionSnapshot {
  const { template, contents } = whole;
  const fields = changedFields(template, body);
  const given = body.contentMap ?? null;
  const read = given === null ? null : readContents(given, fields.type);
  const problems = [
    ...sensitiveProblems(template, fields),
    ...layoutProblems(fields),
    ...parameterProblems(fields.parameterList),
    ...(read?.problems ?? []),
  ];
  if (problems.length > 0) invalid(...problems);
  return { fields, contents: read?.contents ?? contents.map(writtenOf) };
}

export function isSame(before: TemplateWithContents, after: VersionSnapshot): boolean {
  const [left, right] = [before.contents.map(writtenOf), after.contents];
  const byLocale = (list: readonly { readonly locale: string }[]) =>
    [...list].sort((a, b) => (a.locale < b.locale ? -1 : 1));
  return (
    isDeepStrictEqual(fieldsOf(before.template), after.fields) && isDeepStrictEqual(byLocale(left), byLocale(right))
  );
}

/** Refuses a new code or type of a template that others use, since they refer to it by code. */
export async function requireFree(
  database: Queryable,
  before: Template,
  { code, type }: TemplateFields,
): Promise<void> {
  if (code === before.code && type === before.type) return;
  const { tenantIdentifier } = before;
  const used: object[] = [];
  if (before.system) used.push({ system: true, templateCode: before.code });
  const users = await listUsersOf(database, tenantIdentifier, before.code);
  used.push(...users.map((user) => ({ templateCode: user.code, uuid: user.uuid })));
  if (await isUsedByMails(database, tenantIdentifier, before.code))
    used.push({ mails: true, templateCode: before.code });
  if (used.length > 0) fail('TEMPLATE_IN_USE', { errorArguments: used });
  const same = code === before.code ? null : await findSameCode(database, tenantIdentifier, code);
  if (same !== null && same.id !== before.id) failExists(code);
}
