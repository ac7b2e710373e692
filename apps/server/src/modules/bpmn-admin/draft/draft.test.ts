// Tests what changes a model without an editor: working copies read, patches, and several processes at once.
import type { SvcBpmnModelDraftModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminServer, modelOf, type Saved, startAdminServer } from '../admin-server.fixture.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server?.stop());

const send = <T = unknown>(method: string, path: string, body?: unknown) =>
  server.as<T>(server.admin, method, path, body);
const patch = (process: Pick<Saved, 'modelId' | 'version'>, operations: readonly object[], version = process.version) =>
  send<Saved>('POST', `/process/model/${process.modelId}/patch`, { operations, version });
const xmlOf = async (id: number) => (await server.get(id, '?withXml=true')).bpmnXml;

it('bpmn-admin 19: a working copy is read as people save into it, with what waits and the source of the editor', async () => {
  const process = await server.saved({ bpmnXml: modelOf('draft-a') });
  const draft = async () => (await send<SvcBpmnModelDraftModel>('GET', `/process/model/${process.modelId}`)).body;
  expect(await draft()).toMatchObject({
    processId: process.id,
    bpmnXml: modelOf('draft-a'),
    jsonXml: null,
    baseVersion: 1,
  });
  const waiting = modelOf('draft-a', { task: 'Waits' });
  await server.post(
    process.modelId,
    new URLSearchParams({ bpmn_xml: waiting, json_xml: '{"a":1}', newversion: 'false' }),
  );
  expect(await draft()).toMatchObject({ bpmnXml: waiting, jsonXml: '{"a":1}', xmlStale: false, version: 1 });
  expect((await server.get(process.id)).currentVersion).toBe(1);
  expect((await send('GET', '/process/model/999999')).error?.errorCode).toBe('MODEL_NOT_FOUND');
});

it('bpmn-admin 19: a patch changes the bytes that it concerns, and no others', async () => {
  const process = await server.saved({ bpmnXml: modelOf('patch-a') });
  const answer = await patch(process, [
    { op: 'SET_ATTRIBUTE', elementId: 'approve', name: 'name', value: '<İş> & "co"' },
  ]);
  expect(answer.body).toMatchObject({ version: 1, currentVersion: 2 });
  const changed = (await xmlOf(process.id))!;
  const [before, after] = [modelOf('patch-a').indexOf("'Approve'"), "'Approve'".length];
  expect(changed.startsWith(modelOf('patch-a').slice(0, before))).toBe(true);
  expect(changed.endsWith(modelOf('patch-a').slice(before + after))).toBe(true);
  const [event] = (await server.events()).filter(
    ({ subject, detail }) => subject === 'patch-a' && detail?.old !== null,
  );
  expect(event?.detail).toMatchObject({ old: { currentVersion: 1 }, new: { currentVersion: 2 } });
});

it('bpmn-admin 19: all operations of a patch are done or none, and each that cannot be done is named', async () => {
  const process = await server.saved({ bpmnXml: modelOf('patch-b') });
  const refused = await patch(process, [
    { op: 'SET_ATTRIBUTE', elementId: 'approve', name: 'name', value: 'Done' },
    { op: 'SET_ATTRIBUTE', elementId: 'nobody', name: 'name', value: 'x' },
    { op: 'SET_ATTRIBUTE', elementId: 'approve', name: 'id', value: 'other' },
  ]);
  expect([refused.status, refused.error?.errorCode]).toEqual([422, 'PATCH_NOT_POSSIBLE']);
  expect(refused.error?.errorArguments).toMatchObject([
    { operation: 1, reason: 'ELEMENT_NOT_FOUND' },
    { operation: 2, reason: 'ID_FIXED' },
  ]);
  expect(await xmlOf(process.id)).toBe(modelOf('patch-b'));
  const missing = await patch(process, [
    { op: 'SET_ATTRIBUTE', elementId: 'approve' },
    { op: 'SET_TEXT', elementId: 'approve' },
  ]);
  expect(missing.error?.errorArguments).toMatchObject([
    { field: 'operations[0].name' },
    { field: 'operations[0].value' },
    { field: 'operations[1].value' },
  ]);
  const operation = { op: 'REMOVE', elementId: 'approve', name: 'name' };
  const two = await Promise.all([patch(process, [operation]), patch(process, [operation])]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
  const empty = await server.saved({ code: 'patch-c', type: 'FORM' });
  expect((await patch(empty, [operation])).error?.errorCode).toBe('MODEL_EMPTY');
  expect((await patch({ modelId: 999_999, version: 0 }, [operation])).error?.errorCode).toBe('MODEL_NOT_FOUND');
});

it('bpmn-admin 19: several processes are moved and deleted, each by itself', async () => {
  const one = await server.saved({ bpmnXml: modelOf('many-a') });
  const two = await server.saved({ bpmnXml: modelOf('many-b'), namespace: 'there' });
  const ids = [two.id, 999_999, one.id];
  const moved = await send('POST', '/process/move', { ids, namespace: 'there' });
  expect(moved.body).toEqual([
    { id: two.id, errorCode: null },
    { id: 999_999, errorCode: 'PROCESS_NOT_FOUND' },
    { id: one.id, errorCode: null },
  ]);
  expect([await server.get(one.id), await server.get(two.id)]).toMatchObject([
    { namespace: 'there', version: 1 },
    { namespace: 'there', version: 0 },
  ]);
  expect((await send('POST', '/process/bulk-delete', { ids: [one.id, one.id, 999_999] })).body).toMatchObject([
    { errorCode: null },
    { errorCode: null },
    { errorCode: 'PROCESS_NOT_FOUND' },
  ]);
  expect((await send('GET', `/process/${one.id}`)).status).toBe(404);
  const kinds = (await server.events()).filter(({ subject }) => subject === 'many-a').map(({ kind }) => kind);
  expect(kinds).toEqual(['process-model.saved', 'process-model.moved', 'process-model.removed']);
});
