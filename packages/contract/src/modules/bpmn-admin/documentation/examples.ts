// Holds examples of the operations on processes under development.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import { leaveRequestFile } from '../../bpmn-engine/documentation/leave-request.ts';
import { warning } from '../../bpmn-engine/documentation/repository-examples.ts';
import type { bpmnAdminContract } from '../module.ts';

const counts = { errors: 0, warnings: example.number, deployable: true } as const;

const process = {
  id: example.process,
  uuid: example.uuid,
  version: 0,
  namespace: 'people',
  code: example.processCode,
  name: 'Leave request',
  description: null,
  category: null,
  type: 'BPMN',
  tags: ['leave'],
  currentVersion: 1,
  modelId: example.model,
  status: 'DRAFT',
  sourceProcessId: null,
  sourceVersion: null,
  processes: [
    {
      id: example.processCode,
      name: 'Leave request',
      executable: true,
      isDeployed: false,
      definitionId: null,
      definitionVersion: null,
    },
  ],
  problemCounts: counts,
  lastDeployedVersion: null,
  lastDeployedAt: null,
  lastDeployedBy: null,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: 'default',
} as const;

const version = {
  processId: example.process,
  versionNumber: 1,
  name: 'Leave request',
  comment: null,
  sha256: example.sha256,
  size: example.number,
  hasSvg: true,
  origin: 'SAVE',
  createdBy: 'admin',
  dateCreated: example.time,
  problemCounts: counts,
  deployments: [],
} as const;

