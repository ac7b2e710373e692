// Tells how each operation on templates would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';

/** They answer by the caller's own tenant alone. */
export const ownTemplateOperations = ['save', 'queryDataPage', 'queryDataList', 'importTemplates'];

const missing: ErrorCode = 'NOTIFICATION_TEMPLATE_NOT_FOUND';
const contentMap = { en: { subject: 'Elsewhere', content: 'Of another tenant.' } } as const;

/** An administrator of the foreign tenant saves it. */
async function theirs({ tenant }: Foreign) {
  const templates = tenant.deputy.sure.mailNotification;
  const code = `elsewhere.${Math.random().toString(36).slice(2)}`;
  await templates.save({ body: { code, name: 'Elsewhere', type: 'MAIL', contentMap } });
  const { body } = await templates.getByCode({ params: { code } });
  return { code, uuid: body.uuid };
}

/** Templates belong to one tenant, whoever asks from another one. */
const reaching = (
  call: (
    templates: Client<false>['mailNotification'],
    template: { readonly code: string; readonly uuid: string },
  ) => ReturnType<Reach['call']>,
): Reach => ({
  call: async ({ mailNotification }, foreign) => call(mailNotification, await theirs(foreign)),
  stranger: missing,
  everywhere: missing,
});

export const templateReaches: Readonly<Record<string, Reach>> = {
  update: reaching((templates, { uuid }) => templates.update({ body: { uuid, version: 0, name: 'Mine' } })),
  getByUuid: reaching((templates, { uuid }) => templates.getByUuid({ params: { uuid } })),
  getByCode: reaching((templates, { code }) => templates.getByCode({ params: { code } })),
  isEnabled: reaching((templates, { code }) => templates.isEnabled({ params: { code } })),
  activateByUuid: reaching((templates, { uuid }) => templates.activateByUuid({ params: { uuid } })),
  deactivateByUuid: reaching((templates, { uuid }) => templates.deactivateByUuid({ params: { uuid } })),
  delete: reaching((templates, { uuid }) => templates.delete({ params: { uuid } })),
  template_preview: reaching((templates, { code }) => templates.template_preview({ body: { templateCode: code } })),
  notifyBatch: {
    ...reaching((mails, { uuid }) =>
      mails.notifyBatch({ body: { requests: [{ templateUuid: uuid, to: ['ada@mail.example'] }], atomic: true } }),
    ),
    stranger: 'MAIL_BATCH_REFUSED',
    everywhere: 'MAIL_BATCH_REFUSED',
  },
  notify: reaching((mails, { uuid }) => mails.notify({ body: { templateUuid: uuid, to: ['ada@mail.example'] } })),
  mail_preview: reaching((templates, { uuid }) => templates.mail_preview({ body: { templateUuid: uuid } })),
  listTemplateVersions: reaching((templates, { uuid }) => templates.listTemplateVersions({ params: { uuid } })),
  restoreTemplateVersion: reaching((templates, { uuid }) =>
    templates.restoreTemplateVersion({ params: { uuid, version: '0' } }),
  ),
  copyTemplate: reaching((templates, { uuid, code }) =>
    templates.copyTemplate({ params: { uuid }, body: { code: `${code}.mine` } }),
  ),
  updateTemplateContent: reaching((templates, { uuid }) =>
    templates.updateTemplateContent({ params: { uuid, locale: 'tr' }, body: contentMap.en }),
  ),
  validateTemplate: reaching((templates, { uuid, code }) =>
    templates.validateTemplate({ body: { uuid, code, name: 'Mine', type: 'MAIL', contentMap } }),
  ),
  exportTemplates: reaching((templates, { code }) => templates.exportTemplates({ body: { codeList: [code] } })),
  resetTemplate: reaching((templates, { uuid }) => templates.resetTemplate({ params: { uuid } })),
};
