// Tests the files of mail tasks over HTTP: what is attached to the instance, bytes of its variables, and what is missing.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, readAnswer } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, END, START, started } from '../../testing/driven-process.ts';
import { outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let mails = 0;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  server.settings.set('mail.sending-enabled', false);
});
afterAll(() => server.stop());

const attachment = (name: string, bytes: string | Uint8Array<ArrayBuffer>, type: string) => {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return form;
};

async function sendForm(path: string, form: FormData) {
  const headers = { authorization: `Bearer ${admin.token}` };
  const answer = await readAnswer(await fetch(server.url + path, { method: 'POST', headers, body: form }));
  expect(answer.errorDetail).toBeNull();
  return answer.body as { readonly id: string };
}

/** Begins a process that stands at a task, behind which a mail with these files is sent. */
async function begun(attachments: string, variables: object = {}) {
  const to = `files-${++mails}@mail.example`;
  const written = Object.entries({ to, subject: 'With files', text: 'See them.', attachments });
  const fields = written.map(([name, value]) => `<keelson:field name="${name}" expression="${value}"/>`);
  const send = `<serviceTask id="send" keelson:type="mail"><extensionElements>${fields.join('')}</extensionElements></serviceTask>`;
  const run = await started(admin, chained([START, '<userTask id="work"/>', send, END]), { variables });
  const [open] = await run.tasks();
  const path = `/task/${open?.id}`;
  return {
    run,
    attach: (name: string, bytes: string | Uint8Array<ArrayBuffer> = name, type = 'text/plain') =>
      sendForm(`${path}/attachments`, attachment(name, bytes, type)),
    attachToInstance: (name: string, bytes: string) =>
      sendForm(`/process-instance/${run.id}/attachments`, attachment(name, bytes, 'text/plain')),
    link(name: string) {
      const form = new FormData();
      form.append('url', 'https://example.com/a');
      form.append('name', name);
      return sendForm(`${path}/attachments`, form);
    },
    go: (body: object = {}) => admin.post(`${path}/complete`, body),
    incidents: async () => (await admin.post('/management/incidents/page', { processInstanceId: run.id })).body.data,
    /** Answers the files of the mail, by their names; null where there is no mail. */
    async files(): Promise<Record<string, string> | null> {
      const { data } = (await admin.post('/notification/mail/data/page', { recipient: to })).body;
      if (data.length === 0) return null;
      const headers = { authorization: `Bearer ${admin.token}` };
      const raw = await (
        await fetch(`${server.url}/notification/mail/raw/by-uuid/${data[0].uuid}`, { headers })
      ).text();
      return Object.fromEntries(partsOf(raw));
    },
  };
}

function partsOf(raw: string): readonly (readonly [string, string])[] {
  return raw.split(/^--.*\r?$/m).flatMap((part) => {
    const name = /filename="?([^"\r\n;]+)"?/.exec(part)?.[1];
    const body = part
      .split(/\r?\n\r?\n/)
      .slice(1)
      .join('')
      .replaceAll(/\s/g, '');
    return name === undefined ? [] : [[name, Buffer.from(body, 'base64').toString()] as const];
  });
}

const bytes = (text: string) => ({ type: 'BYTES', value: Buffer.from(text).toString('base64') });

describe('the files of a mail task', () => {
  it('bpmn-engine 54: are attached to the instance or to one of its tasks, by name and by id, and bytes of its variables', async () => {
    const { attach, attachToInstance, go, files } = await begun('report.txt, notes.txt, doc, ${byId}');
    await attach('report.txt', 'first');
    await attach('report.txt', 'newest');
    await attachToInstance('notes.txt', 'of the instance');
    const { id } = await attach('by-id, with a comma.txt', 'third');
    const body = { variables: { byId: id }, typedVariables: { doc: bytes('of a variable') } };
    expect(outcome(await go(body))).toEqual([200, null]);
    expect(await files()).toEqual({
      'report.txt': 'newest',
      'notes.txt': 'of the instance',
      doc: 'of a variable',
      'by-id, with a comma.txt': 'third',
    });
  });

  it('may be a list, a name with a comma in it, each once, and bytes themselves', async () => {
    const { attach, go, files } = await begun('${files}');
    await attach('a, b.txt', 'one');
    const { value } = bytes('straight');
    const given = ['a, b.txt', ' a, b.txt', `data:application/octet-stream;base64,${value}`];
    expect(outcome(await go({ variables: { files: given } }))).toEqual([200, null]);
    expect(await files()).toEqual({ 'a, b.txt': 'one', 'attachment-2': 'straight' });
  });

  it('are none where the field is empty', async () => {
    const { go, files } = await begun('${files}');
    expect(outcome(await go({ variables: { files: [] } }))).toEqual([200, null]);
    expect(await files()).toEqual({});
  });

  it('that are missing are an incident that names them, and the mail goes once they are there', async () => {
    const { run, attachToInstance, go, incidents, files } = await begun('late.txt');
    expect(outcome(await go())).toEqual([200, null]);
    const [incident] = await incidents();
    expect(incident.message).toBe(
      'ATTACHMENT_MISSING: nothing called late.txt is attached to the instance, and no variable of that name holds bytes',
    );
    expect(await files()).toBeNull();
    await attachToInstance('late.txt', 'here now');
    const retried = await admin.post(`/management/incidents/${incident.id}/resolve`, { action: 'RETRY' });
    expect(retried.errorDetail).toBeNull();
    await run.ends();
    expect(await files()).toEqual({ 'late.txt': 'here now' });
  });

  it('are no addresses, and nothing of another instance, whose id is known', async () => {
    const link = await begun('page');
    await link.link('page');
    await link.go();
    expect((await link.incidents())[0].message).toBe('ATTACHMENT_HAS_NO_FILE: page is attached as an address');
    const other = await begun('none');
    const { id } = await other.attach('secret.txt');
    for (const named of [id, 'secret.txt']) {
      const { go, incidents, files } = await begun(named);
      await go();
      expect((await incidents())[0].message).toContain(`ATTACHMENT_MISSING: nothing called ${named} is attached`);
      expect(await files()).toBeNull();
    }
  });

  it('are bounded as those of every mail: by their kinds and by their size', async () => {
    const told = async ({ go }: Awaited<ReturnType<typeof begun>>, body: object = {}) =>
      (await go(body)).errorDetail.errorDetail;
    const program = await begun('a.exe');
    await program.attach('a.exe');
    expect(await told(program)).toMatch(/^VALIDATION_FAILED: .*files\[0\]/);
    const large = await begun('a.bin, b.bin');
    for (const name of ['a.bin', 'b.bin']) await large.attach(name, new Uint8Array(9.5 * 1_048_576), '');
    expect(await told(large)).toMatch(/^MAIL_TOO_LARGE: /);
    expect(await large.files()).toBeNull();
  });
});
