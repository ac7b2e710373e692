// Shows templates, their versions and whether they are enabled.
import { resolvePageable, type SvcNotificationTemplateQueryModel, templateSortStandard } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { canonicalLocale } from '../rendering/feature.ts';
import type { TemplateReference } from './record/template.store.ts';
import { listPagedTemplates, pageTemplates, type TemplateQuery } from './record/template-page.store.ts';
import { listVersions } from './record/version.store.ts';
import { toDataModel, toTemplateModel, toVersionModel } from './template.wire.ts';
import type { TemplateGround } from './template-ground.ts';

const EDIT = 'NOTIFICATION_TEMPLATE_EDIT';

function queryOf(tenantIdentifier: string, body: SvcNotificationTemplateQueryModel): TemplateQuery {
  return {
    tenantIdentifier,
    code: body.code ?? null,
    name: body.name ?? null,
    searchText: body.searchText ?? null,
    typeList: body.typeList ?? null,
    enabled: body.enabled ?? null,
    // A text that is no locale matches nothing.
    locale: body.locale == null ? null : (canonicalLocale(body.locale) ?? body.locale),
    category: body.category ?? null,
    createdByFolded: body.createdBy == null ? null : foldName(body.createdBy),
    dateCreatedFrom: body.dateCreatedFrom ?? null,
    dateCreatedTo: body.dateCreatedTo ?? null,
    dateUpdatedFrom: body.dateUpdatedFrom ?? null,
    dateUpdatedTo: body.dateUpdatedTo ?? null,
    includeDeleted: body.includeDeleted ?? false,
  };
}

export function createReadService({ database, storing, requireTemplate, requireWhole }: TemplateGround) {
  async function readQuery({ caller }: Act, body: SvcNotificationTemplateQueryModel) {
    if (body.includeDeleted === true && !caller.holds(EDIT)) failAuthority(EDIT);
    await storing.ensure(caller.tenantIdentifier);
    const request = resolvePageable(body.pageable, templateSortStandard);
    return { query: queryOf(caller.tenantIdentifier, body), request };
  }
  return {
    /** Answers a template; the tag changes with the version, and with whether it is enabled. */
    async get(act: Act, asked: TemplateReference) {
      const whole = await requireWhole(act, asked);
      const { version, compileNo, enabled } = whole.template;
      return { model: toTemplateModel(whole), etag: `"${version}-${compileNo}-${enabled ? 1 : 0}"` };
    },
    async isEnabled(act: Act, code: string): Promise<boolean> {
      return (await requireTemplate(act, { code })).enabled;
    },
    async page(act: Act, body: SvcNotificationTemplateQueryModel) {
      const { query, request } = await readQuery(act, body);
      const { rows, total } = await pageTemplates(database, query, request);
      return pageBody(rows.map(toDataModel), total, request);
    },
    async list(act: Act, body: SvcNotificationTemplateQueryModel) {
      const { query, request } = await readQuery(act, body);
      return (await listPagedTemplates(database, query, request)).map(toDataModel);
    },
    async versions(act: Act, uuid: string) {
      const { id } = await requireTemplate(act, { uuid });
      return (await listVersions(database, id)).map(toVersionModel);
    },
  };
}

export type ReadService = ReturnType<typeof createReadService>;
