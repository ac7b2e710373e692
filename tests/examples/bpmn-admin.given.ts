// Arranges what the examples of process models need: a process with content and a picture, perhaps deployed.
import { type bpmnAdminModule, leaveRequestFile } from '@keelson/contract';
import { bpmnEngineGivens } from './bpmn-engine.given.ts';
import { asAdmin, type ExampleWorld, type GivenOf } from './given.ts';

const toSave = ({ admin, name }: ExampleWorld) => ({ as: admin, values: { processCode: name('leave-model') } });

async function saved({ admin, name }: ExampleWorld) {
  const processCode = name('leave-model');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { body: id } = await admin.sure.bpmnAdmin.save({
    body: { code: processCode, name: 'Leave request', namespace: 'people', tags: ['leave'], svg },
  });
  const { body } = await admin.sure.bpmnAdmin.getProcess({ params: { id: Number(id) } });
  return { as: admin, values: { process: String(id), model: String(body.modelId), processCode } };
}

async function deployed(world: ExampleWorld) {
  const given = await saved(world);
  await given.as.sure.bpmnAdmin.deployProcess({ params: { id: Number(given.values.process) } });
  return given;
}

async function used(world: ExampleWorld) {
  const given = await saved(world);
  const bpmnXml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:hiring"><process id="${world.name('hiring')}" name="Hiring"
    isExecutable="true"><callActivity id="ask-for-leave" calledElement="${given.values.processCode}"/></process></definitions>`;
  await given.as.sure.bpmnAdmin.save({ body: { bpmnXml, name: 'Hiring' } });
  return given;
}

const toImport = ({ admin, name }: ExampleWorld) => ({ as: admin, values: { processKey: name('leave-import') } });

async function imported({ admin, name }: ExampleWorld) {
  const processKey = name('leave-import');
  const bytes = leaveRequestFile.replaceAll('leave-request', processKey);
  const { body } = await admin.sure.bpmnAdmin.importProcesses({
    files: { files: [{ fileName: 'leave.bpmn', bytes }] },
  });
  return { as: admin, values: { processKey, processImport: String(body.id) } };
}

export const bpmnAdminGivens: GivenOf<typeof bpmnAdminModule> = {
  activateProcessDefinition: bpmnEngineGivens.startProcessInstanceByKey,
  suspendProcessDefinition: bpmnEngineGivens.startProcessInstanceByKey,
  findLatestProcessDefinitionByKey: bpmnEngineGivens.startProcessInstanceByKey,
  save: toSave,
  saveProcessModelNode: saved,
  queryPage: saved,
  queryList: saved,
  getNamespaceList: saved,
  getCurrentVersion: saved,
  getProcess: saved,
  getProcessByCode: saved,
  deleteProcess: saved,
  renameProcess: saved,
  getModelDraft: saved,
  patchModel: saved,
  moveProcesses: saved,
  deleteProcesses: saved,
  listVersions: saved,
  getVersion: saved,
  getVersionXml: saved,
  getVersionSvg: saved,
  diffVersions: saved,
  restoreVersion: saved,
  listProcessReferences: used,
  exportProcess: saved,
  exportAll: saved,
  importProcesses: toImport,
  getImport: imported,
  cancelImport: imported,
  validateProcess: saved,
  validateFiles: asAdmin,
  deployProcess: saved,
  listProcessDeployments: deployed,
};
