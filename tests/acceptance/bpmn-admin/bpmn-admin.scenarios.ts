// Plays the scenarios of process models: saved, versioned, taken out and in, checked, deployed and switched.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { callOf, deployedBy, fileOf, importedBy, savedBy } from './models.ts';

const saved = ({ admin, name }: World) => savedBy(admin, name('model'));
const deployed = ({ admin, name }: World) => deployedBy(admin, name('deployed'));

async function textOf(stream: unknown): Promise<string> {
  return new Response(stream as ReadableStream).text();
}

export const bpmnAdminScenarios: Readonly<Record<string, Scenario>> = {
  'bpmn-admin save': async (as, { admin, name }) => {
    const code = name('model');
    const { body: id } = await as(admin).bpmnAdmin.save({ body: { bpmnXml: fileOf(code) } });
    const { body } = await admin.sure.bpmnAdmin.getProcess({ params: { id } });
    expect(body).toMatchObject({ code, currentVersion: 1, status: 'DRAFT' });
  },
  'bpmn-admin saveProcessModelNode': async (as, world) => {
    const { modelId, code } = await saved(world);
    const { headers } = await as(world.admin).bpmnAdmin.saveProcessModelNode({
      params: { modelId },
      body: { bpmn_xml: [fileOf(code, 'Look')] },
    });
    expect(headers.get('x-svc-process-version')).toBe('2');
  },
  'bpmn-admin queryPage': async (as, world) => {
    const { code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.queryPage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ code }] });
  },
  'bpmn-admin queryList': async (as, world) => {
    const { code } = await saved(world);
    expect((await as(world.admin).bpmnAdmin.queryList({ body: { code } })).body).toMatchObject([{ code }]);
  },
  'bpmn-admin getNamespaceList': async (as, world) => {
    const { code } = await saved(world);
    expect((await as(world.admin).bpmnAdmin.getNamespaceList()).body).toContain(code);
  },
  'bpmn-admin getCurrentVersion': async (as, world) => {
    const { code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.getCurrentVersion({ params: { processCode: code } });
    expect(body).toBe(1);
  },
  'bpmn-admin getProcess': async (as, world) => {
    const { params, code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.getProcess({ params, query: { withXml: true } });
    expect(body).toMatchObject({ code, bpmnXml: fileOf(code) });
  },
  'bpmn-admin getProcessByCode': async (as, world) => {
    const { id, code } = await saved(world);
    expect((await as(world.admin).bpmnAdmin.getProcessByCode({ params: { code } })).body.id).toBe(id);
  },
  'bpmn-admin deleteProcess': async (as, world) => {
    const { params, code } = await saved(world);
    await as(world.admin).bpmnAdmin.deleteProcess({ params });
    expect((await world.admin.sure.bpmnAdmin.queryList({ body: { code } })).body).toEqual([]);
  },
  'bpmn-admin renameProcess': async (as, world) => {
    const { params, code, version } = await saved(world);
    const body = { code: `${code}-new`, version };
    const renamed = await as(world.admin).bpmnAdmin.renameProcess({ params, body });
    expect(renamed.body).toMatchObject({ code: `${code}-new`, currentVersion: 2 });
  },
  'bpmn-admin getModelDraft': async (as, world) => {
    const { modelId, code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.getModelDraft({ params: { modelId } });
    expect(body).toMatchObject({ bpmnXml: fileOf(code), xmlStale: false });
  },
  'bpmn-admin patchModel': async (as, world) => {
    const { modelId, version } = await saved(world);
    const operations = [{ op: 'SET_ATTRIBUTE', elementId: 'approve', name: 'name', value: 'Look' }] as const;
    const { body } = await as(world.admin).bpmnAdmin.patchModel({ params: { modelId }, body: { operations, version } });
    expect(body).toMatchObject({ currentVersion: 2 });
  },
  'bpmn-admin moveProcesses': async (as, world) => {
    const { id } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.moveProcesses({ body: { ids: [id], namespace: 'moved' } });
    expect(body).toEqual([{ id, errorCode: null }]);
  },
  'bpmn-admin deleteProcesses': async (as, world) => {
    const { id } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.deleteProcesses({ body: { ids: [id] } });
    expect(body).toEqual([{ id, errorCode: null }]);
  },
  'bpmn-admin listVersions': async (as, world) => {
    const { params } = await saved(world);
    expect((await as(world.admin).bpmnAdmin.listVersions({ params })).body).toMatchObject([{ versionNumber: 1 }]);
  },
  'bpmn-admin getVersion': async (as, world) => {
    const { id } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.getVersion({ params: { id, versionNumber: 1 } });
    expect(body).toMatchObject({ origin: 'SAVE', hasSvg: true });
  },
  'bpmn-admin getVersionXml': async (as, world) => {
    const { id, code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.getVersionXml({ params: { id, versionNumber: 1 } });
    expect(body).toBe(fileOf(code));
  },
  'bpmn-admin getVersionSvg': async (as, world) => {
    const { id } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.getVersionSvg({ params: { id, versionNumber: 1 } });
    expect(body).toMatch(/^<svg/);
  },
  'bpmn-admin diffVersions': async (as, world) => {
    const { params, modelId, code } = await saved(world);
    const body = { bpmn_xml: [fileOf(code, 'Look')] };
    await world.admin.sure.bpmnAdmin.saveProcessModelNode({ params: { modelId }, body });
    const answer = await as(world.admin).bpmnAdmin.diffVersions({ params });
    expect(answer.body).toMatchObject({ from: 1, to: 2, changed: [{ id: 'approve' }], identical: false });
  },
  'bpmn-admin restoreVersion': async (as, world) => {
    const { id, version } = await saved(world);
    const params = { id, versionNumber: 1 };
    const { body } = await as(world.admin).bpmnAdmin.restoreVersion({ params, body: { version } });
    expect(body).toMatchObject({ currentVersion: 2 });
  },
  'bpmn-admin listProcessReferences': async (as, world) => {
    const { params, code } = await saved(world);
    const user = await world.admin.sure.bpmnAdmin.save({ body: { bpmnXml: callOf(world.name('caller'), code) } });
    const { body } = await as(world.admin).bpmnAdmin.listProcessReferences({ params });
    expect(body).toMatchObject([{ direction: 'IN', kind: 'PROCESS', key: code, target: { processId: user.body } }]);
  },
  'bpmn-admin exportProcess': async (as, world) => {
    const { id, code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.exportProcess({ params: { processId: id } });
    expect(await textOf(body)).toBe(fileOf(code));
  },
  'bpmn-admin exportAll': async (as, world) => {
    const { id, code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.exportAll({ body: [id] });
    expect(await textOf(body)).toContain(`${code}.bpmn`);
  },
  'bpmn-admin importProcesses': async (as, { admin, name }) => {
    const bytes = fileOf(name('imported'));
    const { body } = await as(admin).bpmnAdmin.importProcesses({ files: { files: [{ fileName: 'a.bpmn', bytes }] } });
    expect(body).toMatchObject({ state: 'DONE', files: [{ action: 'CREATED' }] });
  },
  'bpmn-admin getImport': async (as, { admin, name }) => {
    const { id } = await importedBy(admin, name('imported'));
    expect((await as(admin).bpmnAdmin.getImport({ params: { id } })).body).toMatchObject({ id, done: 1 });
  },
  'bpmn-admin cancelImport': async (as, { admin, name }) => {
    const { id } = await importedBy(admin, name('imported'));
    expect((await as(admin).bpmnAdmin.cancelImport({ params: { id } })).body).toMatchObject({ state: 'DONE' });
  },
  'bpmn-admin validateProcess': async (as, world) => {
    const { params } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.validateProcess({ params });
    expect(body.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  },
  'bpmn-admin validateFiles': async (as, { admin }) => {
    const files = { files: [{ fileName: 'a.bpmn', bytes: '<a>' }] };
    expect((await as(admin).bpmnAdmin.validateFiles({ files })).body).toMatchObject([{ ruleId: 'DOC-01' }]);
  },
  'bpmn-admin deployProcess': async (as, world) => {
    const { params, code } = await saved(world);
    const { body } = await as(world.admin).bpmnAdmin.deployProcess({ params, body: {} });
    expect(body.definitions).toMatchObject([{ key: code, version: 1 }]);
  },
  'bpmn-admin listProcessDeployments': async (as, world) => {
    const { params, code } = await deployed(world);
    const { body } = await as(world.admin).bpmnAdmin.listProcessDeployments({ params });
    expect(body).toMatchObject([{ key: code, versionNumber: 1, suspended: false }]);
  },
  'bpmn-admin suspendProcessDefinition': async (as, world) => {
    const { code } = await deployed(world);
    await as(world.admin).bpmnAdmin.suspendProcessDefinition({ body: { key: code } });
    const params = { processDefinitionKey: code };
    const refused = await world.admin.client.bpmnEngine.startProcessInstanceByKey({ params });
    expect(refused.errorDetail?.errorCode).toBe('DEFINITION_SUSPENDED');
  },
  'bpmn-admin activateProcessDefinition': async (as, world) => {
    const { code } = await deployed(world);
    await world.admin.sure.bpmnAdmin.suspendProcessDefinition({ body: { key: code } });
    await as(world.admin).bpmnAdmin.activateProcessDefinition({ body: { key: code } });
    await world.admin.sure.bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey: code } });
  },
  'bpmn-admin findLatestProcessDefinitionByKey': async (as, world) => {
    const { code, id } = await deployed(world);
    const { body } = await as(world.admin).bpmnAdmin.findLatestProcessDefinitionByKey({ params: { key: code } });
    expect(body).toMatchObject([{ key: code, version: 1, processModelId: id }]);
  },
};
