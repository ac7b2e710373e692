// Starts servers for tests of templates: short ways to save, read and preview them.
import type { SvcNotificationTemplateContentModel, SvcNotificationTemplateModel } from '@keelson/contract';
import type { SettingServer } from '../../testing/setting-server.ts';

export {
  query,
  type SettingServer as TemplateServer,
  signInWith,
  startSettingServer as startTemplateServer,
} from '../../testing/setting-server.ts';

export type Model = SvcNotificationTemplateModel;
export type Content = SvcNotificationTemplateContentModel;

/** Saves a template with one content in English, and answers it; throws when it is refused. */
export async function saveTemplate(server: SettingServer, model: object, token = server.admin): Promise<Model> {
  const whole = {
    name: 'A template',
    type: 'MAIL',
    contentMap: { en: { subject: 'Hello {{ name }}', content: 'Dear {{ name }}.' } },
    ...model,
  };
  const saved = await server.as<object>(token, 'POST', '/notification/template', whole);
  if (saved.status !== 200) throw new Error(`the template was refused: ${saved.text}`);
  return (await server.as<Model>(token, 'GET', saved.headers.get('location') ?? '')).body;
}

/** Reads a template by its code. */
export async function readTemplate(server: SettingServer, code: string, token = server.admin): Promise<Model> {
  return (await server.as<Model>(token, 'GET', `/notification/template/by-code/${code}`)).body;
}

export function update(server: SettingServer, model: object, token = server.admin) {
  return server.as<object>(token, 'PUT', '/notification/template', model);
}

export function act(server: SettingServer, verb: string, { uuid }: { readonly uuid: string }, token = server.admin) {
  return server.as<object>(token, 'POST', `/notification/template/${verb}/by-uuid/${uuid}`);
}

export function preview(server: SettingServer, body: object, kind = 'template', token = server.admin) {
  return server.as<Content>(token, 'POST', `/notification/${kind}/preview`, body);
}
