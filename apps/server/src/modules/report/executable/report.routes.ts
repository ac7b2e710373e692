// Answers the operations on reports.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { FindReportsService } from './find-reports.service.ts';
import type { ReportService } from './report.service.ts';
import type { VersionService } from './version.service.ts';

interface ReportServices {
  readonly found: FindReportsService;
  readonly saved: ReportService;
  readonly versions: VersionService;
}

const locationOf = (uuid: string) => ({ location: `/executable-reports/by-uuid/${uuid}` });

export function createReportHandlers({ found, saved, versions }: ReportServices) {
  return {
    async getByUuid({ act, params, query }) {
      const { model, tag } = await found.get(act, params.uuid, query.version);
      return { body: model, headers: { etag: tag } };
    },
    queryReportVersionList: ({ act, params }) => versions.list(act, params.uuid),
    restoreReport: ({ act, params }) => versions.restore(act, params.uuid, params.version),
    queryReportDataPage: ({ act, body }) => found.page(act, body),
    queryReportLookupDataList: ({ act, body }) => found.lookup(act, body),
    async saveReport({ act, body }) {
      const model = await saved.save(act, body);
      return { body: model, headers: locationOf(model.uuid) };
    },
    updateReport: ({ act, body }) => saved.update(act, body),
    async copyReport({ act, params, body }) {
      const model = await saved.copy(act, params.uuid, body);
      return { body: model, headers: locationOf(model.uuid) };
    },
    activateReport: ({ act, params }) => saved.activate(act, params.uuid),
    deactivateReport: ({ act, params }) => saved.deactivate(act, params.uuid),
    async deleteByUuid({ act, params, query }) {
      await saved.remove(act, params.uuid, query);
      return undefined;
    },
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
