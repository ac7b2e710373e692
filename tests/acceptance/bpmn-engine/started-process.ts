// Deploys a small process for one scenario and starts it, with what waits in it.
import { chain, flow, processFile } from '../../support/models.ts';
import type { World } from '../world.ts';

export const START = '<startEvent id="begun"/>';
export const END = '<endEvent id="done"/>';
const PLAIN_ROOTS = '</process></definitions>';

/** Puts messages and signals of the scenario's own name beside the process. */
function withRoots(file: string, name: string): string {
  const roots = `<message id="msg" name="${name}"/><signal id="sig" name="${name}"/><error id="err" errorCode="E1"/>`;
  return file.replace(PLAIN_ROOTS, `</process>${roots}</definitions>`);
}

/** Begins with a task when `stock` falls below ten. */
export const startedByCondition = (key: string): string =>
  processFile(
    key,
    chain(
      `<startEvent id="low"><conditionalEventDefinition><condition xsi:type="tFormalExpression">\${stock lt 10}</condition></conditionalEventDefinition></startEvent>`,
      user('order'),
      END,
    ),
  );

export interface StartedProcess {
  /** Is the key of the process, and the name of its message and signal. */
  readonly key: string;
  readonly id: string;
  start(body?: object): Promise<string>;
  task(element?: string): Promise<string>;
  /** Deploys another version, and answers its id. */
  deployAgain(elements: readonly string[]): Promise<string>;
}

/** Starts the elements one after the other; `attributes` are those of the process. */
export async function startedProcess(
  { admin, name }: World,
  elements: readonly string[],
  { attributes = '', beside = '' }: { readonly attributes?: string; readonly beside?: string } = {},
): Promise<StartedProcess> {
  const key = name('waiting');
  const file = withRoots(processFile(key, chain(START, ...elements, END) + beside), key);
  const bytes = file.replace('isExecutable="true"', `isExecutable="true" ${attributes}`);
  await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: `${key}.bpmn`, bytes }] } });
  const start = async (body: object = {}) => {
    const params = { processDefinitionKey: key };
    return (await admin.sure.bpmnEngine.startProcessInstanceByKey({ params, body })).body.id;
  };
  const id = await start();
  const task = async (element?: string) => {
    const { body } = await admin.sure.bpmnEngine.task_queryList({ body: { processInstanceId: id } });
    const found = body.find(({ taskDefinitionKey }) => element === undefined || taskDefinitionKey === element);
    if (found === undefined) throw new Error(`there is no task ${element}`);
    return found.id;
  };
  const deployAgain = async (others: readonly string[]) => {
    const again = withRoots(processFile(key, chain(START, ...others, END)), key);
    await admin.sure.bpmnEngine.deploy({ files: { xmlFile: [{ fileName: `${key}.bpmn`, bytes: again }] } });
    const { body } = await admin.sure.bpmnEngine.queryDefinitions({ body: { key, latestOnly: true } });
    return body.data[0]?.id ?? '';
  };
  return { key, id, start, task, deployAgain };
}

export const user = (id: string) => `<userTask id="${id}"/>`;
export const CATCH_MESSAGE =
  '<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="msg"/></intermediateCatchEvent>';
export const CATCH_SIGNAL =
  '<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="sig"/></intermediateCatchEvent>';
export const TIMER =
  '<intermediateCatchEvent id="later"><timerEventDefinition><timeDuration xsi:type="tFormalExpression">P30D</timeDuration></timerEventDefinition></intermediateCatchEvent>';
export const FAILING = '<serviceTask id="bad" keelson:expression="${missing}"/>';
export const TO_INCIDENT = 'keelson:onFailure="INCIDENT"';
export const external = (topic: string) => `<serviceTask id="work" keelson:type="external" keelson:topic="${topic}"/>`;

/** Catches the error `E1` of the element. */
export const caughtAt = (host: string) => ({
  beside: `<boundaryEvent id="caught" attachedToRef="${host}"><errorEventDefinition errorRef="err"/></boundaryEvent>${user('care')}${flow('caught', 'care')}`,
});
