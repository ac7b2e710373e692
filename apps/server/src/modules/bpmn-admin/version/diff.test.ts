// Tests how versions of a process are compared, and which of them cannot be.
import { readdirSync, readFileSync } from 'node:fs';
import type { SvcBpmnModelDiffModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminServer, modelOf, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

const diff = (id: number, query = '') =>
  server.as<SvcBpmnModelDiffModel>(server.admin, 'GET', `/process/${id}/diff${query}`);

it('bpmn-admin 15: two versions are compared by their elements, and how the file is written is no difference', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('differs') });
  await server.save({
    id,
    version: 0,
    bpmnXml: modelOf('differs', { task: 'Look' }).replace('isExecutable="true">', 'isExecutable="true"  >'),
  });
  await server.save({
    id,
    version: 1,
    bpmnXml: modelOf('differs').replace('targetNamespace="urn:leave" ', 'targetNamespace = "urn:leave"  '),
  });
  expect((await diff(id, '?from=1&to=2')).body).toMatchObject({
    from: 1,
    to: 2,
    changed: [{ id: 'approve', type: 'userTask', details: [{ path: '@name', old: 'Approve', new: 'Look' }] }],
    added: [],
    removed: [],
    identical: false,
  });
  expect((await diff(id)).body).toMatchObject({ from: 2, to: 3 });
  expect((await diff(id, '?from=1')).body).toMatchObject({ from: 1, to: 3, changed: [], identical: true });
});

it('bpmn-admin 15: what is not there, what is empty and what is no BPMN is reported by name', async () => {
  const { id } = await server.saved({ bpmnXml: modelOf('alone') });
  expect((await diff(id)).body).toMatchObject({ from: 1, to: 1, identical: true });
  expect((await diff(id, '?to=2')).error?.errorCode).toBe('PROCESS_VERSION_NOT_FOUND');
  expect((await diff(id, '?from=9')).error?.errorCode).toBe('PROCESS_VERSION_NOT_FOUND');
  expect((await diff(id, '?from=41410747001')).status).toBe(400);
  expect((await diff(999_999)).error?.errorCode).toBe('PROCESS_NOT_FOUND');
  const empty = await server.saved({ code: 'hollow', type: 'FORM' });
  expect((await diff(empty.id)).error?.errorCode).toBe('MODEL_EMPTY');
  await server.save({ id: empty.id, version: 0, bpmnXml: '{"id":"form","components":[]}' });
  expect((await diff(empty.id)).error?.errorCode).toBe('MODEL_NOT_COMPARABLE');
});

const folder = new URL('../../../../../../../shared/data/miwg-reference/', import.meta.url);
const files = (() => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.bpmn'));
  } catch {
    return [];
  }
})();

/** The public models lie beside a checkout, not in it. */
it.skipIf(files.length === 0)(
  'bpmn-admin 2: the reference models of the public suite go in and come out byte for byte',
  { timeout: 60_000 },
  async () => {
    for (const [index, name] of files.entries()) {
      const bytes = readFileSync(new URL(name, folder));
      const data = new FormData();
      data.append('files', new Blob([bytes]), name);
      data.append('namespace', `miwg-${index}`);
      const headers = { authorization: `Bearer ${server.admin}` };
      const answer = await fetch(`${server.url}/process/import`, { method: 'POST', headers, body: data });
      const { body } = (await answer.json()) as { body: { files: { processId: number; errorCode: string | null }[] } };
      expect([name, body.files[0]?.errorCode]).toEqual([name, null]);
      const exported = await fetch(`${server.url}/process/export/${body.files[0]!.processId}`, { headers });
      expect([name, Buffer.from(await exported.arrayBuffer()).equals(bytes)]).toEqual([name, true]);
    }
  },
);
