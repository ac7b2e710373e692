// Tests files and addresses at tasks and instances: hostile names and bytes, who may, and what becomes of them, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../../kernel/database/database.ts';
import { createPersonWithRoles, createRole, type Person, readAnswer } from '../../../../testing/test-people.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { chained, END, START, started } from '../../testing/driven-process.ts';
import { createStranger, outcome, startEngine } from '../../testing/engine-server.ts';

let server: TestServer;
let admin: Person;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
  await createRole(admin, 'ROLE_CLERKS');
  ada = await createPersonWithRoles(admin, server.url, 'ada', ['ROLE_CLERKS']);
  ben = await createPersonWithRoles(admin, server.url, 'ben', ['ROLE_CLERKS']);
});
afterAll(() => server.stop());

interface File {
  readonly name?: string;
  readonly type?: string;
  readonly bytes?: string | Uint8Array<ArrayBuffer>;
}

const as = (person: Person, headers: Record<string, string> = {}) => ({
  authorization: `Bearer ${person.token}`,
  ...headers,
});

async function send(person: Person, path: string, form: FormData, headers: Record<string, string> = {}) {
  return readAnswer(await fetch(server.url + path, { method: 'POST', headers: as(person, headers), body: form }));
}

function attach(person: Person, path: string, { name = 'a.txt', type = 'text/plain', bytes = 'text' }: File = {}) {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  return send(person, path, form);
}

function attachFields(person: Person, path: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return send(person, path, form);
}

const download = (person: Person, path: string) => fetch(server.url + path, { headers: as(person) });

async function opened() {
  const work = '<userTask id="work" keelson:candidateGroups="CLERKS"/>';
  const run = await started(admin, chained([START, work, END]));
  const [open] = await run.tasks();
  const path = `/task/${open?.id}`;
  const at = { task: `${path}/attachments`, instance: `/process-instance/${run.id}/attachments` };
  const names = async (where: string = at.instance): Promise<string[]> =>
    (await admin.get(where)).body.data.map(({ name }: { name: string }) => name);
  return { run, path, at, names };
}

