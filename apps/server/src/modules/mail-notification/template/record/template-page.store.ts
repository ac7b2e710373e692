// Holds the SQL of pages of templates, without their contents.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter } from '../../../../kernel/records/page.ts';
import { listRecords, pageRecords } from '../../../../kernel/records/record-page.ts';
import { templateColumns } from './template.store.ts';
import type { Template } from './template.types.ts';

/** Filters; null filters nothing. */
export interface TemplateQuery {
  readonly tenantIdentifier: string;
  readonly code: string | null;
  readonly name: string | null;
  readonly searchText: string | null;
  readonly typeList: readonly string[] | null;
  readonly enabled: boolean | null;
  readonly locale: string | null;
  readonly category: string | null;
  readonly createdByFolded: string | null;
  readonly dateCreatedFrom: string | null;
  readonly dateCreatedTo: string | null;
  readonly dateUpdatedFrom: string | null;
  readonly dateUpdatedTo: string | null;
  readonly includeDeleted: boolean;
}

export interface PagedTemplate extends Template {
  readonly localeList: readonly string[];
}

const source = {
  name: 'mail_template_page',
  table: 'mail_template',
  alias: 't',
  columns: `${templateColumns},
    ARRAY(SELECT c.locale FROM mail_template_content c WHERE c.template_id = t.id ORDER BY c.position) AS "localeList"`,
  joins: '',
  sortColumns: {
    code: 't.code_folded',
    name: 't.name',
    type: 't.type',
    enabled: 't.enabled',
    dateCreated: 't.date_created',
    dateUpdated: 't.date_updated',
  },
};

function filterOf(query: TemplateQuery) {
  const filter = createFilter();
  filter.and('t.tenant_identifier = $?', query.tenantIdentifier);
  if (!query.includeDeleted) filter.and('NOT t.deleted');
  if (query.code !== null) filter.and('t.code = $?', query.code);
  if (query.name !== null) filter.and(`t.name ILIKE $? ESCAPE '\\'`, containsPattern(query.name));
  if (query.searchText !== null) {
    const pattern = containsPattern(query.searchText);
    filter.and(
      `t.code ILIKE $? ESCAPE '\\' OR t.name ILIKE $? ESCAPE '\\' OR t.description ILIKE $? ESCAPE '\\'`,
      pattern,
    );
  }
  if (query.typeList !== null) filter.and('t.type = ANY($?::text[])', query.typeList);
  if (query.enabled !== null) filter.and('t.enabled = $?::boolean', query.enabled);
  if (query.locale !== null) {
    filter.and(
      'EXISTS (SELECT FROM mail_template_content c WHERE c.template_id = t.id AND c.locale = $?)',
      query.locale,
    );
  }
  if (query.category !== null) filter.and('t.category = $?', query.category);
  if (query.createdByFolded !== null) filter.and('t.created_by_folded = $?', query.createdByFolded);
  addRange(filter, 't.date_created', query.dateCreatedFrom, query.dateCreatedTo);
  addRange(filter, 't.date_updated', query.dateUpdatedFrom, query.dateUpdatedTo);
  return filter;
}

/** Answers a page; the total is exact, and past the end the rows are empty. */
export function pageTemplates(queryable: Queryable, query: TemplateQuery, page: Pageable) {
  return pageRecords<PagedTemplate>(queryable, source, filterOf(query), page);
}

/** Answers all rows; 422 RESULT_TOO_LARGE where there are more than a list may have. */
export function listPagedTemplates(queryable: Queryable, query: TemplateQuery, page: Pageable) {
  return listRecords<PagedTemplate>(queryable, source, filterOf(query), page);
}

const findMailOf = sql(
  'mail_template_used',
  'SELECT EXISTS (SELECT FROM mail WHERE tenant_identifier = $1 AND template_code = $2) AS used',
);

/** Says whether a mail of the log was made from it. */
export async function isUsedByMails(queryable: Queryable, tenant: string, code: string): Promise<boolean> {
  const [row] = await queryable.rows<{ used: boolean }>(findMailOf, [tenant, code]);
  return row!.used;
}
