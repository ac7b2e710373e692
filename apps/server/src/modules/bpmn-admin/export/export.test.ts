// Tests the files that leave: byte for byte, with their tags, alone and as an archive that every program opens.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBuffer, type ZipFile } from 'yauzl';
import { type AdminServer, modelOf, startAdminServer } from '../admin-server.fixture.ts';
import { archiveOf, type ExportedProcess, safeName } from './archive.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

const ask = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
  fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.admin}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Reads an archive with another program's reader. */
async function unpack(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(files));
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error);
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        files.set(entry.fileName, Buffer.concat(chunks));
        zip.readEntry();
      }),
    );
    zip.readEntry();
  });
}

it('bpmn-admin 2: a file leaves as the bytes that were saved, as an attachment, or as base64 for clients of JSON alone', async () => {
  const file = modelOf('out', { task: 'İş' });
  const { id } = await server.saved({ bpmnXml: file, code: 'çıkış' });
  for (const accept of ['*/*', 'application/xml', 'text/xml, */*;q=0.1']) {
    const answer = await ask(`/process/export/${id}`, { accept });
    expect((await bytesOf(answer)).equals(Buffer.from(file))).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="__k__.bpmn"; filename*=UTF-8''%C3%A7%C4%B1k%C4%B1%C5%9F.bpmn`,
    );
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  }
  const json = await ask(`/process/export/${id}`, { accept: 'application/json' });
  expect(((await json.json()) as { body: string }).body).toBe(Buffer.from(file).toString('base64'));
  expect((await ask(`/process/export/${id}`, { accept: 'image/png' })).status).toBe(406);
});

it('bpmn-admin 2: an older version is exported by its number, and what a client has is not sent again', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('older') });
  await server.save({ id, version: 0, bpmnXml: modelOf('older', { task: 'New' }) });
  const first = await ask(`/process/export/${id}?version=1`);
  expect(await first.text()).toBe(modelOf('older'));
  const etag = first.headers.get('etag')!;
  expect((await ask(`/process/export/${id}?version=1`, { 'if-none-match': etag })).status).toBe(304);
  expect((await ask(`/process/export/${id}`, { 'if-none-match': etag })).status).toBe(200);
  const part = await ask(`/process/export/${id}?version=1`, { range: 'bytes=2-4' });
  expect([part.status, await part.text()]).toEqual([206, 'xml']);
  expect((await ask(`/process/export/${id}`, { range: 'bytes=99999-' })).status).toBe(416);
  const codes = [];
  for (const path of [`${id}?version=3`, '999999']) {
    codes.push(
      ((await (await ask(`/process/export/${path}`)).json()) as { errorDetail: { errorCode: string } }).errorDetail
        .errorCode,
    );
  }
  expect(codes).toEqual(['PROCESS_VERSION_NOT_FOUND', 'PROCESS_NOT_FOUND']);
  const empty = await server.saved({ code: 'nothing', type: 'FORM' });
  expect((await ask(`/process/export/${empty.id}`)).status).toBe(409);
});

it('bpmn-admin 12: an archive holds every file under a safe name, its picture, and a manifest that tells what a file cannot', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const one = await server.saved({ bpmnXml: modelOf('one'), namespace: '../up', svg, tags: ['t'], description: 'D' });
  const two = await server.saved({ bpmnXml: modelOf('two'), namespace: 'ns' });
  const three = await server.saved({ code: 'three', type: 'FORM', namespace: 'ns' });
  const answer = await ask('/process/export-all', {}, [two.id, one.id, three.id, one.id]);
  expect([answer.headers.get('content-type'), answer.status]).toEqual(['application/zip', 200]);
  const files = await unpack(await bytesOf(answer));
  expect([...files.keys()]).toEqual(['manifest.json', '__up/one.bpmn', '__up/one.svg', 'ns/two.bpmn']);
  expect(files.get('ns/two.bpmn')!.toString()).toBe(modelOf('two'));
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { processes: Record<string, unknown>[] };
  expect(manifest.processes.map(({ code, file }) => [code, file])).toEqual([
    ['one', expect.stringMatching(/one\.bpmn$/)],
    ['three', null],
    ['two', 'ns/two.bpmn'],
  ]);
  expect(manifest.processes[0]).toMatchObject({
    namespace: '../up',
    tags: ['t'],
    description: 'D',
    sha256: expect.any(String),
  });
});

it('bpmn-admin 12: one unknown number refuses the whole archive and names all that are unknown', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('known') });
  const answer = await ask('/process/export-all', {}, [id, 999_998, 999_999]);
  const { errorDetail } = (await answer.json()) as { errorDetail: { errorCode: string; errorArguments: unknown[] } };
  expect([answer.status, errorDetail.errorCode, errorDetail.errorArguments]).toEqual([
    404,
    'PROCESS_NOT_FOUND',
    [{ id: 999_998 }, { id: 999_999 }],
  ]);
  expect((await ask('/process/export-all', {}, [])).status).toBe(400);
  expect((await ask('/process/export-all', {}, id)).status).toBe(200);
  expect(
    (await ask('/process/export-all', { accept: 'application/json' }, [id])).headers.get('content-type'),
  ).toContain('json');
});

it('bpmn-admin 14: no name of a process leaves its folder or is a device, and no two are one in any file system', async () => {
  for (const name of [
    '../../etc',
    '/abs',
    'a\\b',
    'C:x',
    'NUL',
    'com1.x',
    'a\u0000b',
    '.hidden',
    'dot.',
    '',
    'x'.repeat(300),
    '𝕏'.repeat(300),
  ]) {
    const safe = safeName(name);
    expect(safe).toMatch(/^[^\\/:*?"<>|\p{Cc}]+$/u);
    expect(safe).not.toMatch(/^\.|[. ]$|^(nul|com1)(\.|$)/i);
    expect(Buffer.byteLength(safe)).toBeLessThan(250);
  }
  const hash = randomBytes(32);
  const process = (code: string): ExportedProcess => ({
    code,
    name: code,
    namespace: 'n',
    tags: [],
    description: null,
    category: null,
    type: 'BPMN',
    currentVersion: 1,
    content: hash,
    picture: null,
  });
  const chunks: Uint8Array[] = [];
  const contents = { readAll: async (hashes: readonly Buffer[]) => hashes.map(() => Buffer.from('x')) };
  for await (const chunk of archiveOf(
    [process('a'), process('A'), process('a:'), process('a_')],
    contents,
    new Date(0),
  ))
    chunks.push(chunk);
  const names = [...(await unpack(Buffer.concat(chunks))).keys()].map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(5);
});

it('bpmn-admin 12: an archive whose content goes away while it is written ends with its connection', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('vanishing') });
  const process = { ...(await server.get(id)), content: randomBytes(32), picture: null } as unknown as ExportedProcess;
  const read = async () => {
    for await (const _chunk of archiveOf([process], server.kernel.contents, new Date(0)));
  };
  await expect(read()).rejects.toThrow('is gone');
});

it('bpmn-admin 24: whatever address serves a model or a picture with scripts, a browser runs nothing of it', async () => {
  const hostile = '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><rect width="1" height="1"/></svg>';
  const bpmnXml = modelOf('scripts').replace('<startEvent', `<documentation>${hostile}</documentation><startEvent`);
  const { id, modelId } = await server.saved({ bpmnXml, svg });
  const file = await ask(`/process/export/${id}`, { accept: 'text/html,application/xml' });
  const archive = await ask('/process/export-all', { accept: '*/*' }, [id]);
  for (const answer of [file, archive]) {
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  }
  const shown = await Promise.all(
    [
      `/process/${id}?withXml=true&withSvg=true`,
      `/process/by-code/scripts?withXml=true&withSvg=true`,
      `/process/${id}/versions/1/xml`,
      `/process/${id}/versions/1/svg`,
      `/process/model/${modelId}`,
    ].map((path) => ask(path, { accept: 'text/html,*/*' })),
  );
  for (const answer of [file, archive, ...shown]) {
    expect([answer.url, answer.status]).toEqual([answer.url, 200]);
    expect([answer.url, answer.headers.get('x-content-type-options')]).toEqual([answer.url, 'nosniff']);
  }
  for (const answer of shown) expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const pictures = [(await unpack(await bytesOf(archive))).get('default/scripts.svg')!.toString()];
  for (const answer of shown) pictures.push(/<svg.*svg>/s.exec(await answer.text())?.[0] ?? '');
  expect(pictures.filter((picture) => picture.includes('<rect'))).toHaveLength(5);
  for (const picture of pictures) expect(picture).not.toMatch(/script|onload/);
});