describe('an attachment', () => {
  it('bpmn-engine 51: is given back byte for byte to whoever sees its task, and counted with it', async () => {
    const { path, at, names } = await opened();
    const bytes = new Uint8Array(2_500_000).map((_, index) => index % 251);
    const { body } = await attach(ada, at.task, { name: 'Rapor-ğüş.bin', type: 'application/x-thing', bytes });
    expect(body).toMatchObject({ name: 'Rapor-ğüş.bin', mediaType: 'application/x-thing', size: 2_500_000, url: null });
    const answer = await download(ben, `${at.task}/${body.id}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-thing']);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    await attach(admin, at.instance, { name: 'whole.txt' });
    expect((await ada.get(path)).body).toMatchObject({ attachmentCount: 1, commentCount: 0 });
    expect((await names()).sort()).toEqual(['Rapor-ğüş.bin', 'whole.txt']);
    expect(await names(at.task)).toEqual(['Rapor-ğüş.bin']);
    expect((await download(admin, `${at.instance}/${body.id}`)).status).toBe(200);
  });

  it.each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['image.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['code.js', 'text/javascript', 'alert(1)'],
    ['feed.xml', 'application/xml', '<?xml-stylesheet href="x.xsl"?><a/>'],
  ])('bpmn-engine 51: is kept and never shown, as %s is, whatever it would run', async (name, type, bytes) => {
    const { at } = await opened();
    const { body } = await attach(ada, at.task, { name, type, bytes });
    const answer = await download(ben, `${at.task}/${body.id}`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(await answer.text()).toBe(bytes);
  });

  it('is of the type that its bytes begin as, else of none', async () => {
    const { at } = await opened();
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    const types = [
      [{ type: 'image/png', bytes: png }, 'image/png'],
      [{ type: 'IMAGE/PNG', bytes: '<script>alert(1)</script>' }, 'application/octet-stream'],
      [{ type: 'application/pdf', bytes: 'MZ' }, 'application/octet-stream'],
      [{ type: 'application/pdf', bytes: '' }, 'application/octet-stream'],
      [{ type: 'text/csv', bytes: '' }, 'text/csv'],
    ] as const;
    for (const [file, mediaType] of types) {
      expect((await attach(ada, at.task, file)).body).toMatchObject({ mediaType });
    }
  });

  it('has a plain name of 255 characters at most; folders are left out', async () => {
    const { at, names } = await opened();
    await attach(ada, at.task, { name: '../../etc/passwd' });
    expect(await names()).toEqual(['passwd']);
    for (const name of ['invoice\u202efdp.exe', '..', ' ', '=?utf-8?q?x?=', 'a\u2028b']) {
      const { status, errorDetail } = await attach(ada, at.task, { name });
      expect([name, status, errorDetail?.errorArguments[0]]).toMatchObject([
        name,
        400,
        { field: 'file', code: 'ATTACHMENT_INVALID' },
      ]);
    }
    const long = await attach(ada, at.task, { name: 'x'.repeat(256) });
    expect(long.errorDetail.errorArguments).toMatchObject([{ field: 'file', code: 'TOO_LONG' }]);
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    form.append('name', 'a/b');
    const named = await send(ada, at.task, form);
    expect(named.errorDetail.errorArguments).toMatchObject([{ field: 'name', code: 'ATTACHMENT_INVALID' }]);
    expect(await names()).toEqual(['passwd']);
  });

  it('of more than 10 MiB is refused, and so is what is no upload', async () => {
    const { at, names } = await opened();
    const large = await attach(ada, at.task, { bytes: new Uint8Array(10 * 1_048_576 + 1) });
    expect(outcome(large)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(outcome(await ada.post(at.task, { url: 'https://example.com' }))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(outcome(await attachFields(ada, at.task, {}))).toEqual([400, 'VALIDATION_FAILED']);
    expect(await names()).toEqual([]);
  });

  it('can be an address of the web, and no other, without a file', async () => {
    const { at } = await opened();
    const { body } = await attachFields(ada, at.task, { url: 'https://example.com/a?b=c', name: 'The rules' });
    expect(body).toMatchObject({ name: 'The rules', url: 'https://example.com/a?b=c', mediaType: null, size: null });
    expect((await attachFields(ada, at.task, { url: 'https://example.com/x' })).body.name).toBe(
      'https://example.com/x',
    );
    const answers = [await download(ada, `${at.task}/${body.id}`), await download(admin, `${at.instance}/${body.id}`)];
    for (const answer of answers) {
      expect(outcome(await readAnswer(answer))).toEqual([409, 'ATTACHMENT_HAS_NO_FILE']);
    }
    const wrong = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://user:pw@host/', '/a', 'x'];
    for (const url of wrong) {
      const { status, errorDetail } = await attachFields(ada, at.task, { url });
      expect([url, status, errorDetail?.errorArguments[0].field]).toEqual([url, 400, 'url']);
    }
    const both = new FormData();
    both.append('file', new Blob(['x']), 'x.txt');
    both.append('url', 'https://example.com');
    expect(outcome(await send(ada, at.task, both))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is none of whoever does not see the task, of strangers, and of those who only look', async () => {
    const { at } = await opened();
    const { body } = await attach(ada, at.task);
    const cleo = await createPersonWithRoles(admin, server.url, 'cleo');
    await createRole(admin, 'ROLE_LOOKS', ['BPMN_TASK_VIEW_ALL', 'BPMN_INSTANCE_VIEW']);
    const looker = await createPersonWithRoles(admin, server.url, 'looker', ['ROLE_LOOKS']);
    const stranger = await createStranger({ server, admin }, 'attachments-elsewhere');
    for (const person of [cleo, stranger]) {
      for (const [where, code] of [
        [at.task, 'TASK_NOT_FOUND'],
        [at.instance, 'INSTANCE_NOT_FOUND'],
      ] as const) {
        expect(outcome(await person.get(where))).toEqual([404, code]);
        expect(outcome(await attach(person, where))).toEqual([404, code]);
        expect(outcome(await person.get(`${where}/${body.id}`))).toEqual([404, code]);
        expect(outcome(await person.remove(`${where}/${body.id}`))).toEqual([404, code]);
      }
    }
    expect((await download(looker, `${at.task}/${body.id}`)).status).toBe(200);
    for (const where of [at.task, at.instance]) {
      expect(outcome(await attach(looker, where))).toEqual([403, 'ACCESS_DENIED']);
    }
    const elsewhere = `${(await opened()).at.task}/${body.id}`;
    expect(outcome(await ada.get(elsewhere))).toEqual([404, 'ATTACHMENT_NOT_FOUND']);
    expect(outcome(await ada.remove(elsewhere))).toEqual([404, 'ATTACHMENT_NOT_FOUND']);
  });

  it('is taken away by whoever attached it, or by managers, and the event keeps its name', async () => {
    const { at, names } = await opened();
    const first = (await attach(ada, at.task, { name: 'first.txt' })).body.id;
    const second = (await attach(ada, at.task, { name: 'second.txt' })).body.id;
    expect(outcome(await ben.remove(`${at.task}/${first}`))).toEqual([403, 'ACCESS_DENIED']);
    const both = await Promise.all([1, 2].map(() => ada.remove(`${at.task}/${first}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await admin.remove(`${at.instance}/${second}`)).status).toBe(200);
    expect(await names()).toEqual([]);
    const events = sql('t_attachment_events', 'SELECT kind, detail FROM log_recorded_event WHERE subject = $1');
    const [event] = await server.kernel.database.rows<{ kind: string; detail: object }>(events, [second]);
    expect(event?.kind).toBe('process-attachment.removed');
    expect(JSON.stringify(event?.detail)).toContain('second.txt');
  });

  it('is attached once under one Idempotency-Key', async () => {
    const { at, names } = await opened();
    const once = () => {
      const form = new FormData();
      form.append('file', new Blob(['x']), 'once.txt');
      return send(ada, at.task, form, { 'idempotency-key': 'attached-once' });
    };
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    expect(await names()).toEqual(['once.txt']);
  });

  it('is refused where the instance and its tasks have 200 already, or 256 MiB', async () => {
    const fill = sql(
      't_attachment_fill',
      `INSERT INTO bpm_attachment (id, tenant_identifier, instance_id, author, author_folded, name, created_at, media_type, size, content)
       SELECT gen_random_uuid(), 'default', $1, 'x', 'x', 'x', now(), 'text/plain', $3, '\\x00'
       FROM generate_series(1, $2::int)`,
    );
    const most = 268_435_456;
    for (const [number, size] of [
      [199, 1],
      [1, most - 4],
    ] as const) {
      const { run, at } = await opened();
      await server.kernel.database.execute(fill, [run.id, number, size]);
      const last = { bytes: 'x' };
      const answers = [
        await attach(ada, at.task),
        await attach(ada, at.task, last),
        await attach(admin, at.instance, last),
      ];
      expect(answers.map(outcome)).toEqual([
        [200, null],
        [409, 'ATTACHMENT_LIMIT_REACHED'],
        [409, 'ATTACHMENT_LIMIT_REACHED'],
      ]);
    }
  });
});

