// Tests that an old version of a template is held against the rules as they are when it is restored.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  query,
  readTemplate,
  saveTemplate,
  startTemplateServer,
  type TemplateServer,
  update,
} from '../template-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startTemplateServer();
});
afterAll(() => server?.stop());

it.each([
  ['TEMPLATE_SYNTAX_ERROR', '{{ x | raw }}'],
  ['TEMPLATE_CONTENT_UNSAFE', '<script>1</script>'],
  ['TEMPLATE_REFERENCE_NOT_FOUND', `{% render 'version.gone' %}`],
  ['TEMPLATE_RENDER_LIMIT_EXCEEDED', '{% for i in (1..100000000) %}x{% endfor %}'],
])('mail-notification 2: a version of earlier rules is refused with %s', async (errorCode, content) => {
  const code = `version.${errorCode}`;
  const { uuid, version } = await saveTemplate(server, { code });
  await update(server, { uuid, version, name: 'Second' });
  await query(
    server,
    `UPDATE mail_template_version v SET snapshot = jsonb_set(snapshot, '{contents,0,content}', to_jsonb($2::text))
     FROM mail_template t WHERE t.id = v.template_id AND t.uuid = $1 AND v.version = 0`,
    [uuid, content],
  );
  const path = `/notification/template/version/restore/by-uuid/${uuid}/0`;
  expect(await server.as(server.admin, 'POST', path)).toMatchObject({ status: 422, error: { errorCode } });
  expect(await readTemplate(server, code)).toMatchObject({ version: 1, name: 'Second' });
});

it('mail-notification 2: each write by a person is an event with its version, and nothing of what the template says', async () => {
  const { uuid } = await saveTemplate(server, { code: 'version.events' });
  const post = (path: string) => server.as(server.admin, 'POST', `/notification/template/${path}`);
  await update(server, { uuid, version: 0, name: 'Second' });
  await post(`deactivate/by-uuid/${uuid}`);
  await post(`activate/by-uuid/${uuid}`);
  await post(`version/restore/by-uuid/${uuid}/0`);
  await server.as(server.admin, 'DELETE', `/notification/template/by-uuid/${uuid}`);
  const rows = await query<{ name: string; username: string; row: string }>(
    server,
    `SELECT event_name AS name, username, e::text AS row FROM log_event e
     WHERE event_name LIKE 'mail.template-%' AND e::text LIKE '%' || $1 || '%'`,
    [uuid],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'mail.template-activated',
    'mail.template-deactivated',
    'mail.template-removed',
    'mail.template-restored',
    'mail.template-saved',
    'mail.template-saved',
  ]);
  for (const { username, row } of rows) {
    expect(username).toBe('admin');
    expect(row).not.toContain('Dear');
  }
});
