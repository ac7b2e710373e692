// Declares the operations on templates.

import { Type } from 'typebox';
import { page } from '../../../models/paging.ts';
import { closed, flag, list, maybe, text, uuid } from '../../../models/schema.ts';
import { authority, sessionAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { SvcNotificationPreviewModel } from './preview-model.ts';
import {
  SvcNotificationTemplateContentModel,
  SvcNotificationTemplateContentUpdateModel,
  SvcNotificationTemplateCopyModel,
  SvcNotificationTemplateDataModel,
  SvcNotificationTemplateModel,
  SvcNotificationTemplateModelInput,
  SvcNotificationTemplateQueryModel,
  SvcNotificationTemplateUpdateModel,
  SvcNotificationTemplateValidateModel,
  SvcNotificationTemplateValidationModel,
  SvcNotificationTemplateVersionModel,
} from './template-models.ts';

const one = { kind: 'json', schema: SvcNotificationTemplateModel } as const;
const params = closed({ uuid: uuid('Template.') });
const byCode = closed({ code: text('Code, exact.', { minLength: 1, maxLength: 128 }) });
const view = authority('NOTIFICATION_TEMPLATE_VIEW');
const edit = authority('NOTIFICATION_TEMPLATE_EDIT');
const activate = authority('NOTIFICATION_TEMPLATE_ACTIVATE');
const previewing = authority('NOTIFICATION_TEMPLATE_PREVIEW');
/** A template in 50 languages, with its styles. */
const limitBytes = 8 * 1_024 * 1_024;
const preview = {
  body: { kind: 'json', schema: SvcNotificationPreviewModel, limitBytes },
  reply: { kind: 'json', schema: SvcNotificationTemplateContentModel },
} as const;

const sourceErrors = [
  'TEMPLATE_SYNTAX_ERROR',
  'TEMPLATE_CONTENT_UNSAFE',
  'TEMPLATE_REFERENCE_NOT_FOUND',
  'TEMPLATE_RENDER_LIMIT_EXCEEDED',
] as const;
const previewErrors = [
  'NOTIFICATION_TEMPLATE_NOT_FOUND',
  'TEMPLATE_VERSION_NOT_FOUND',
  'TEMPLATE_LOCALE_NOT_FOUND',
  'TEMPLATE_VARIABLE_MISSING',
  'ATTACHMENT_NOT_FOUND',
  ...sourceErrors,
] as const;

export const templateOperations = {
  mail_preview: operation({
    method: 'POST',
    path: '/notification/mail/preview',
    listed: true,
    summary: 'Shows a mail as it would leave',
    description:
      'With layout, styles written into elements, and the sender; a sender that a send would be refused for is named in warningList, or refused with strict=true. Nothing is stored or sent, and disabled templates are shown, too. Bodies up to 8 MiB.',
    access: previewing,
    effect: 'read',
    ...preview,
    errors: [
      ...previewErrors,
      'TEMPLATE_TYPE_MISMATCH',
      'SUBJECT_EMPTY',
      'SENDER_NOT_ALLOWED',
      'SENDER_NOT_CONFIGURED',
    ],
  }),
  template_preview: operation({
    method: 'POST',
    path: '/notification/template/preview',
    listed: true,
    summary: 'Shows a template filled in',
    description:
      'The template alone, without its layout and sender. Missing variables show as ⟦path⟧ and are listed, unless strict=true. Bodies up to 8 MiB.',
    access: previewing,
    effect: 'read',
    ...preview,
    errors: previewErrors,
  }),
  activateByUuid: operation({
    method: 'POST',
    path: '/notification/template/activate/by-uuid/{uuid}',
    listed: true,
    summary: 'Enables a template',
    description: 'Repeated it changes nothing.',
    access: activate,
    effect: 'write',
    params,
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND', 'TEMPLATE_REFERENCE_NOT_FOUND'],
  }),
  deactivateByUuid: operation({
    method: 'POST',
    path: '/notification/template/deactivate/by-uuid/{uuid}',
    listed: true,
    summary: 'Disables a template',
    description:
      'Accepted mails still leave. A disabled layout or partial serves the templates that use it. Repeated it changes nothing.',
    access: activate,
    effect: 'write',
    params,
    query: closed({
      cancelPending: maybe(flag('Cancels its mails that are SCHEDULED, QUEUED or in RETRY, too; default false.')),
    }),
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND'],
  }),
  delete: operation({
    method: 'DELETE',
    path: '/notification/template/by-uuid/{uuid}',
    listed: true,
    summary: 'Deletes a template',
    description: 'Its code can be used again. A layout or partial in use stays, and so does what a module ships.',
    access: authority('NOTIFICATION_TEMPLATE_DELETE'),
    effect: 'write',
    params,
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND', 'TEMPLATE_IN_USE'],
  }),
  getByUuid: operation({
    method: 'GET',
    path: '/notification/template/by-uuid/{uuid}',
    listed: true,
    summary: 'One template',
    description: 'With its contents, as they were written.',
    access: view,
    effect: 'read',
    params,
    reply: { ...one, conditional: true, headers: { etag: 'Version of the template.' } },
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND'],
  }),
  getByCode: operation({
    method: 'GET',
    path: '/notification/template/by-code/{code}',
    summary: 'One template by its code',
    description: 'The code is exact, case included.',
    access: view,
    effect: 'read',
    params: byCode,
    reply: { ...one, conditional: true, headers: { etag: 'Version of the template.' } },
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND'],
  }),
  isEnabled: operation({
    method: 'GET',
    path: '/notification/template/enabled/by-code/{code}',
    listed: true,
    summary: 'Says whether a template is enabled',
    description: 'An unknown code is 404, not false. The code is exact, case included.',
    access: sessionAccess,
    effect: 'read',
    params: byCode,
    reply: { kind: 'json', schema: Type.Boolean({ description: 'Mails can be sent from it.' }) },
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND'],
  }),
  queryDataPage: operation({
    method: 'POST',
    path: '/notification/template/data/page',
    listed: true,
    summary: 'Pages templates',
    description: 'Contents are never loaded.',
    access: view,
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationTemplateQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcNotificationTemplateDataModel) },
  }),
  queryDataList: operation({
    method: 'POST',
    path: '/notification/template/data/list',
    summary: 'Lists templates',
    description: 'In the order asked for; contents are never loaded. More than 1,000 are refused.',
    access: view,
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationTemplateQueryModel, optional: true },
    reply: { kind: 'json', schema: list(SvcNotificationTemplateDataModel, 'Templates in the order asked for.') },
    errors: ['RESULT_TOO_LARGE'],
  }),
  validateTemplate: operation({
    method: 'POST',
    path: '/notification/template/validate',
    summary: 'Says whether a template can be saved',
    description:
      'Fails as save would, with all problems, or with a uuid as update would whatever the version; stores nothing. Bodies up to 8 MiB.',
    access: view,
    effect: 'read',
    body: { kind: 'json', schema: SvcNotificationTemplateValidateModel, limitBytes },
    reply: { kind: 'json', schema: SvcNotificationTemplateValidationModel },
    errors: [
      'NOTIFICATION_TEMPLATE_NOT_FOUND',
      'NOTIFICATION_TEMPLATE_ALREADY_EXISTS',
      'TEMPLATE_IN_USE',
      ...sourceErrors,
    ],
  }),
  save: operation({
    method: 'POST',
    path: '/notification/template',
    listed: true,
    summary: 'Creates a template',
    description:
      'Enabled at once, with version 0. Every locale and part is checked, and all problems are reported at once. Bodies up to 8 MiB.',
    access: edit,
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationTemplateModelInput, limitBytes },
    reply: { kind: 'void', headers: { location: 'Address of the template.' } },
    idempotent: true,
    errors: ['NOTIFICATION_TEMPLATE_ALREADY_EXISTS', ...sourceErrors],
  }),
  update: operation({
    method: 'PUT',
    path: '/notification/template',
    listed: true,
    summary: 'Changes a template',
    description:
      'Where contentMap is given, it is the whole new set: an entry that is absent goes. The same again makes no new version; the old versions are kept. Bodies up to 8 MiB.',
    access: edit,
    effect: 'write',
    body: { kind: 'json', schema: SvcNotificationTemplateUpdateModel, limitBytes },
    errors: [
      'NOTIFICATION_TEMPLATE_NOT_FOUND',
      'NOTIFICATION_TEMPLATE_ALREADY_EXISTS',
      'VERSION_CONFLICT',
      'TEMPLATE_IN_USE',
      ...sourceErrors,
    ],
  }),
  updateTemplateContent: operation({
    method: 'PUT',
    path: '/notification/template/content/by-uuid/{uuid}/{locale}',
    summary: 'Changes what a template says in one locale',
    description:
      'Held against the version of the entry, so that two locales can be written at once; left out, it makes an entry that is not there yet. A new version of the template unless it says the same. Bodies up to 8 MiB.',
    access: edit,
    effect: 'write',
    params: closed({
      uuid: uuid('Template.'),
      locale: text('Locale, such as tr-TR, or default.', { minLength: 1, maxLength: 100 }),
    }),
    body: { kind: 'json', schema: SvcNotificationTemplateContentUpdateModel, limitBytes },
    errors: [
      'NOTIFICATION_TEMPLATE_NOT_FOUND',
      'TEMPLATE_LOCALE_NOT_FOUND',
      'TEMPLATE_LOCALE_LIMIT_REACHED',
      'VERSION_CONFLICT',
      ...sourceErrors,
    ],
  }),
  copyTemplate: operation({
    method: 'POST',
    path: '/notification/template/copy/by-uuid/{uuid}',
    summary: 'Copies a template',
    description:
      'What it says now, under another code: a new template, enabled at once, with version 0 and belonging to no module.',
    access: edit,
    effect: 'write',
    params,
    body: { kind: 'json', schema: SvcNotificationTemplateCopyModel },
    reply: { kind: 'void', headers: { location: 'Address of the copy.' } },
    idempotent: true,
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND', 'NOTIFICATION_TEMPLATE_ALREADY_EXISTS', ...sourceErrors],
  }),
  listTemplateVersions: operation({
    method: 'GET',
    path: '/notification/template/version/list/by-uuid/{uuid}',
    summary: 'Lists the versions of a template',
    description: 'The newest 200, the newest first.',
    access: view,
    effect: 'read',
    params,
    reply: { kind: 'json', schema: list(SvcNotificationTemplateVersionModel, 'Versions, the newest first.') },
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND'],
  }),
  restoreTemplateVersion: operation({
    method: 'POST',
    path: '/notification/template/version/restore/by-uuid/{uuid}/{version}',
    summary: 'Restores a version of a template',
    description: 'Makes a new version that says what the old one said. Code, type and whether it is enabled stay.',
    access: edit,
    effect: 'write',
    params: closed({ uuid: uuid('Template.'), version: text('Version.', { pattern: '^[0-9]{1,9}$' }) }),
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND', 'TEMPLATE_VERSION_NOT_FOUND', ...sourceErrors],
  }),
  resetTemplate: operation({
    method: 'POST',
    path: '/notification/template/reset/by-uuid/{uuid}',
    summary: 'Sets a template back to what its module ships',
    description: 'Makes a new version; whether it is enabled stays.',
    access: edit,
    effect: 'write',
    params,
    errors: ['NOTIFICATION_TEMPLATE_NOT_FOUND', 'TEMPLATE_NOT_SHIPPED'],
  }),
};