describe('the attachments of what is closed', () => {
  it('stay to be read and can be taken away, but none is added', async () => {
    const { run, path, at, names } = await opened();
    const ofTask = (await attach(ada, at.task, { name: 'task.txt' })).body.id;
    await attach(admin, at.instance, { name: 'whole.txt' });
    await ada.post(`${path}/complete`, {});
    await run.ends();
    expect(outcome(await attach(ada, at.task))).toEqual([409, 'TASK_ALREADY_COMPLETED']);
    expect(outcome(await attach(admin, at.instance))).toEqual([409, 'INSTANCE_ENDED']);
    expect((await download(ada, `${at.task}/${ofTask}`)).status).toBe(200);
    expect((await ada.remove(`${at.task}/${ofTask}`)).status).toBe(200);
    expect(await names()).toEqual(['whole.txt']);
  });

  it('bpmn-engine 49: go with the history of the instance, and nothing refers to their bytes then', async () => {
    const { run, path, at } = await opened();
    await attach(ada, at.task, { bytes: 'bytes of this test alone' });
    await ada.post(`${path}/complete`, {});
    await run.ends();
    const rows = sql('t_attachment_left', 'SELECT content FROM bpm_attachment WHERE instance_id = $1');
    const [kept] = await server.kernel.database.rows<{ content: Buffer }>(rows, [run.id]);
    expect(await server.kernel.contents.read(kept!.content)).not.toBeNull();
    expect((await admin.remove(`/history/process-instance/${run.id}`)).status).toBe(200);
    expect(await server.kernel.database.rows(rows, [run.id])).toEqual([]);
    const references = sql(
      't_attachment_reference',
      "SELECT column_name FROM kernel_content_reference WHERE table_name = 'bpm_attachment'",
    );
    expect(await server.kernel.database.rows(references)).toEqual([{ column_name: 'content' }]);
  });
});
