// Holds the SQL of exported templates: which ones, their size, and their contents without compiled forms.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import { templateColumns } from './template.store.ts';
import type { Template, WrittenContent } from './template.types.ts';

/** Filters; null filters nothing. */
export interface ExportQuery {
  readonly tenantIdentifier: string;
  readonly codeList: readonly string[] | null;
  readonly codePrefix: string | null;
  readonly typeList: readonly string[] | null;
  readonly category: string | null;
  readonly limit: number;
}

const selectExported = sql(
  'mail_template_export',
  `SELECT ${templateColumns} FROM mail_template t
   WHERE t.tenant_identifier = $1 AND NOT t.deleted
     AND ($2::text[] IS NULL OR t.code = ANY($2)) AND ($3::text IS NULL OR starts_with(t.code, $3))
     AND ($4::text[] IS NULL OR t.type = ANY($4)) AND ($5::text IS NULL OR t.category = $5)
     AND ($2 IS NOT NULL OR t.edited OR NOT t.system)
   ORDER BY t.code COLLATE "C" LIMIT $6`,
);
const selectUsedCodes = sql(
  'mail_template_used_codes',
  `SELECT t.layout_code AS code FROM mail_template t WHERE t.id = ANY($1::bigint[]) AND t.layout_code IS NOT NULL
   UNION
   SELECT used.code FROM mail_template_content c, jsonb_array_elements_text(c.compiled->'partialCodes') AS used(code)
   WHERE c.template_id = ANY($1::bigint[])`,
);
const measure = sql(
  'mail_template_measure',
  `SELECT count(*)::int AS contents, coalesce(sum(octet_length(c.content) + octet_length(coalesce(c.text_content, ''))), 0)::float8 AS bytes
   FROM mail_template_content c WHERE c.template_id = ANY($1::bigint[])`,
);
const selectWritten = sql(
  'mail_template_written',
  `SELECT c.template_id AS "templateId", c.locale, c.subject, c.content, c.sender, c.content_type AS "contentType",
     c.text_content AS "textContent"
   FROM mail_template_content c WHERE c.template_id = ANY($1::bigint[]) ORDER BY c.template_id, c.position`,
);

/** Lists templates by code; shipped and unedited ones only where they are named. */
export function listExported(queryable: Queryable, query: ExportQuery): Promise<Template[]> {
  const { tenantIdentifier, codeList, codePrefix, typeList, category, limit } = query;
  const values = [tenantIdentifier, codeList, codePrefix, typeList, category, limit];
  return queryable.rows<Template>(selectExported, values);
}

/** Lists the layouts and partials of templates, those of partials included. */
export async function listUsedCodes(queryable: Queryable, templateIds: readonly number[]): Promise<readonly string[]> {
  return (await queryable.rows<{ code: string }>(selectUsedCodes, [templateIds])).map(({ code }) => code);
}

/** Counts the contents of templates, and their least number of bytes. */
export async function measureContents(queryable: Queryable, templateIds: readonly number[]) {
  const [row] = await queryable.rows<{ contents: number; bytes: number }>(measure, [templateIds]);
  return row!;
}

export function listWritten(
  queryable: Queryable,
  templateIds: readonly number[],
): Promise<(WrittenContent & { readonly templateId: number })[]> {
  return queryable.rows<WrittenContent & { templateId: number }>(selectWritten, [templateIds]);
}
