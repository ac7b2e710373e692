// Declares what a preview is asked for: of a stored template, an unsaved one, or a content alone.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { closed, flag, integer, maybe, nullable, optional, text, uuid } from '../../../models/schema.ts';
import { mailAttachments } from '../attachments/attachment-models.ts';
import { previewParts } from './template-models.ts';

export const SvcNotificationPreviewModel = needing(
  closed({
    templateCode: optional(previewParts.code('Stored template, by its code.')),
    templateUuid: optional(uuid('Stored template.')),
    template: maybe(nullable(previewParts.templateInput, 'Template that is not saved.')),
    content: maybe(nullable(previewParts.contentInput, 'Content alone, as a template would say it.')),
    templateVersion: optional(integer('Version of the stored template; default the present one.', { minimum: 0 })),
    locale: optional(text('Locale asked for; default that of the caller.', { minLength: 1, maxLength: 100 })),
    timeZone: optional(text('Time zone of dates, an IANA name; default that of the tenant.', { maxLength: 100 })),
    parameters: optional(previewParts.parameters('Values of the variables.')),
    useSampleData: optional(
      flag(
        'Takes sampleValue and defaultValue of the parameters where no value is given; default true without parameters.',
      ),
    ),
    strict: optional(
      flag(
        'A missing variable is refused, instead of shown as ⟦path⟧, as is a sender that the tenant may not have; default false.',
      ),
    ),
    layoutCode: optional(previewParts.code('Another layout than that of the template.')),
    attachments: mailAttachments('Files that `cid:` of the HTML names; images are shown as data: addresses.'),
  }),
  'SvcNotificationPreviewModel',
  { fields: ['templateCode', 'templateUuid', 'template', 'content'], exclusive: true },
);
export type SvcNotificationPreviewModel = Static<typeof SvcNotificationPreviewModel>;
