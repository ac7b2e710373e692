// Holds the SQL of templates and their contents.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { CompiledContent } from '../../rendering/liquid/rendering.types.ts';
import type { Template, TemplateContent, TemplateWithContents } from './template.types.ts';

/** The select list of a template `t`. */
export const templateColumns = `t.id, t.uuid, t.version, t.tenant_identifier AS "tenantIdentifier", t.code, t.name, t.description,
  t.type, t.layout_code AS "layoutCode", t.category, t.sensitive, t.uncertain_policy AS "uncertainPolicy",
  t.parameter_list AS "parameterList", t.enabled, t.system, t.shipped_revision AS "shippedRevision", t.edited,
  t.compile_no AS "compileNo", t.created_by AS "createdBy", t.updated_by AS "updatedBy", t.date_created AS "dateCreated",
  t.date_updated AS "dateUpdated", t.deleted, t.deleted_date AS "deletedDate"`;

const contentColumns = `c.id, c.uuid, c.version, c.locale, c.subject, c.content, c.sender, c.content_type AS "contentType",
  c.text_content AS "textContent", c.compiled, c.created_by AS "createdBy", c.updated_by AS "updatedBy",
  c.date_created AS "dateCreated", c.date_updated AS "dateUpdated"`;

const findByUuid = sql(
  'mail_template_find',
  `SELECT ${templateColumns} FROM mail_template t WHERE t.tenant_identifier = $1 AND t.uuid = $2 AND NOT t.deleted`,
);
const findByCode = sql(
  'mail_template_find_code',
  `SELECT ${templateColumns} FROM mail_template t
   WHERE t.tenant_identifier = $1 AND t.code_folded = $2 AND t.code = $3 AND NOT t.deleted`,
);
const findByFoldedCode = sql(
  'mail_template_find_folded',
  `SELECT ${templateColumns} FROM mail_template t
   WHERE t.tenant_identifier = $1 AND t.code_folded = $2 AND NOT t.deleted`,
);
const listByFoldedCodes = sql(
  'mail_template_list_folded',
  `SELECT ${templateColumns} FROM mail_template t
   WHERE t.tenant_identifier = $1 AND t.code_folded = ANY($2::text[]) AND NOT t.deleted`,
);
const listByCodes = sql(
  'mail_template_list_codes',
  `SELECT ${templateColumns} FROM mail_template t
   WHERE t.tenant_identifier = $1 AND t.code = ANY($2::text[]) AND NOT t.deleted`,
);
const listUsers = sql(
  'mail_template_list_users',
  `SELECT ${templateColumns} FROM mail_template t
   WHERE t.tenant_identifier = $1 AND NOT t.deleted AND (t.layout_code = $2
     OR EXISTS (SELECT FROM mail_template_content c WHERE c.template_id = t.id AND c.compiled->'partialCodes' ? $2))
   ORDER BY t.code`,
);
const selectContents = sql(
  'mail_template_contents',
  `SELECT ${contentColumns} FROM mail_template_content c WHERE c.template_id = $1 ORDER BY c.position`,
);
const selectLocales = sql(
  'mail_template_locales',
  `SELECT c.id, c.locale, c.sender FROM mail_template_content c WHERE c.template_id = $1 ORDER BY c.position`,
);
const selectCompiled = sql('mail_template_compiled', 'SELECT compiled FROM mail_template_content WHERE id = $1');
const insertTemplate = sql(
  'mail_template_insert',
  `INSERT INTO mail_template (uuid, version, tenant_identifier, code, code_folded, name, description, type, layout_code,
     category, sensitive, uncertain_policy, parameter_list, enabled, system, shipped_revision, edited, compile_no, created_by,
     created_by_folded, updated_by, date_created, date_updated, deleted, deleted_date)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
     $25)
   RETURNING id`,
);
const updateTemplate = sql(
  'mail_template_update',
  `UPDATE mail_template SET version = $2, code = $3, code_folded = $4, name = $5, description = $6, type = $7, layout_code = $8,
     category = $9, sensitive = $10, uncertain_policy = $11, parameter_list = $12::jsonb, enabled = $13, system = $14,
     shipped_revision = $15, edited = $16, compile_no = $17, updated_by = $18, date_updated = $19, deleted = $20,
     deleted_date = $21
   WHERE id = $1`,
);
const deleteContents = sql('mail_template_contents_delete', 'DELETE FROM mail_template_content WHERE template_id = $1');
const insertContents = sql(
  'mail_template_contents_insert',
  `INSERT INTO mail_template_content (template_id, position, uuid, version, locale, subject, content, sender, content_type,
     text_content, compiled, created_by, updated_by, date_created, date_updated)
   SELECT $1, c.position - 1, c.uuid, c.version, c.locale, c.subject, c.content, c.sender, c.content_type, c.text_content,
     c.compiled, c.created_by, c.updated_by, c.date_created, c.date_updated
   FROM unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::jsonb[],
     $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[]) WITH ORDINALITY
     AS c(uuid, version, locale, subject, content, sender, content_type, text_content, compiled, created_by, updated_by,
       date_created, date_updated, position)`,
);
const updateCompiled = sql(
  'mail_template_content_compile',
  'UPDATE mail_template_content SET compiled = $2::jsonb WHERE id = $1',
);
const raiseCompileNo = sql(
  'mail_template_compile',
  'UPDATE mail_template SET compile_no = compile_no + 1 WHERE id = $1',
);
const selectStamp = sql('mail_template_stamp', 'SELECT stamp FROM mail_template_stamp WHERE tenant_identifier = $1');
const insertStamp = sql(
  'mail_template_stamp_insert',
  'INSERT INTO mail_template_stamp (tenant_identifier, stamp) VALUES ($1, 1) ON CONFLICT DO NOTHING',
);
const raiseStampOf = sql(
  'mail_template_stamp_raise',
  'UPDATE mail_template_stamp SET stamp = stamp + 1 WHERE tenant_identifier = $1 AND stamp = $2',
);

