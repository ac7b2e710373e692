// Wires templates: how they are stored and shown, and how mails are rendered from them.
import type { Kernel } from '../../../kernel/module.ts';
import type { MailTemplate } from '../api.ts';
import type { MailPartitions } from '../record/mail-partitions.ts';
import type { Rendering } from '../rendering/feature.ts';
import { createChangeService } from './change.service.ts';
import { createContentService } from './content.service.ts';
import { type ChooseSenderOf, createPreviewService, type ShowInline, type TenantReadingOf } from './preview.service.ts';
import { createReadService } from './read.service.ts';
import { createTemplateWrites } from './record/template-writes.ts';
import { createMailRendering } from './rendered/mail-rendering.ts';
import { createTemplateCodes } from './rendered/template-codes.ts';
import { createTemplateSources } from './rendered/template-sources.ts';
import { createSaveService } from './save.service.ts';
import { BASE_LAYOUT } from './shipped/base-layout.ts';
import { createShippedTemplates } from './shipped/shipped-templates.ts';
import { createStoreShipped } from './shipped/store-shipped.ts';
import { createTemplateHandlers } from './template.routes.ts';
import { createTemplateGround } from './template-ground.ts';
import { createExportService } from './transfer/export.service.ts';
import { createImportService } from './transfer/import.service.ts';
import { createTransferHandlers } from './transfer/transfer.routes.ts';
import { createValidateService } from './validate.service.ts';

export type { TemplateReference } from './record/template.store.ts';
export type { InlineContent, MailTemplates, RenderedTemplate, UsableTemplate } from './rendered/mail-rendering.ts';

type StoredTemplates = ReturnType<typeof createStoredTemplates>;

export interface TemplateFeatureParts {
  readonly rendering: Rendering;
  readonly stored: Pick<StoredTemplates, 'ground'>;
  readonly tenantReading: TenantReadingOf;
  readonly chooseSender: ChooseSenderOf;
  readonly showInline: ShowInline;
  readonly partitions: Pick<MailPartitions, 'makeRoomForChange'>;
}

/** Keeps templates and renders mails from them; every sender of mails is built on it. */
export function createStoredTemplates(
  { database, clock, ids, log }: Pick<Kernel, 'database' | 'clock' | 'ids' | 'log'>,
  rendering: Rendering,
) {
  const shipped = createShippedTemplates();
  shipped.ship(BASE_LAYOUT);
  const writes = createTemplateWrites({ database });
  const sources = createTemplateSources({ database, rendering });
  const storing = createStoreShipped({ database, clock, ids, log, shipped, writes });
  const ground = createTemplateGround({ database, clock, ids, shipped, storing, sources, writes });
  const ship = (template: MailTemplate): void => {
    shipped.ship(template);
    storing.renewed();
  };
  return {
    ground,
    api: {
      /** Renders mails from stored templates, shipped ones and content that came with a request. */
      mails: createMailRendering({ database, rendering, shipped, storing, sources }),
      ship,
    },
    directoryHooks: { emptied: async (tenant: string): Promise<void> => storing.forget(tenant) },
    /** Functions for other modules. */
    mailApi: { shipTemplate: ship, findTemplateCodes: createTemplateCodes({ database, shipped }) },
    /** Waits for storing in the background. */
    settle: storing.settle,
  };
}

/** Serves the operations on templates. */
export function createTemplateFeature({ stored: { ground }, ...parts }: TemplateFeatureParts) {
  return {
    handlers: {
      ...createTemplateHandlers({
        saving: createSaveService(ground),
        writing: createContentService(ground),
        validating: createValidateService(ground),
        changing: createChangeService({ ...ground, ...parts }),
        reading: createReadService(ground),
        previewing: createPreviewService({ ...ground, ...parts }),
      }),
      ...createTransferHandlers({ exporting: createExportService(ground), importing: createImportService(ground) }),
    },
  };
}
