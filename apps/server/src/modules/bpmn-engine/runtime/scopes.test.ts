// Tests what the server executes without waits or work outside: scopes, handlers, loops, gateways, over HTTP.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { startEngine, startPath } from '../testing/engine-server.ts';
import { bpmnFile, flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

let models = 0;

const ROOTS =
  '<error id="er" errorCode="E1"/><escalation id="es" escalationCode="X1"/><signal id="sg" name="S"/></definitions>';

/** Elements in the order of their flow `start -> ... -> end`, and what stands beside them. */
function chained(elements: readonly string[], beside = ''): string {
  const ids = elements.map((element) => /id="(\w+)"/.exec(element)?.[1] ?? '');
  const flows = ids.slice(1).map((id, index) => flow(`f${index}_${ids[0]}`, ids[index] ?? '', id));
  return [...elements, ...flows, beside].join('\n');
}

const START = '<startEvent id="start"/>';
const END = '<endEvent id="end"/>';
const user = (id: string, content = '', attributes = '') => `<userTask id="${id}" ${attributes}>${content}</userTask>`;
const inside = (id: string, content: string, attributes = '', type = 'subProcess') =>
  `<${type} id="${id}" ${attributes}>${content}</${type}>`;

async function started(content: string, variables: object = {}) {
  const key = `scope-${++models}`;
  const deployed = await admin.deploy([['m.bpmn', bpmnFile(key, content).replace('</definitions>', ROOTS)]]);
  expect(deployed.errorDetail).toBeNull();
  const answer = await admin.post(`${startPath}/${key}`, { variables });
  expect(answer.errorDetail).toBeNull();
  const { id } = answer.body;
  const tasks = async () => (await admin.post('/task/list', { processInstanceId: id })).body;
  return {
    id,
    tasks,
    names: async () => (await tasks()).map((task: { taskDefinitionKey: string }) => task.taskDefinitionKey).sort(),
    async complete(element: string, given: object = {}) {
      const task = (await tasks()).find((each: { taskDefinitionKey: string }) => each.taskDefinitionKey === element);
      const { errorDetail } = await admin.post(`/task/${task.id}/complete`, { variables: given });
      expect(errorDetail).toBeNull();
    },
    instance: async () => (await admin.get(`/process-instance/${id}`)).body,
    kinds: async () =>
      (await admin.get(`/history/process-instance/${id}/timeline`)).body.data.map(
        ({ kind, elementId }: { kind: string; elementId: string | null }) => `${kind} ${elementId ?? ''}`.trim(),
      ),
    states: async () =>
      Object.fromEntries(
        (await admin.post('/history/activities/page', { processInstanceId: id })).body.data.map(
          ({ elementId, state }: { elementId: string; state: string }) => [elementId, state],
        ),
      ),
  };
}

describe('an instance whose model handles what happens', () => {
  it('ends a sub-process and its tasks by their error, and goes on behind the boundary', async () => {
    const content = [
      '<startEvent id="s"/><parallelGateway id="g"/><userTask id="left"/><userTask id="right"/>',
      '<exclusiveGateway id="x"/><endEvent id="bad"><errorEventDefinition errorRef="er"/></endEvent><endEvent id="good"/>',
      flow('a1', 's', 'g') + flow('a2', 'g', 'left') + flow('a3', 'g', 'right') + flow('a4', 'left', 'x'),
      `<sequenceFlow id="a5" sourceRef="x" targetRef="bad"><conditionExpression>\${wrong}</conditionExpression></sequenceFlow>`,
      `${flow('a6', 'x', 'good', '${!wrong}')}${flow('a7', 'right', 'good')}`,
    ].join('');
    const run = await started(
      chained(
        [START, inside('sub', content), END],
        `<boundaryEvent id="caught" attachedToRef="sub"><errorEventDefinition errorRef="er"/></boundaryEvent>
         ${user('repair')}${flow('b1', 'caught', 'repair')}${flow('b2', 'repair', 'end')}`,
      ),
    );
    expect(await run.names()).toEqual(['left', 'right']);
    await run.complete('left', { wrong: true });
    expect(await run.names()).toEqual(['repair']);
    const { data } = (await admin.post('/history/activities/page', { processInstanceId: run.id })).body;
    const [sub, left] = ['sub', 'left'].map((id) => data.find((each: { elementId: string }) => each.elementId === id));
    expect([sub.parentId, left.parentId]).toEqual([null, sub.id]);
    expect(await run.states()).toMatchObject({ sub: 'TERMINATED', right: 'TERMINATED', left: 'COMPLETED' });
    expect(await run.kinds()).toEqual(
      expect.arrayContaining([
        'ERROR_THROWN bad',
        'TASK_CANCELLED right',
        'ACTIVITY_ENDED right',
        'ACTIVITY_ENDED sub',
      ]),
    );
    await run.complete('repair');
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'COMPLETED' });
  });

  it('bpmn-engine 10: ends as ERROR by an error that nobody catches', async () => {
    const end = '<endEvent id="bad"><errorEventDefinition errorRef="er"/></endEvent>';
    const run = await started(chained([START, user('work'), end]));
    await run.complete('work');
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'ERROR' });
    const page = await admin.post('/process-instance/page', { ids: [run.id], states: ['ENDED'], endStates: ['ERROR'] });
    expect(page.body.totalElements).toBe(1);
  });

  it('runs the handler of an escalation beside, and undoes by compensation what was done', async () => {
    const throws =
      '<intermediateThrowEvent id="up"><escalationEventDefinition escalationRef="es"/></intermediateThrowEvent>';
    const undo = '<intermediateThrowEvent id="back"><compensateEventDefinition/></intermediateThrowEvent>';
    const run = await started(
      chained(
        [
          START,
          user('book'),
          inside('sub', chained(['<startEvent id="s"/>', throws, '<endEvent id="e"/>'])),
          undo,
          END,
        ],
        `<boundaryEvent id="seen" attachedToRef="sub" cancelActivity="false"><escalationEventDefinition escalationRef="es"/></boundaryEvent>
         ${user('look')}${flow('b1', 'seen', 'look')}${flow('b2', 'look', 'end')}
         <boundaryEvent id="c" attachedToRef="book"><compensateEventDefinition/></boundaryEvent>
         ${user('unbook', '', 'isForCompensation="true"')}
         <association id="as" sourceRef="c" targetRef="unbook" associationDirection="One"/>`,
      ),
    );
    await run.complete('book');
    expect(await run.names()).toEqual(['look', 'unbook']);
    await run.complete('unbook');
    await run.complete('look');
    expect(await run.kinds()).toEqual(expect.arrayContaining(['ESCALATION_THROWN up', 'COMPENSATION_STARTED unbook']));
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'COMPLETED' });
  });

  it('waits in its state for a condition and for a signal of its own', async () => {
    const content = [
      '<startEvent id="s"/><parallelGateway id="g"/>',
      '<intermediateCatchEvent id="until"><conditionalEventDefinition><condition>${ready}</condition></conditionalEventDefinition></intermediateCatchEvent>',
      '<intermediateThrowEvent id="throw"><signalEventDefinition signalRef="sg" keelson:scope="processInstance"/></intermediateThrowEvent>',
      '<intermediateCatchEvent id="hear"><signalEventDefinition signalRef="sg" keelson:scope="processInstance"/></intermediateCatchEvent>',
      '<endEvent id="e"/>',
      flow('a1', 's', 'g') + flow('a2', 'g', 'until') + flow('a3', 'until', 'throw') + flow('a4', 'throw', 'e'),
      flow('a5', 'g', 'hear') + flow('a6', 'hear', 'e'),
    ].join('');
    const run = await started(chained([START, inside('sub', content), END]), { ready: false });
    expect(await run.instance()).toMatchObject({ state: 'ACTIVE' });
    await admin.post(`/runtime/set-variable/by-execution-id/${run.id}/by-variable-name/ready`, true);
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'COMPLETED' });
    expect(await run.kinds()).toEqual(
      expect.arrayContaining([
        'WAIT_OPENED until',
        'WAIT_FULFILLED until',
        'SIGNAL_THROWN throw',
        'WAIT_FULFILLED hear',
      ]),
    );
  });
});

