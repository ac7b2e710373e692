// Starts a process of another tenant in which everything waits that a stranger could name.
import type { Client } from '@keelson/client';
import { flow, processFile } from '../../support/models.ts';
import type { Foreign } from '../tenants.ts';
import { leaveDecisionFile } from './leave-decision.ts';
import {
  CATCH_MESSAGE,
  CATCH_SIGNAL,
  END,
  external,
  FAILING,
  START,
  TIMER,
  TO_INCIDENT,
  user,
} from './started-process.ts';

export const FOREIGN_KEY = 'strange';
export const FOREIGN_TOPIC = 'strange-topic';

const WAITING = [
  user('answer'),
  external(FOREIGN_TOPIC),
  TIMER,
  CATCH_MESSAGE,
  CATCH_SIGNAL.replace('id="wait"', 'id="hear"'),
  '<manualTask id="hand" keelson:wait="true"/>',
  '<adHocSubProcess id="box" keelson:activation="manual"><userTask id="inside"/></adHocSubProcess>',
  FAILING,
];

function modelFile(): string {
  const ids = WAITING.map((element) => /\bid="([^"]+)"/.exec(element)?.[1] ?? '');
  const flows = ids.flatMap((id) => [flow('fork', id), flow(id, 'done')]);
  const content = [START, '<parallelGateway id="fork"/>', flow('begun', 'fork'), ...WAITING, END, ...flows].join('\n');
  const roots = `<message id="msg" name="${FOREIGN_KEY}"/><signal id="sig" name="${FOREIGN_KEY}"/>`;
  return processFile(FOREIGN_KEY, content)
    .replace('isExecutable="true"', `isExecutable="true" ${TO_INCIDENT}`)
    .replace('</definitions>', `${roots}</definitions>`);
}

export interface ForeignProcess {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly deploymentId: string;
  readonly decisionId: string;
  readonly taskId: string;
  readonly externalId: string;
  readonly jobId: string;
  readonly incidentId: string;
  readonly batchId: string;
  /** Names an execution that waits at this element. */
  executionAt(elementId: string): string;
}

export async function foreignProcess({ tenant }: Foreign): Promise<ForeignProcess> {
  const { bpmnEngine }: Client<true> = tenant.deputy.sure;
  await bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'strange.bpmn', bytes: modelFile() }] } });
  const bytes = leaveDecisionFile.replace('id="leave-limit"', `id="${FOREIGN_KEY}"`);
  await bpmnEngine.deploy({ files: { xmlFile: [{ fileName: 'strange.dmn', bytes }] } });
  const decisions = await bpmnEngine.queryDecisions({ body: { key: FOREIGN_KEY } });
  const { body } = await bpmnEngine.startProcessInstanceByKey({ params: { processDefinitionKey: FOREIGN_KEY } });
  const processInstanceId = body.id;
  const tasks = await bpmnEngine.task_queryList({ body: { processInstanceId } });
  const externals = await bpmnEngine.queryExternalTasks({ body: { processInstanceId } });
  const jobs = await bpmnEngine.queryJobs({ body: { processInstanceId } });
  const incidents = await bpmnEngine.queryIncidents({ body: { processInstanceId } });
  const batch = await bpmnEngine.createBatch({ body: { type: 'ACTIVATE', ids: [processInstanceId] } });
  return {
    instanceId: processInstanceId,
    definitionId: body.processDefinitionId,
    deploymentId: body.deploymentId,
    decisionId: decisions.body.data[0]?.id ?? '',
    taskId: tasks.body[0]?.id ?? '',
    externalId: externals.body.data[0]?.id ?? '',
    jobId: jobs.body.data[0]?.id ?? '',
    incidentId: incidents.body.data[0]?.id ?? '',
    batchId: batch.body.id ?? '',
    executionAt: (elementId) => body.currentElements.find((each) => each.elementId === elementId)?.executionId ?? '',
  };
}
