// Arranges what the examples of the engine need: a deployed process, an instance of it and its task.
import type { bpmnEngineModule } from '@keelson/contract';
import { leaveRequestFile } from '@keelson/contract';
import { decisionGivens } from './decision.given.ts';
import type { Arrange, ExampleWorld, GivenOf } from './given.ts';
import { waitingProcessGivens } from './waiting-process.given.ts';

const toDeploy: Arrange = ({ admin, name }) => ({ as: admin, values: { processKey: name('leave') } });

async function deployed({ admin, name }: ExampleWorld) {
  const processKey = name('leave');
  const bytes = leaveRequestFile.replaceAll('leave-request', processKey);
  const { headers } = await admin.sure.bpmnEngine.deploy({
    files: { xmlFile: [{ fileName: 'leave.bpmn', bytes }] },
    fields: { deploymentName: 'Leave' },
  });
  return { as: admin, values: { processKey, deployment: headers.get('x-svc-deployment-id')! } };
}

async function started(world: ExampleWorld) {
  const { admin } = world;
  const { processKey } = (await deployed(world)).values;
  const { body } = await admin.sure.bpmnEngine.startProcessInstanceByKey({
    params: { processDefinitionKey: processKey },
    body: { businessKey: 'leave-2026-7', variables: { days: 3 } },
  });
  const values = { processKey, definition: body.processDefinitionId, instance: body.id };
  const tasks = await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId: body.id } });
  return { as: admin, values: { ...values, task: tasks.body[0]!.id } };
}

async function claimed(world: ExampleWorld) {
  const given = await started(world);
  await world.admin.sure.bpmnEngine.claim({ params: { id: given.values.task } });
  return given;
}

export const bpmnEngineGivens: GivenOf<typeof bpmnEngineModule> = {
  deploy: toDeploy,
  deployList: toDeploy,
  activateProcessDefinition: async (world) => {
    const given = await started(world);
    await world.admin.sure.bpmnEngine.suspendProcessDefinition({ body: { id: given.values.definition } });
    return given;
  },
  suspendProcessDefinition: started,
  getBpmnModelArrayByProcessDefinitionId: started,
  processInstance_queryPage: started,
  setVariable: started,
  startProcessInstanceById: started,
  startProcessInstanceByKey: deployed,
  getVariables: started,
  task_queryList: started,
  task_queryPage: started,
  claim: started,
  unclaim: claimed,
  complete: started,
  createDeployment: toDeploy,
  validate: toDeploy,
  getDeployment: deployed,
  getDeploymentResource: deployed,
  getProcessDefinition: started,
  getProcessDefinitionXml: started,
  getDefinitionStatistics: started,
  getDefinitionDiagram: started,
  queryDeployments: deployed,
  queryDefinitions: deployed,
  updateProcessDefinition: started,
  getProcessInstance: started,
  getTimeline: started,
  replayProcessInstance: started,
  deleteProcessInstanceHistory: async (world) => {
    const given = await started(world);
    await world.admin.sure.bpmnEngine.cancelProcessInstance({ params: { id: given.values.instance } });
    return given;
  },
  getExecutionTree: started,
  queryExecutions: started,
  getExecutionVariables: started,
  setExecutionVariables: started,
  deleteExecutionVariables: started,
  getExecutionVariable: started,
  setExecutionVariable: started,
  deleteExecutionVariable: started,
  getExecutionVariableData: started,
  queryActivities: started,
  cleanUpHistory: started,
  queryHistoryInstances: started,
  queryHistoryTasks: async (world) => {
    const given = await started(world);
    await world.admin.sure.bpmnEngine.complete({ params: { id: given.values.task } });
    return given;
  },
  queryHistoryVariables: started,
  ...decisionGivens,
  ...waitingProcessGivens,
};
