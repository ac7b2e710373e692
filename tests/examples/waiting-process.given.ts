// Arranges what the examples of waiting processes need: tasks of people and workers, jobs, incidents and executions.
import {
  CATCH_MESSAGE,
  CATCH_SIGNAL,
  caughtAt,
  external,
  FAILING,
  startedByCondition,
  startedProcess,
  TIMER,
  TO_INCIDENT,
  user,
} from '../acceptance/bpmn-engine/started-process.ts';
import { type Arrange, asAdmin, type ExampleWorld } from './given.ts';

const worker = { workerId: 'billing-1' };

const waitingFor =
  (element: string): Arrange =>
  async (world) => {
    const { key, id } = await startedProcess(world, [element, user('next')]);
    return { as: world.admin, values: { processKey: key, instance: id } };
  };

/** A process begins when the stock is low. */
const startingByCondition: Arrange = async (world) => {
  const key = world.name('reorder');
  const xmlFile = [{ fileName: 'reorder.bpmn', bytes: startedByCondition(key) }];
  await world.admin.sure.bpmnEngine.deploy({ files: { xmlFile } });
  return { as: world.admin, values: { processKey: key } };
};

/** A process waits for a worker of a topic of its own. */
async function withWork(world: ExampleWorld) {
  const topic = world.name('charge');
  const { key, id } = await startedProcess(world, [external(topic), user('next')], caughtAt('work'));
  return { as: world.admin, values: { topic, processKey: key, instance: id } };
}

async function withLockedWork(world: ExampleWorld) {
  const { as, values } = await withWork(world);
  const { body } = await as.sure.bpmnEngine.fetchAndLockExternalTasks({
    body: { ...worker, maxTasks: 1, topics: [{ topic: values.topic, lockMillis: 60_000 }] },
  });
  return { as, values: { ...values, externalTask: body[0]!.id } };
}

const withFailedWork: Arrange = async (world) => {
  const given = await withLockedWork(world);
  const params = { id: given.values.externalTask };
  await given.as.sure.bpmnEngine.failExternalTask({ params, body: { ...worker, message: 'no', retries: 0 } });
  return given;
};

const withTimer: Arrange = async (world) => {
  const { key, id } = await startedProcess(world, [TIMER, user('next')]);
  const { body } = await world.admin.sure.bpmnEngine.queryJobs({ body: { processInstanceId: id } });
  return { as: world.admin, values: { processKey: key, instance: id, job: body.data[0]!.id } };
};

const withIncident: Arrange = async (world) => {
  const { key, id } = await startedProcess(world, [FAILING, user('next')], { attributes: TO_INCIDENT });
  const { body } = await world.admin.sure.bpmnEngine.queryIncidents({ body: { processInstanceId: id } });
  return { as: world.admin, values: { processKey: key, instance: id, incident: body.data[0]!.id } };
};

const AD_HOC = '<adHocSubProcess id="box" keelson:activation="manual"><userTask id="inside"/></adHocSubProcess>';
const WAITING = '<manualTask id="hand" keelson:wait="true"/>';

const executionAt =
  (element: string, elementId: string): Arrange =>
  async (world) => {
    const { key, id } = await startedProcess(world, [element]);
    const { body } = await world.admin.sure.bpmnEngine.getProcessInstance({ params: { id } });
    const execution = body.currentElements.find((each) => each.elementId === elementId)?.executionId ?? '';
    return { as: world.admin, values: { processKey: key, instance: id, execution } };
  };

const ofWorkExecution: Arrange = async (world) => {
  const given = await withTask(world);
  const query = { processInstanceId: given.values.instance, elementId: 'work' };
  const { body } = await world.admin.sure.bpmnEngine.queryExecutions({ body: query });
  return { as: world.admin, values: { ...given.values, execution: body.data[0]!.id } };
};

/** Two tasks follow each other; the first one is open. */
async function withTask(world: ExampleWorld) {
  const run = await startedProcess(world, [user('work'), user('next')], caughtAt('work'));
  const values = { processKey: run.key, instance: run.id, task: await run.task(), username: world.workerName };
  return { as: world.admin, values, run };
}
const anOpenTask: Arrange = withTask;

async function withClaimedTask(world: ExampleWorld) {
  const given = await withTask(world);
  await given.as.sure.bpmnEngine.claim({ params: { id: given.values.task } });
  return given;
}

async function withCompletedTask(world: ExampleWorld) {
  const given = await withTask(world);
  await given.as.sure.bpmnEngine.complete({ params: { id: given.values.task } });
  return given;
}

const ofEvents = {
  correlateMessage: waitingFor(CATCH_MESSAGE),
  throwSignal: waitingFor(CATCH_SIGNAL),
  evaluateConditions: startingByCondition,
  querySubscriptions: waitingFor(CATCH_MESSAGE),
  fetchAndLockExternalTasks: withWork,
  completeExternalTask: withLockedWork,
  completeExternalTasks: withLockedWork,
  failExternalTask: withLockedWork,
  throwExternalTaskError: withLockedWork,
  throwExternalTaskEscalation: withLockedWork,
  extendExternalTaskLock: withLockedWork,
  unlockExternalTask: withLockedWork,
  queryExternalTasks: withLockedWork,
  setExternalTaskRetries: withFailedWork,
};