const params = { id: example.process } as const;
const first = { id: example.process, versionNumber: 1 } as const;
const page = { pageNumber: 0, pageSize: 20, sort: { properties: ['dateUpdated'], direction: 'DESC' } } as const;
const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${example.rest}`;
const svg = `<svg${example.rest}`;

const definition = {
  id: example.definition,
  key: example.processKey,
  name: 'Leave request',
  description: null,
  category: example.text,
  versionTag: null,
  deploymentId: example.deployment,
  resourceName: example.text,
  runAs: null,
  startFormKey: null,
  tenantIdentifier: 'default',
  version: 1,
  processModelId: null,
  deploymentTime: example.time,
  executable: true,
  startable: true,
  startableInTasklist: true,
  suspended: false,
  shared: false,
  hasDiagram: false,
  historyTimeToLive: null,
  historyLevel: null,
  candidateStarterUsers: [],
  candidateStarterGroups: [],
  messageStarts: [],
  signalStarts: [],
  timerStarts: [],
  counts: null,
  warnings: [],
} as const;

const deployment = {
  id: example.deployment,
  name: 'Leave',
  source: 'bpmn-admin',
  deploymentTime: example.time,
  deployedBy: 'admin',
  resources: [{ name: `${example.processCode}.bpmn`, size: example.number, sha256: example.sha256 }],
  definitions: [{ id: example.text, key: example.processCode, version: 1, name: 'Leave request' }],
  decisions: [],
  forms: [],
  unchanged: [],
  problems: [{ ...warning, elementId: example.processCode, file: `${example.processCode}.bpmn` }],
  problemCount: 1,
} as const;

const imported = {
  id: example.number,
  state: 'DONE',
  dryRun: false,
  done: 1,
  total: 1,
  files: [
    {
      name: 'leave.bpmn',
      action: 'CREATED',
      processId: example.number,
      versionNumber: 1,
      errorCode: null,
      reason: null,
      problems: [warning],
    },
  ],
} as const;

const deployed = {
  versionNumber: 1,
  processDefinitionId: example.text,
  key: example.processCode,
  version: 1,
  deploymentId: example.text,
  deploymentTime: example.time,
  suspended: false,
  runningInstances: 0,
  openIncidents: 0,
} as const;

const definitionWarning = {
  ...warning,
  ruleId: example.text,
  elementId: example.text,
  elementName: null,
  elementType: example.text,
} as const;

export const bpmnAdminExamples: ExamplesOf<typeof bpmnAdminContract> = {
  activateProcessDefinition: { body: { key: example.processKey } },
  suspendProcessDefinition: { body: { key: example.processKey } },
  findLatestProcessDefinitionByKey: {
    params: { key: example.processKey },
    answer: [{ ...definition, warnings: [definitionWarning] }],
  },
  save: { body: { code: example.processCode, name: 'Leave request', namespace: 'people' }, answer: example.number },
  saveProcessModelNode: {
    params: { modelId: example.model },
    body: { name: ['Leave request'], newversion: ['false'] },
  },
  queryPage: {
    body: { code: example.processCode },
    answer: { data: [process], totalPages: 1, totalElements: 1, pageable: page },
  },
  queryList: { body: { code: example.processCode }, answer: [process] },
  getNamespaceList: { answer: ['people'] },
  getCurrentVersion: { params: { processCode: example.processCode }, answer: 1 },
  getProcess: { params, answer: process },
  getProcessByCode: { params: { code: example.processCode }, answer: process },
  deleteProcess: { params },
  renameProcess: {
    params,
    body: { name: 'Holidays', version: 0 },
    answer: { ...process, version: 1, name: 'Holidays' },
  },
  getModelDraft: {
    params: { modelId: example.model },
    answer: {
      modelId: example.number,
      processId: example.number,
      name: 'Leave request',
      description: null,
      bpmnXml: xml,
      jsonXml: null,
      svg,
      xmlStale: false,
      version: 0,
      baseVersion: 1,
      dateUpdated: example.time,
      updatedBy: 'admin',
    },
  },
  patchModel: {
    params: { modelId: example.model },
    body: {
      operations: [{ op: 'SET_ATTRIBUTE', elementId: example.processCode, name: 'name', value: 'Holidays' }],
      version: 0,
    },
    answer: {
      ...process,
      version: 1,
      currentVersion: 2,
      processes: [{ ...process.processes[0], name: 'Holidays' }],
    },
  },
  moveProcesses: {
    body: { ids: [example.process], namespace: 'people' },
    answer: [{ id: example.process, errorCode: null }],
  },
  deleteProcesses: { body: { ids: [example.process] }, answer: [{ id: example.process, errorCode: null }] },
  listVersions: { params, answer: [version] },
  getVersion: { params: first, answer: version },
  getVersionXml: { params: first, answer: xml },
  getVersionSvg: { params: first, answer: svg },
  diffVersions: {
    params,
    query: { from: 1, to: 1 },
    answer: {
      from: 1,
      to: 1,
      added: [],
      removed: [],
      changed: [],
      moved: [],
      layoutOnly: false,
      metadataOnly: false,
      identical: true,
    },
  },
  restoreVersion: {
    params: first,
    body: { version: 0, comment: 'It was better before.' },
    answer: { ...process, version: 1, currentVersion: 2 },
  },
  listProcessReferences: {
    params,
    answer: [
      {
        kind: 'PROCESS',
        key: example.processCode,
        direction: 'IN',
        elementId: 'ask-for-leave',
        resolved: false,
        target: { processId: example.number, code: example.text, name: 'Hiring' },
      },
    ],
  },
  exportProcess: { params: { processId: example.process }, answer: { mediaType: 'application/xml', text: xml } },
  exportAll: { body: [example.process], answer: { mediaType: 'application/zip', text: example.text } },
  importProcesses: { files: { files: [{ fileName: 'leave.bpmn', bytes: leaveRequestFile }] }, answer: imported },
  getImport: { params: { id: example.processImport }, answer: imported },
  cancelImport: { params: { id: example.processImport }, answer: imported },
  validateProcess: {
    params,
    answer: [{ ...warning, elementId: example.processCode, file: `${example.processCode}.bpmn` }],
  },
  validateFiles: { files: { files: [{ fileName: 'leave.bpmn', bytes: leaveRequestFile }] }, answer: [warning] },
  deployProcess: { params, body: { comment: 'Leave' }, answer: deployment },
  listProcessDeployments: { params, answer: [deployed] },
};
