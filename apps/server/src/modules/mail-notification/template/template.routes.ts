// Answers the operations on templates, by calls of their services.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ChangeService } from './change.service.ts';
import type { ContentService } from './content.service.ts';
import type { PreviewService } from './preview.service.ts';
import type { ReadService } from './read.service.ts';
import type { SaveService } from './save.service.ts';
import type { ValidateService } from './validate.service.ts';

const locationOf = (uuid: string) => ({ location: `/notification/template/by-uuid/${uuid}` });

export function createTemplateHandlers({
  saving,
  writing,
  validating,
  changing,
  reading,
  previewing,
}: {
  readonly saving: SaveService;
  readonly writing: ContentService;
  readonly validating: ValidateService;
  readonly changing: ChangeService;
  readonly reading: ReadService;
  readonly previewing: PreviewService;
}) {
  return {
    async save({ act, body }) {
      const { uuid } = await saving.save(act, body);
      return { body: undefined, headers: locationOf(uuid) };
    },
    async copyTemplate({ act, params, body }) {
      const { uuid } = await saving.copy(act, { ...body, uuid: params.uuid });
      return { body: undefined, headers: locationOf(uuid) };
    },
    validateTemplate: ({ act, body }) => validating.validate(act, body),
    async updateTemplateContent({ act, params, body }) {
      await writing.update(act, { ...params, body });
      return undefined;
    },
    async update({ act, body }) {
      await saving.update(act, body);
      return undefined;
    },
    async delete({ act, params }) {
      await changing.remove(act, params.uuid);
      return undefined;
    },
    async activateByUuid({ act, params }) {
      await changing.activate(act, params.uuid);
      return undefined;
    },
    async deactivateByUuid({ act, params, query }) {
      await changing.deactivate(act, params.uuid, query.cancelPending ?? false);
      return undefined;
    },
    async getByUuid({ act, params }) {
      const { model, etag } = await reading.get(act, { uuid: params.uuid });
      return { body: model, headers: { etag } };
    },
    async getByCode({ act, params }) {
      const { model, etag } = await reading.get(act, { code: params.code });
      return { body: model, headers: { etag } };
    },
    isEnabled: ({ act, params }) => reading.isEnabled(act, params.code),
    queryDataPage: ({ act, body }) => reading.page(act, body),
    queryDataList: ({ act, body }) => reading.list(act, body),
    listTemplateVersions: ({ act, params }) => reading.versions(act, params.uuid),
    async restoreTemplateVersion({ act, params }) {
      await saving.restore(act, { uuid: params.uuid, version: Number(params.version) });
      return undefined;
    },
    async resetTemplate({ act, params }) {
      await saving.reset(act, params.uuid);
      return undefined;
    },
    template_preview: ({ act, body }) => previewing.template(act, body),
    mail_preview: ({ act, body }) => previewing.mail(act, body),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