const ofManagement = {
  queryJobs: withTimer,
  getJob: withTimer,
  executeJob: withTimer,
  updateJob: withTimer,
  deleteJob: withTimer,
  queryIncidents: withIncident,
  groupIncidents: withIncident,
  resolveIncident: withIncident,
  annotateIncident: withIncident,
  // Its tenant has nothing to do yet.
  getStatistics: async (world: ExampleWorld) => ({ as: (await world.ownTenant()).deputy }),
  getTestClock: asAdmin,
  advanceTestClock: asAdmin,
  // Its example lets the clock run on: what comes after it needs one that runs.
  setTestClock: asAdmin,
  listNodes: asAdmin,
  suspendProcessInstance: anOpenTask,
  activateProcessInstance: async (world: ExampleWorld) => {
    const given = await withTask(world);
    await given.as.sure.bpmnEngine.suspendProcessInstance({ params: { id: given.values.instance } });
    return given;
  },
  cancelProcessInstance: anOpenTask,
  updateProcessInstance: anOpenTask,
  triggerExecution: executionAt(WAITING, 'hand'),
  activateAdHoc: executionAt(AD_HOC, 'box'),
  completeAdHoc: executionAt(AD_HOC, 'box'),
  throwExecutionError: ofWorkExecution,
  throwExecutionEscalation: ofWorkExecution,
};

async function withWatcher(world: ExampleWorld) {
  const given = await withTask(world);
  const { task } = given.values;
  const body = { type: 'watcher', user: given.values.username };
  await given.as.sure.bpmnEngine.addIdentityLink({ params: { id: task }, body });
  return given;
}

const SAID = { text: 'The dates suit the team.' };

async function withTaskComment(world: ExampleWorld) {
  const given = await withTask(world);
  const params = { id: given.values.task };
  const { body } = await given.as.sure.bpmnEngine.addTaskComment({ params, body: SAID });
  return { ...given, values: { ...given.values, comment: body.id } };
}

async function withInstanceComment(world: ExampleWorld) {
  const given = await withTask(world);
  const params = { id: given.values.instance };
  const { body } = await given.as.sure.bpmnEngine.addInstanceComment({ params, body: SAID });
  return { ...given, values: { ...given.values, comment: body.id } };
}

const ATTACHED = {
  files: { file: [{ fileName: 'doctor.txt', bytes: 'Unfit until Friday', mediaType: 'application/octet-stream' }] },
  fields: {},
};

async function withTaskAttachment(world: ExampleWorld) {
  const given = await withTask(world);
  const params = { id: given.values.task };
  const { body } = await given.as.sure.bpmnEngine.addTaskAttachment({ params, ...ATTACHED });
  return { ...given, values: { ...given.values, attachment: body.id } };
}

async function withInstanceAttachment(world: ExampleWorld) {
  const given = await withTask(world);
  const params = { id: given.values.instance };
  const { body } = await given.as.sure.bpmnEngine.addInstanceAttachment({ params, ...ATTACHED });
  return { ...given, values: { ...given.values, attachment: body.id } };
}

const ofRemarks = {
  getTaskAttachments: withTaskAttachment,
  addTaskAttachment: anOpenTask,
  getTaskAttachment: withTaskAttachment,
  deleteTaskAttachment: withTaskAttachment,
  getInstanceAttachments: withInstanceAttachment,
  addInstanceAttachment: anOpenTask,
  getInstanceAttachment: withInstanceAttachment,
  deleteInstanceAttachment: withInstanceAttachment,
  getTaskComments: withTaskComment,
  addTaskComment: anOpenTask,
  changeTaskComment: withTaskComment,
  deleteTaskComment: withTaskComment,
  getInstanceComments: withInstanceComment,
  addInstanceComment: anOpenTask,
  changeInstanceComment: withInstanceComment,
  deleteInstanceComment: withInstanceComment,
};

const ofTasks = {
  getTask: anOpenTask,
  updateTask: anOpenTask,
  unclaimTask: withClaimedTask,
  assignTask: anOpenTask,
  delegateTask: withClaimedTask,
  resolveTask: async (world: ExampleWorld) => {
    const given = await withClaimedTask(world);
    const { task, username } = given.values;
    await given.as.sure.bpmnEngine.delegateTask({ params: { id: task }, body: { user: username } });
    return given;
  },
  setTaskVariables: anOpenTask,
  getIdentityLinks: withWatcher,
  addIdentityLink: anOpenTask,
  removeIdentityLink: withWatcher,
  countTasks: anOpenTask,
  changeTasks: anOpenTask,
  returnTask: async (world: ExampleWorld) => {
    const { as, values, run } = await withCompletedTask(world);
    return { as, values: { ...values, task: await run.task('next') } };
  },
  withdrawTask: withCompletedTask,
  jumpTask: anOpenTask,
  throwTaskError: anOpenTask,
  throwTaskEscalation: anOpenTask,
};

export const waitingProcessGivens = { ...ofEvents, ...ofManagement, ...ofRemarks, ...ofTasks };