describe('a task that its own burst takes back', () => {
  const forked = (first: string) =>
    [
      START,
      first,
      '<parallelGateway id="g"/><endEvent id="stop"><terminateEventDefinition/></endEvent>',
      user('never', '', 'keelson:candidateGroups="g1"'),
      END,
    ].join('') +
    flow('f2', 'g', 'never') +
    flow('f3', 'g', 'stop') +
    flow('f4', 'never', 'end');

  it('is in no list, when the instance was terminated at its start', async () => {
    const run = await started(forked('') + flow('f1', 'start', 'g'));
    expect(await run.names()).toEqual([]);
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'TERMINATED' });
    expect(await run.states()).toMatchObject({ never: 'TERMINATED' });
  });

  it('is in no list, when a later command did so', async () => {
    const run = await started(forked(user('before')) + flow('f0', 'start', 'before') + flow('f1', 'before', 'g'));
    await run.complete('before');
    expect(await run.names()).toEqual([]);
    expect((await admin.post('/task/list', { candidateGroups: ['g1'] })).body ?? []).toEqual([]);
  });
});

describe('an instance with gateways and loops', () => {
  it('joins behind an inclusive gateway the branches it chose, and lets the first pass a complex one', async () => {
    const elements = [
      START,
      '<inclusiveGateway id="split"/>',
      user('a'),
      user('b'),
      user('c'),
      '<inclusiveGateway id="join"/>',
      '<parallelGateway id="fork"/>',
      user('d'),
      user('e'),
      '<complexGateway id="first"><activationCondition>${activationCount >= 1}</activationCondition></complexGateway>',
      user('after'),
      END,
    ];
    const flows = [
      flow('f1', 'start', 'split') + flow('f2', 'split', 'a', '${true}') + flow('f3', 'split', 'b', '${true}'),
      flow('f4', 'split', 'c', '${false}') +
        flow('f5', 'a', 'join') +
        flow('f6', 'b', 'join') +
        flow('f7', 'c', 'join'),
      flow('f8', 'join', 'fork') + flow('f9', 'fork', 'd') + flow('f10', 'fork', 'e') + flow('f11', 'd', 'first'),
      flow('f12', 'e', 'first') + flow('f13', 'first', 'after') + flow('f14', 'after', 'end'),
    ];
    const run = await started([...elements, ...flows].join(''));
    await run.complete('a');
    expect(await run.names()).toEqual(['b']);
    await run.complete('b');
    await run.complete('e');
    expect(await run.names()).toEqual(['after', 'd']);
    await run.complete('d');
    await run.complete('after');
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'COMPLETED' });
  });

  it('opens a task for each item of a parallel loop and ends the rest by its condition', async () => {
    const loop =
      '<multiInstanceLoopCharacteristics keelson:collection="${people}" keelson:elementVariable="person">' +
      '<completionCondition>${nrOfCompletedInstances == 2}</completionCondition></multiInstanceLoopCharacteristics>';
    const run = await started(chained([START, user('ask', loop, 'keelson:assignee="${person}"'), END]), {
      people: ['ada', 'bob', 'eve'],
    });
    const tasks = await run.tasks();
    expect(tasks.map(({ assignee }: { assignee: string }) => assignee).sort()).toEqual(['ada', 'bob', 'eve']);
    for (const task of tasks.slice(0, 2)) await admin.post(`/task/${task.id}/complete`, {});
    const { data } = (await admin.post('/history/activities/page', { processInstanceId: run.id })).body;
    const asked = data.filter(({ elementId }: { elementId: string }) => elementId === 'ask');
    expect(asked.map(({ loopCounter }: { loopCounter: number | null }) => loopCounter).sort()).toEqual([0, 1, 2, null]);
    expect(await run.instance()).toMatchObject({ state: 'ENDED', endState: 'COMPLETED' });
    expect(await run.names()).toEqual([]);
  });

  it('asks again in a standard loop, and keeps in data objects what was said', async () => {
    const loop = '<standardLoopCharacteristics><loopCondition>${!enough}</loopCondition></standardLoopCharacteristics>';
    const run = await started(
      chained([START, user('again', loop), user('last'), END], '<dataObject id="note" name="note"/>'),
    );
    await run.complete('again', { enough: false });
    expect(await run.names()).toEqual(['again']);
    await run.complete('again', { enough: true, note: 'said' });
    expect(await run.names()).toEqual(['last']);
    const { body } = await admin.get(`/process-instance/${run.id}?withVariables=note`);
    expect(body.variables).toEqual({ note: 'said' });
  });
});