async function first<R extends object>(rows: Promise<R[]>): Promise<R | null> {
  return (await rows)[0] ?? null;
}

export type TemplateReference = { readonly code: string } | { readonly uuid: string };

/** Finds a template; codes are exact, case included. */
export function findTemplate(queryable: Queryable, tenant: string, asked: TemplateReference): Promise<Template | null> {
  if ('uuid' in asked) return first(queryable.rows<Template>(findByUuid, [tenant, asked.uuid]));
  return first(queryable.rows<Template>(findByCode, [tenant, foldName(asked.code), asked.code]));
}

/** Finds the template with the code, ignoring case. */
export function findSameCode(queryable: Queryable, tenant: string, code: string): Promise<Template | null> {
  return first(queryable.rows<Template>(findByFoldedCode, [tenant, foldName(code)]));
}

/** Lists the templates with the codes, ignoring case. */
export function listSameCodes(queryable: Queryable, tenant: string, codes: readonly string[]): Promise<Template[]> {
  return queryable.rows<Template>(listByFoldedCodes, [tenant, codes.map(foldName)]);
}

export function listTemplates(queryable: Queryable, tenant: string, codes: readonly string[]): Promise<Template[]> {
  return queryable.rows<Template>(listByCodes, [tenant, codes]);
}

/** Lists the templates that use the layout or partial. */
export function listUsersOf(queryable: Queryable, tenant: string, code: string): Promise<Template[]> {
  return queryable.rows<Template>(listUsers, [tenant, code]);
}

export function listContents(queryable: Queryable, templateId: number): Promise<TemplateContent[]> {
  return queryable.rows<TemplateContent>(selectContents, [templateId]);
}

export interface LocaleRow {
  readonly id: number;
  readonly locale: string;
  readonly sender: string | null;
}

