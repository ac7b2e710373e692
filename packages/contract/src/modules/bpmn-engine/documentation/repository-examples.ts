// Holds examples of what is deployed: versions of processes, and deployments.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';
import { leaveRequestFile } from './leave-request.ts';

export const warning = {
  ruleId: 'W-11',
  severity: 'WARNING',
  elementId: example.processKey,
  elementName: 'Leave request',
  elementType: 'process',
  file: 'leave.bpmn',
  line: example.number,
  column: example.number,
  message: example.text,
  help: example.text,
} as const;

const page = {
  totalPages: 1,
  totalElements: 1,
  pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['deploymentTime'], direction: 'DESC' } },
} as const;

const unlisted = {
  ...warning,
  ruleId: 'SEQ-11',
  elementId: 'asked',
  elementName: null,
  elementType: 'startEvent',
} as const;

const definition = {
  id: example.text,
  key: example.processKey,
  name: 'Leave request',
  description: null,
  category: 'urn:example:leave',
  versionTag: null,
  deploymentId: example.deployment,
  resourceName: 'leave.bpmn',
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
  warnings: [unlisted],
} as const;

const deployment = {
  id: example.deployment,
  name: 'Leave',
  source: null,
  deploymentTime: example.time,
  deployedBy: 'admin',
  resources: [{ name: 'leave.bpmn', size: example.number, sha256: example.text }],
  definitions: [{ id: example.text, key: example.processKey, version: 1, name: 'Leave request' }],
  decisions: [],
  forms: [],
  unchanged: [],
  problems: [warning],
  problemCount: example.number,
} as const;
const xml = { mediaType: 'application/xml', text: example.text } as const;
const toDeploy = { files: [{ fileName: 'leave.bpmn', bytes: leaveRequestFile, mediaType: 'application/xml' }] };

export const repositoryExamples = {
  createDeployment: { files: toDeploy, fields: { deploymentName: 'Leave' }, answer: deployment },
  validate: { files: toDeploy, fields: { strictness: 'STRICT' }, answer: [{ ...unlisted, severity: 'ERROR' }] },
  getDeployment: { params: { id: example.deployment }, answer: deployment },
  getDeploymentResource: { params: { id: example.deployment }, query: { name: 'leave.bpmn' }, answer: xml },
  getProcessDefinition: { params: { id: example.definition }, answer: definition },
  getProcessDefinitionXml: { params: { id: example.definition }, answer: xml },
  getDefinitionStatistics: {
    params: { id: example.definition },
    answer: {
      processDefinitionId: example.definition,
      counts: { running: 1, suspended: 0, incidents: 0 },
      sampledInstances: 0,
      sampledFrom: null,
      elements: [
        {
          elementId: 'decide',
          elementName: 'Decide on the leave',
          elementType: 'userTask',
          running: 1,
          incidents: 0,
          completed: 0,
          meanDurationMillis: null,
          p95DurationMillis: null,
        },
      ],
    },
  },
  getDefinitionDiagram: {
    params: { id: example.definition },
    query: { format: 'JSON', processInstanceId: example.instance },
    answer: {
      processDefinitionId: example.definition,
      processInstanceId: example.instance,
      elements: [
        {
          elementId: 'asked',
          elementName: null,
          elementType: 'startEvent',
          running: 0,
          incidents: 0,
          completed: 1,
        },
      ],
      flows: [{ flowId: 'asked-decide', taken: 1 }],
    },
  },
  queryDeployments: {
    body: { id: example.deployment },
    answer: { data: [deployment], ...page },
  },
  updateProcessDefinition: {
    params: { id: example.definition },
    body: { runAs: 'admin', candidateStarterGroups: ['CLERK'] },
    answer: { ...definition, runAs: 'admin', candidateStarterGroups: ['CLERK'] },
  },
  queryDefinitions: {
    body: { key: example.processKey, latestOnly: true, startableByMe: true, withCounts: true },
    answer: {
      data: [{ ...definition, counts: { running: 0, suspended: 0, incidents: 0 } }],
      ...page,
    },
  },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
