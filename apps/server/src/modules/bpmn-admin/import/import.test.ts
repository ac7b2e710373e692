// Tests what comes in: files and archives, each as its own transaction, and archives of strangers that are refused.
import type { SvcBpmnImportReportModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminServer, modelOf, query, signInWith, startAdminServer } from '../admin-server.fixture.ts';
import { createTestHeld } from './import.fixture.ts';
import { type RawEntry, rawZip } from './raw-zip.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

type Report = SvcBpmnImportReportModel;
interface Answered {
  readonly status: number;
  readonly body: Report;
  readonly errorDetail: { readonly errorCode: string; readonly errorArguments: Record<string, unknown>[] } | null;
}

async function upload(
  files: Readonly<Record<string, string | Uint8Array>>,
  fields: Record<string, string> = {},
  token = server.admin,
): Promise<Answered> {
  const data = new FormData();
  for (const [name, bytes] of Object.entries(files))
    data.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  const answer = await fetch(`${server.url}/process/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: data,
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answered, 'status'>) };
}

const actionsOf = ({ body }: Answered) => body.files.map(({ name, action, errorCode }) => [name, errorCode ?? action]);

it('bpmn-admin 22: each file becomes a process, its next version, or nothing, and one that is refused stops no other', async () => {
  await server.saved({ bpmnXml: modelOf('in-known') });
  const answer = await upload({
    'new.bpmn': modelOf('in-new'),
    'broken.bpmn': '<a>',
    'known.bpmn': modelOf('in-known', { task: 'Two' }),
    'same.bpmn': modelOf('in-new'),
    'notes.txt': 'no model',
  });
  expect(answer.body).toMatchObject({ state: 'DONE', dryRun: false, done: 5, total: 5 });
  expect(actionsOf(answer)).toEqual([
    ['new.bpmn', 'CREATED'],
    ['broken.bpmn', 'MODEL_NOT_READABLE'],
    ['known.bpmn', 'NEW_VERSION'],
    ['same.bpmn', 'UNCHANGED'],
    ['notes.txt', 'MODEL_NOT_READABLE'],
  ]);
  expect(answer.body.files[1]).toMatchObject({ reason: expect.any(String), problems: [{ ruleId: 'DOC-01' }] });
  const created = await server.get(answer.body.files[0]!.processId!);
  expect(created).toMatchObject({ code: 'in-new', name: 'Leave', namespace: 'urn:leave', currentVersion: 1 });
  const version = await server.as(server.admin, 'GET', `/process/${created.id}/versions/1`);
  expect(version.body).toMatchObject({ origin: 'IMPORT' });
  const told = (await server.events()).filter(({ kind }) => kind === 'process-model.imported');
  expect(told.map(({ subject }) => subject)).toEqual(['in-new', 'in-known']);
});

it('bpmn-admin 22: the mode says whether codes must be new or known, a namespace goes before that of the file, and a dry run writes nothing', async () => {
  const file = { 'a.bpmn': modelOf('in-mode') };
  expect(actionsOf(await upload(file, { mode: 'newVersion' }))).toEqual([['a.bpmn', 'PROCESS_NOT_FOUND']]);
  const dry = await upload(file, { dryRun: 'true' });
  expect([dry.body.dryRun, dry.body.files[0]]).toMatchObject([
    true,
    { action: 'CREATED', processId: null, versionNumber: 1 },
  ]);
  expect((await server.as(server.admin, 'GET', '/process/by-code/in-mode')).status).toBe(404);
  const created = await upload(file, { mode: 'create', namespace: 'mine' });
  expect((await server.get(created.body.files[0]!.processId!)).namespace).toBe('mine');
  expect(actionsOf(await upload(file, { mode: 'create' }))).toEqual([['a.bpmn', 'PROCESS_ALREADY_EXISTS']]);
});

it('bpmn-admin 12: what an export wrote comes in elsewhere with its codes, names, tags and pictures, and leaves again byte for byte', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const saved = [
    await server.saved({
      bpmnXml: modelOf('out-a'),
      code: 'other-code',
      name: 'Ad',
      namespace: 'n/s',
      tags: ['t'],
      description: 'D',
      svg,
    }),
    await server.saved({ bpmnXml: modelOf('out-b').replace('UTF-8', 'utf-8') }),
  ];
  const ids = saved.map(({ id }) => id);
  const take = async (token: string, numbers: readonly number[]) => {
    const answer = await fetch(`${server.url}/process/export-all`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(numbers),
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  await server.as(server.admin, 'POST', '/tenants', { identifier: 'elsewhere', name: 'Elsewhere' });
  const theirs = await signInWith(server, 'importer', ['ROLE_TENANT_ADMIN'], 'elsewhere');
  const answer = await upload({ 'all.zip': await take(server.admin, ids) }, {}, theirs);
  expect(answer.body.files.map(({ action }) => action)).toEqual(['CREATED', 'CREATED']);
  const copies = await server.as<Record<string, unknown>[]>(theirs, 'POST', '/process/list', {
    pageable: { sort: { properties: ['code'] } },
    withXml: true,
    withSvg: true,
  });
  expect(copies.body).toMatchObject([
    {
      code: 'other-code',
      name: 'Ad',
      namespace: 'n/s',
      tags: ['t'],
      description: 'D',
      bpmnXml: modelOf('out-a'),
      svg: expect.stringContaining('<svg'),
    },
    { code: 'out-b', bpmnXml: modelOf('out-b').replace('UTF-8', 'utf-8'), svg: null },
  ]);
  const again = await upload(
    {
      'all.zip': await take(
        theirs,
        copies.body.map(({ id }) => id as number),
      ),
    },
    {},
    theirs,
  );
  expect(again.body.files.map(({ action }) => action)).toEqual(['UNCHANGED', 'UNCHANGED']);
});

describe('an archive of a stranger', () => {
  const link = 0o120777 * 0x1_00_00;
  const cases: readonly (readonly [reason: string, entries: readonly RawEntry[] | Buffer])[] = [
    ['PATH', [{ name: '../a.bpmn' }]],
    ['PATH', [{ name: 'a/../../b.bpmn' }]],
    ['PATH', [{ name: '/etc/passwd' }]],
    ['PATH', [{ name: 'C:/a.bpmn' }]],
    ['PATH', [{ name: 'a\\b.bpmn' }]],
    ['PATH', [{ name: 'nul.bpmn' }]],
    ['PATH', [{ name: 'a\u0000.bpmn' }]],
    ['PATH', [{ name: 'a./b.bpmn' }]],
    ['DUPLICATE_NAME', [{ name: 'a.bpmn' }, { name: 'A.BPMN' }]],
    ['NESTED', [{ name: 'inner.zip' }]],
    ['ENCRYPTED', [{ name: 'a.bpmn', flags: 1, method: 8, bytes: 'x' }]],
    ['METHOD', [{ name: 'a.bpmn', method: 12 }]],
    ['LINK', [{ name: 'a.bpmn', attributes: link, bytes: '/etc/passwd' }]],
    ['UNPACKED_SIZE', [{ name: 'a.bpmn', method: 8, bytes: 'x', claimedSize: 300 * 1_048_576 }]],
    [
      'BROKEN',
      [
        { name: 'a.bpmn', bytes: 'x' },
        { name: 'b.bpmn', bytes: 'x', overlapping: true },
      ],
    ],
    ['BROKEN', [{ name: 'a.bpmn', method: 8, bytes: 'x'.repeat(1_000_000), claimedSize: 10 }]],
    ['BROKEN', Buffer.from('PK\u0003\u0004 and nothing of it')],
    ['ENTRY_COUNT', Array.from({ length: 2_002 }, (_, index) => ({ name: `${index}` }))],
  ];
  it.each(cases)(
    'bpmn-admin 14: is refused whole as %s, and nothing of the request is imported',
    async (reason, entries) => {
      const bytes = Buffer.isBuffer(entries) ? entries : rawZip(entries);
      const { status, errorDetail } = await upload({ 'good.bpmn': modelOf('beside'), 'bad.zip': bytes });
      expect([status, errorDetail?.errorCode]).toEqual([422, 'ARCHIVE_REFUSED']);
      expect(errorDetail?.errorArguments).toMatchObject([{ file: 'bad.zip', reason }]);
      expect((await server.as(server.admin, 'GET', '/process/by-code/beside')).status).toBe(404);
    },
  );

  it('bpmn-admin 14: that inflates a thousandfold is refused without being inflated', async () => {
    const bomb = rawZip(
      Array.from({ length: 30 }, (_, index) => ({
        name: `${index}.bpmn`,
        method: 8,
        bytes: Buffer.alloc(10 * 1_048_576),
      })),
    );
    expect(bomb.byteLength).toBeLessThan(400_000);
    expect((await upload({ 'bomb.zip': bomb })).errorDetail?.errorArguments).toMatchObject([
      { reason: 'UNPACKED_SIZE' },
    ]);
  });

  it('bpmn-admin 14: whose manifest lies is taken without it', async () => {
    const manifest = (entry: object) => JSON.stringify({ format: 1, processes: [entry] });
    const file = { name: 'a.bpmn', bytes: modelOf('in-lie') };
    for (const text of [
      manifest({ file: 'a.bpmn', sha256: 'ff', code: 'stolen' }),
      '{"processes":',
      '[1]',
      manifest({ file: 7, tags: 'x' }),
    ]) {
      const answer = await upload({ 'a.zip': rawZip([{ name: 'manifest.json', bytes: text }, file]) });
      expect(answer.body.files).toMatchObject([{ name: 'a.zip/a.bpmn', errorCode: null }]);
    }
    expect((await server.as(server.admin, 'GET', '/process/by-code/stolen')).status).toBe(404);
  });

  it('bpmn-admin 14: of entities, of depth or of a document type is refused file by file', async () => {
    const laughs = `<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">&b;</definitions>`;
    const deep = '<a>'.repeat(10_000);
    const outside = `<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>`;
    const answer = await upload({ 'laughs.bpmn': laughs, 'deep.bpmn': deep, 'outside.bpmn': outside });
    expect(actionsOf(answer).map(([, code]) => code)).toEqual(Array(3).fill('MODEL_NOT_READABLE'));
  });
});

