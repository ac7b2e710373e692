// Arranges what the examples of templates need: one that the administrator has saved, and one that a module ships.
import type { Arrange, ExampleWorld } from './given.ts';

let made = 0;

async function saved({ admin }: ExampleWorld, more: { readonly disabled?: boolean } = {}) {
  made += 1;
  const templateCode = `example.order-left-${made}`;
  const contentMap = { en: { subject: 'Order {{ order.no }}', content: 'Hello {{ name }}, your order left.' } };
  const templates = admin.sure.mailNotification;
  await templates.save({ body: { code: templateCode, name: 'Order left', type: 'MAIL', contentMap } });
  const { body } = await templates.getByCode({ params: { code: templateCode } });
  if (more.disabled === true) await templates.deactivateByUuid({ params: { uuid: body.uuid } });
  return { as: admin, values: { template: body.uuid, templateCode, username: admin.username } };
}

const template: Arrange = (world) => saved(world);

const toBe: Arrange = ({ admin }) => {
  made += 1;
  return { as: admin, values: { templateCode: `example.new-${made}` } };
};

export const templateGivens = {
  mail_preview: template,
  template_preview: template,
  activateByUuid: (world) => saved(world, { disabled: true }),
  deactivateByUuid: template,
  delete: template,
  getByUuid: template,
  getByCode: template,
  isEnabled: template,
  queryDataPage: template,
  save: toBe,
  queryDataList: template,
  validateTemplate: toBe,
  updateTemplateContent: template,
  copyTemplate: async (world) => {
    const { as, values } = await saved(world);
    return { as, values: { ...values, copiedTemplateCode: `${values.templateCode}-by-express` } };
  },
  exportTemplates: template,
  importTemplates: toBe,
  update: template,
  listTemplateVersions: template,
  restoreTemplateVersion: template,
  resetTemplate: async ({ admin }) => {
    const { body } = await admin.sure.mailNotification.getByCode({ params: { code: 'auth.new-device' } });
    return { as: admin, values: { template: body.uuid } };
  },
} satisfies Readonly<Record<string, Arrange>>;