const LINKS = sql('test_links', 'SELECT kind::text, name FROM bpm_task_link WHERE instance_id = $1 ORDER BY 1, 2');

describe('the server that a model asks for something', () => {
  it('matches patterns of conditions in linear time', async () => {
    const content = [
      START,
      flow('in', 'start', 'choice'),
      '<exclusiveGateway id="choice" default="no"/>',
      flow('yes', 'choice', 'fits', "${word.matches('K.*n')}"),
      flow('no', 'choice', 'other'),
      user('fits'),
      user('other'),
    ].join('\n');
    expect(await (await started(content, { word: 'Keelson' })).names()).toEqual(['fits']);
    expect(await (await started(content, { word: 'hull' })).names()).toEqual(['other']);
  });

  it('refuses an import that the deployment does not hold', async () => {
    const type = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
    const element = `<import namespace="urn:other" location="other.bpmn" importType="${type}"/>`;
    const text = bpmnFile('importing', chained([START, END])).replace('<process', `${element}<process`);
    const { errorDetail } = await admin.deploy([['m.bpmn', text]]);
    expect(errorDetail.errorArguments).toContainEqual(expect.objectContaining({ ruleId: 'DOC-10' }));
  });
});

describe('a listener of a task', () => {
  const listener = (event: string, expression: string) =>
    `<extensionElements><keelson:taskListener event="${event}" expression="${expression}"/></extensionElements>`;

  it('shows in the lists what it changes of the task', async () => {
    const content = listener('assignment', "${task.setPriority(70)}${task.addCandidateUser('bob')}").replace(
      '</extensionElements>',
      '<keelson:taskListener event="assignment" expression="${task.deleteCandidateGroup(\'g2\')}"/></extensionElements>',
    );
    const run = await started(chained([START, user('work', content, 'keelson:candidateGroups="g1,g2"'), END]));
    const [task] = await run.tasks();
    expect((await admin.post(`/task/${task.id}/claim`)).errorDetail).toBeNull();
    const [claimed] = await run.tasks();
    expect(claimed).toMatchObject({ assignee: 'admin', priority: 70 });
    const links = await server.kernel.database.rows<{ kind: string; name: string }>(LINKS, [run.id]);
    expect(links).toEqual([
      { kind: 'g', name: 'g1' },
      { kind: 'u', name: 'bob' },
    ]);
  });
});

describe('a process that is not hosted', () => {
  it.each([['history', 'keelson:historyLevel="activity"']])(
    'is refused by EXE-00 where it stands: %s',
    async (_, attribute) => {
      const key = `unhosted-${++models}`;
      const file = bpmnFile(key, chained([START, '<userTask id="x"/>', END]), ` ${attribute}`);
      const { status, errorDetail } = await admin.deploy([['m.bpmn', file]]);
      expect(status).toBe(422);
      expect(errorDetail.errorArguments).toContainEqual(expect.objectContaining({ ruleId: 'EXE-00', elementId: key }));
    },
  );
});