/** Lists the locales of a template without contents. */
export function listLocales(queryable: Queryable, templateId: number): Promise<LocaleRow[]> {
  return queryable.rows<LocaleRow>(selectLocales, [templateId]);
}

export async function findCompiled(queryable: Queryable, contentId: number): Promise<CompiledContent | null> {
  return (await first(queryable.rows<{ compiled: CompiledContent }>(selectCompiled, [contentId])))?.compiled ?? null;
}

/** Stores a new template, and answers its number. */
export async function insertNew(tx: Transaction, one: Omit<Template, 'id'>): Promise<number> {
  const [row] = await tx.rows<{ id: number }>(insertTemplate, [
    one.uuid,
    one.version,
    one.tenantIdentifier,
    one.code,
    foldName(one.code),
    one.name,
    one.description,
    one.type,
    one.layoutCode,
    one.category,
    one.sensitive,
    one.uncertainPolicy,
    JSON.stringify(one.parameterList),
    one.enabled,
    one.system,
    one.shippedRevision,
    one.edited,
    one.compileNo,
    one.createdBy,
    foldName(one.createdBy),
    one.updatedBy,
    one.dateCreated,
    one.dateUpdated,
    one.deleted,
    one.deletedDate,
  ]);
  return row!.id;
}

export async function changeTemplate(tx: Transaction, one: Template): Promise<void> {
  await tx.execute(updateTemplate, [
    one.id,
    one.version,
    one.code,
    foldName(one.code),
    one.name,
    one.description,
    one.type,
    one.layoutCode,
    one.category,
    one.sensitive,
    one.uncertainPolicy,
    JSON.stringify(one.parameterList),
    one.enabled,
    one.system,
    one.shippedRevision,
    one.edited,
    one.compileNo,
    one.updatedBy,
    one.dateUpdated,
    one.deleted,
    one.deletedDate,
  ]);
}

/** Replaces all contents. */
export async function replaceContents(
  tx: Transaction,
  templateId: number,
  contents: readonly Omit<TemplateContent, 'id'>[],
): Promise<void> {
  await tx.execute(deleteContents, [templateId]);
  await tx.execute(insertContents, [
    templateId,
    contents.map(({ uuid }) => uuid),
    contents.map(({ version }) => version),
    contents.map(({ locale }) => locale),
    contents.map(({ subject }) => subject),
    contents.map(({ content }) => content),
    contents.map(({ sender }) => sender),
    contents.map(({ contentType }) => contentType),
    contents.map(({ textContent }) => textContent),
    contents.map(({ compiled }) => JSON.stringify(compiled)),
    contents.map(({ createdBy }) => createdBy),
    contents.map(({ updatedBy }) => updatedBy),
    contents.map(({ dateCreated }) => dateCreated),
    contents.map(({ dateUpdated }) => dateUpdated),
  ]);
}

/** Stores new compiled forms; the version stays. */
export async function recompile(
  tx: Transaction,
  { template, contents }: TemplateWithContents,
  compiled: readonly CompiledContent[],
): Promise<void> {
  await tx.execute(raiseCompileNo, [template.id]);
  for (const [index, { id }] of contents.entries()) {
    await tx.execute(updateCompiled, [id, JSON.stringify(compiled[index])]);
  }
}

/** Reads the number that every write of a template of the tenant raises; 0 before the first one. */
export async function readStamp(queryable: Queryable, tenant: string): Promise<number> {
  return (await first(queryable.rows<{ stamp: number }>(selectStamp, [tenant])))?.stamp ?? 0;
}

/** Raises the number; false where another write has raised it since it was read. The raised row is locked. */
export async function raiseStamp(tx: Transaction, tenant: string, read: number): Promise<boolean> {
  const statement = read === 0 ? insertStamp : raiseStampOf;
  return (await tx.execute(statement, read === 0 ? [tenant] : [tenant, read])) === 1;
}