it('bpmn-admin 22: an import outlives its request and the process that began it, and stops between two files when it is cancelled', async () => {
  const held = await createTestHeld(
    server,
    Array.from({ length: 5 }, (_, index) => modelOf(`held-${index}`)),
  );
  const report = async () => (await server.as<Report>(server.admin, 'GET', `/process/import/${held.id}`)).body;
  expect(await report()).toMatchObject({ state: 'RUNNING', done: 2, total: 5 });
  await held.release();
  await expect.poll(async () => (await report()).state).toBe('DONE');
  expect((await report()).files.map(({ action }) => action)).toEqual(Array(5).fill('CREATED'));
  const versions = await query(
    server,
    `SELECT FROM bpa_version v JOIN bpa_process p ON p.id = v.process_id WHERE p.code LIKE 'held-%'`,
  );
  expect(versions).toHaveLength(5);
  const stopped = await createTestHeld(
    server,
    Array.from({ length: 4 }, (_, index) => modelOf(`stopped-${index}`)),
  );
  const cancelled = await server.as<Report>(server.admin, 'POST', `/process/import/${stopped.id}/cancel`);
  expect(cancelled.body).toMatchObject({ state: 'CANCELLED', done: 2, total: 4 });
  await stopped.release();
  expect(await query(server, `SELECT FROM bpa_process WHERE code LIKE 'stopped-%'`)).toHaveLength(2);
  for (const [method, path] of [
    ['GET', '/process/import/999999'],
    ['POST', '/process/import/999999/cancel'],
  ] as const) {
    expect((await server.as(server.admin, method, path)).error?.errorCode).toBe('IMPORT_NOT_FOUND');
  }
});

