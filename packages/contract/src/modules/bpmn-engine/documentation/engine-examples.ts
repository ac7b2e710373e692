// Holds examples of deployments, instances, tasks and their history.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { bpmnEngineContract } from '../module.ts';
import { currentElement, processInstance, task } from './example-instance.ts';
import { leaveRequestFile } from './leave-request.ts';

const activity = {
  id: `${example.instance}-a2`,
  parentId: null,
  elementId: 'asked',
  elementName: null,
  elementType: 'startEvent',
  executionId: `${example.instance}-e1`,
  processInstanceId: example.instance,
  rootProcessInstanceId: example.instance,
  processDefinitionId: example.definition,
  processDefinitionKey: example.processKey,
  processDefinitionName: 'Leave request',
  deploymentId: example.uuid,
  taskDefinitionKey: null,
  businessKey: 'leave-2026-7',
  tenantIdentifier: 'default',
  state: 'COMPLETED',
  startTime: example.time,
  endTime: example.time,
  durationMillis: 0,
  loopCounter: null,
  assignee: null,
  calledProcessInstanceId: null,
} as const;

export const engineExamples = {
  activateProcessDefinition: { body: { id: example.definition } },
  deploy: {
    files: {
      xmlFile: [{ fileName: `${example.processKey}.bpmn`, bytes: leaveRequestFile, mediaType: 'application/xml' }],
    },
    fields: { deploymentName: 'Leave' },
  },
  deployList: {
    files: {
      xmlFileList: [{ fileName: `${example.processKey}.bpmn`, bytes: leaveRequestFile, mediaType: 'application/xml' }],
    },
  },
  getBpmnModelArrayByProcessDefinitionId: {
    params: { id: example.definition },
    answer: [
      {
        id: 'asked',
        type: 'startEvent',
        name: null,
        parentId: null,
        attachedToId: null,
        incoming: [],
        outgoing: ['asked-decide'],
        triggers: [],
        documentation: null,
        bounds: null,
        waypoints: [],
        laneIds: [],
        properties: {},
      },
    ],
  },
  processInstance_queryPage: {
    body: { ids: [example.instance] },
    answer: {
      data: [processInstance],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['startTime'], direction: 'DESC' } },
    },
  },
  setVariable: { params: { executionId: example.instance, variableName: 'days' }, body: 5 },
  startProcessInstanceById: {
    params: { processDefinitionId: example.definition },
    body: { businessKey: 'leave-2026-7', variables: { days: 3 }, returnVariables: true },
    answer: {
      ...processInstance,
      id: example.uuid,
      processInstanceId: example.uuid,
      rootProcessInstanceId: example.uuid,
      currentElements: [{ ...currentElement, executionId: `${example.uuid}-e1` }],
      variables: { days: 3 },
    },
  },
  startProcessInstanceByKey: {
    params: { processDefinitionKey: example.processKey },
    body: { businessKey: 'leave-2026-7', variables: { days: 3 } },
    answer: {
      ...processInstance,
      id: example.uuid,
      processInstanceId: example.uuid,
      rootProcessInstanceId: example.uuid,
      processDefinitionId: example.text,
      businessKey: example.text,
      currentElements: [{ ...currentElement, executionId: `${example.uuid}-e1` }],
    },
  },
  getVariables: { params: { taskId: example.task }, answer: { days: 3 } },
  task_queryList: { body: { ids: [example.task] }, answer: [task] },
  task_queryPage: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [task],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['createTime'], direction: 'DESC' } },
    },
  },
  unclaim: { params: { id: example.task } },
  claim: { params: { id: example.task } },
  complete: {
    params: { id: example.task },
    body: { variables: { approved: true } },
    answer: {
      ...processInstance,
      version: 2,
      state: 'ENDED',
      ended: true,
      endState: 'COMPLETED',
      endElementIds: ['done'],
      endTime: example.time,
      durationMillis: 0,
      currentElements: [],
    },
  },
  suspendProcessDefinition: { body: { id: example.definition } },
  getProcessInstance: { params: { id: example.instance }, answer: processInstance },
  replayProcessInstance: {
    params: { id: example.instance },
    answer: {
      processInstanceId: example.instance,
      processDefinitionId: example.definition,
      at: example.time,
      state: 'ACTIVE',
      endState: null,
      endElementIds: [],
      variables: { days: 3 },
      activities: [
        {
          id: `${example.instance}-a3`,
          elementId: 'decide',
          elementName: 'Decide on the leave',
          elementType: 'userTask',
          executionId: `${example.instance}-e1`,
          startTime: example.time,
          variables: {},
        },
      ],
      tasks: [
        {
          id: example.task,
          elementId: 'decide',
          elementName: 'Decide on the leave',
          elementType: 'userTask',
          assignee: null,
          owner: null,
          candidateUsers: ['admin'],
          candidateGroups: [],
          createTime: example.time,
        },
      ],
      waits: [],
    },
  },
  deleteProcessInstanceHistory: { params: { id: example.instance } },
  getTimeline: {
    params: { id: example.instance },
    answer: {
      data: [
        {
          at: example.time,
          seq: 0,
          kind: 'INSTANCE_STARTED',
          elementId: null,
          elementName: null,
          elementType: null,
          executionId: null,
          actor: 'admin',
          command: 'start',
          detail: null,
        },
      ],
      nextCursor: null,
    },
  },
  queryActivities: {
    body: { processInstanceId: example.instance },
    answer: {
      data: [
        activity,
        {
          ...activity,
          id: `${example.instance}-a3`,
          elementId: 'decide',
          elementName: 'Decide on the leave',
          elementType: 'userTask',
          taskDefinitionKey: 'decide',
          state: 'ACTIVE',
          endTime: null,
          durationMillis: null,
        },
      ],
      totalPages: 1,
      totalElements: 2,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['startTime'], direction: 'ASC' } },
    },
  },
} satisfies Partial<ExamplesOf<typeof bpmnEngineContract>>;