it('bpmn-admin 22: a file that fails by a defect is reported as such, and the others are imported', async () => {
  await query(
    server,
    `CREATE FUNCTION t_defect() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a defect'; END $$`,
  );
  await query(
    server,
    `CREATE TRIGGER t_defect BEFORE INSERT ON bpa_process FOR EACH ROW WHEN (NEW.code = 'in-defect') EXECUTE FUNCTION t_defect()`,
  );
  const answer = await upload({ 'a.bpmn': modelOf('in-defect'), 'b.bpmn': modelOf('in-beside') });
  await query(server, 'DROP TRIGGER t_defect ON bpa_process');
  expect(answer.body).toMatchObject({ state: 'DONE', done: 2 });
  expect(actionsOf(answer)).toEqual([
    ['a.bpmn', 'INTERNAL_ERROR'],
    ['b.bpmn', 'CREATED'],
  ]);
  expect(answer.body.files[0]).toMatchObject({ reason: expect.any(String), processId: null });
});

it('bpmn-admin 22: a form with characters that no text of a database has is imported', async () => {
  const form = '{"id": "in-odd", "name": "a\\u0000b", "components": [{"type": "t\\u0000", "label": "\\u0000"}]}';
  const answer = await upload({ 'odd.form': form });
  expect(actionsOf(answer)).toEqual([['odd.form', 'CREATED']]);
  expect(await server.get(answer.body.files[0]!.processId!)).toMatchObject({ code: 'in-odd', name: 'a b' });
});
