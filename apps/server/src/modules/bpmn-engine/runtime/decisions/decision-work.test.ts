// Tests processes that ask for decisions, on two processes of the program with one database.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../../../testing/test-people.ts';
import { dmnFile, expression, ruleTask, TEN_RULES, table } from '../../testing/decision-models.ts';
import { chained, END, instanceOf, START, task } from '../../testing/driven-process.ts';
import { type EnginePair, outcome, startEnginePair, startPath } from '../../testing/engine-server.ts';
import { bpmnFile } from '../../testing/models.ts';

let pair: EnginePair;
let onOne: Person;
let onTwo: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  ({ onOne, onTwo } = pair);
});
afterAll(() => pair.stop());

const start = (person: Person, key: string, variables: object = {}) =>
  person.post(`${startPath}/${key}`, { variables, returnVariables: true });

async function deploy(files: readonly (readonly [string, string])[], person = onOne): Promise<void> {
  expect((await person.deploy(files)).errorDetail).toBeNull();
}

const process = (key: string, ...elements: string[]): [string, string] => [
  `${key}.bpmn`,
  bpmnFile(key, chained([START, ...elements, END])).replace(
    'xmlns:keelson=',
    'xmlns:flowable="http://flowable.org/bpmn" xmlns:keelson=',
  ),
];
const ofTen = (key: string): [string, string] => [`${key}.dmn`, dmnFile(table(key, { rules: TEN_RULES }))];
const constant = (key: string, value: string): [string, string] => [`${key}.dmn`, dmnFile(expression(key, value))];

describe('a rule task', () => {
  it('maps the rows of its decision as it says', async () => {
    const mapped = (id: string, mapping: string) =>
      ruleTask(
        id,
        `keelson:decisionRef="mapped" keelson:mapDecisionResult="${mapping}" keelson:resultVariable="${id}"`,
      );
    await deploy([
      ofTen('mapped'),
      process(
        'mapping',
        mapped('entry', 'singleEntry'),
        mapped('row', 'singleResult'),
        mapped('entries', 'collectEntries'),
        mapped('rows', 'resultList'),
      ),
    ]);
    expect((await start(onOne, 'mapping', { amount: 42 })).body.variables).toEqual({
      amount: 42,
      entry: 'l4',
      row: { level: 'l4' },
      entries: ['l4'],
      rows: [{ level: 'l4' }],
    });
    expect((await start(onOne, 'mapping', { amount: 500 })).body.variables).toMatchObject({
      entry: null,
      row: null,
      entries: [],
      rows: [],
    });
  });

  it('is understood in the ways of other engines, as a service task, too', async () => {
    const dmn =
      '<extensionElements><flowable:field name="decisionTableReferenceKey" stringValue="ways"/></extensionElements>';
    await deploy([
      ofTen('ways'),
      process('ways-of-rules', ruleTask('rule', 'flowable:decisionTableReferenceKey="ways"')),
      process('ways-of-services', `<serviceTask id="service" flowable:type="dmn">${dmn}</serviceTask>`),
    ]);
    for (const key of ['ways-of-rules', 'ways-of-services']) {
      expect((await start(onOne, key, { amount: 10 })).body.variables).toEqual({ amount: 10, level: 'l1' });
    }
  });

  it('tells the decision in the timeline, with inputs and rules', async () => {
    await deploy([
      ofTen('told'),
      process('telling', ruleTask('rule', 'keelson:decisionRef="told" keelson:resultVariable="r"'), task('after')),
    ]);
    const { id } = (await start(onOne, 'telling', { amount: 33 })).body;
    const { data } = (await onTwo.get(`/history/process-instance/${id}/timeline`)).body;
    const told = data.filter(({ kind }: { kind: string }) => kind === 'DECISION_MADE');
    expect(told).toMatchObject([
      {
        elementId: 'rule',
        elementType: 'businessRuleTask',
        detail: {
          decision: {
            decisionKey: 'told',
            version: 1,
            hitPolicy: 'UNIQUE',
            inputs: [{ name: 'Amount', value: 33 }],
            matchedRules: [{ number: 4, id: 'told-r4' }],
            results: [{ level: 'l3' }],
          },
        },
      },
    ]);
  });

  it('keeps the rules alone in history where inputs and results are large', async () => {
    await deploy([
      constant('large', 'for i in 1..40000 return "0123456789"'),
      process('large-told', ruleTask('rule', 'keelson:decisionRef="large"')),
    ]);
    const { id } = (await start(onOne, 'large-told')).body;
    const { data } = (await onOne.get(`/history/process-instance/${id}/timeline`)).body;
    const [{ detail }] = data.filter(({ kind }: { kind: string }) => kind === 'DECISION_MADE');
    expect(detail.decision).toMatchObject({ decisionKey: 'large', results: [], shortened: true });
  });

  it('fails its command by name, and nothing is stored, where more rules match than may', async () => {
    await deploy([
      [
        'd.dmn',
        dmnFile(
          table('failing', {
            rules: [
              ['< 9', '"a"'],
              ['< 5', '"b"'],
            ],
          }),
        ),
      ],
      process('fails', ruleTask('rule', 'keelson:decisionRef="failing"')),
    ]);
    const answer = await start(onOne, 'fails', { amount: 1 });
    expect(outcome(answer)).toEqual([422, 'PROCESS_EXECUTION_FAILED']);
    expect(answer.errorDetail.errorArguments).toMatchObject([{ elementId: 'rule', code: 'DECISION_FAILED' }]);
    expect(answer.errorDetail.errorArguments[0].message).toContain('rules 1 (failing-r1), 2 (failing-r2)');
    const { body } = await onOne.post('/process-instance/page', { processDefinitionKeys: ['fails'] });
    expect(body.totalElements).toBe(0);
  });

  it('becomes an incident where the process says so', async () => {
    const [name, file] = process('fails-late', ruleTask('rule', 'keelson:decisionRef="late"'));
    await deploy([
      [
        'd.dmn',
        dmnFile(
          table('late', {
            rules: [
              ['< 9', '"a"'],
              ['< 5', '"b"'],
            ],
          }),
        ),
      ],
      [name, file.replace('isExecutable="true"', 'isExecutable="true" keelson:onFailure="INCIDENT"')],
    ]);
    const { id } = (await start(onOne, 'fails-late', { amount: 1 })).body;
    const { body } = await onOne.post('/management/incidents/page', { processInstanceId: id });
    expect(body.data).toMatchObject([{ elementId: 'rule' }]);
    expect(body.data[0].message).toContain('rules 1');
  });

  it('fails where the decision that it computes is not there', async () => {
    await deploy([process('computes', ruleTask('rule', 'keelson:decisionRef="${name}"'))]);
    const answer = await start(onOne, 'computes', { name: 'nowhere' });
    expect(answer.errorDetail.errorArguments).toMatchObject([
      { code: 'DECISION_FAILED', message: 'There is no decision nowhere' },
    ]);
  });

  it('ends at the limit of an expression that loops', async () => {
    await deploy([
      constant('endless', 'for i in 1..100000, j in 1..100000 return i * j'),
      process('loops', ruleTask('rule', 'keelson:decisionRef="endless"')),
    ]);
    const answer = await start(onOne, 'loops');
    expect(answer.errorDetail.errorArguments).toMatchObject([{ code: 'DECISION_FAILED' }]);
  });
});

describe('the version of a decision', () => {
  const bound = (id: string, attributes: string) =>
    ruleTask(
      id,
      `keelson:decisionRef="bound" keelson:mapDecisionResult="singleEntry" keelson:resultVariable="${id}" ${attributes}`,
    );

  it('is the newest, that of the deployment, of a number or of a tag, also for instances that waited meanwhile', async () => {
    const tagged = (value: string, tag: string): [string, string] => [
      'bound.dmn',
      dmnFile(expression('bound', value).replace('<decision ', `<decision keelson:versionTag="${tag}" `)),
    ];
    await deploy([tagged('1', 'old')]);
    await deploy([tagged('2', 'new')]);
    // The decision is in this deployment, and unchanged.
    await deploy([
      tagged('2', 'new'),
      process(
        'binding',
        task('wait'),
        bound('latest', ''),
        bound('beside', 'keelson:decisionRefBinding="deployment"'),
        bound('numbered', 'keelson:decisionRefBinding="version" keelson:decisionRefVersion="1"'),
        bound('tagged', 'keelson:decisionRefBinding="versionTag" keelson:decisionRefVersionTag="old"'),
        task('after'),
      ),
    ]);
    const { id } = (await start(onOne, 'binding')).body;
    await deploy([tagged('3', 'newest')], onTwo);
    const run = instanceOf(onOne, id);
    await run.complete('wait');
    expect(
      (await onOne.get(`/process-instance/${id}?withVariables=latest,beside,numbered,tagged`)).body.variables,
    ).toEqual({
      latest: 3,
      beside: 2,
      numbered: 1,
      tagged: 1,
    });
  });

  it('is the one that another process has just deployed', async () => {
    await deploy([constant('bound', '0'), process('fresh', bound('r', ''))]);
    for (let value = 1; value <= 6; value++) {
      const [deployer, starter] = value % 2 ? [onOne, onTwo] : [onTwo, onOne];
      await deploy([constant('bound', `${value}`)], deployer);
      expect((await start(starter, 'fresh')).body.variables).toEqual({ r: value });
    }
  });

  it('is missing where the deployment holds none', async () => {
    await deploy([constant('bound', '7')]);
    await deploy([process('none', bound('r', 'keelson:decisionRefBinding="deployment"'))]);
    const answer = await start(onOne, 'none');
    expect(answer.errorDetail.errorArguments[0].message).toBe(
      'There is no decision bound in the deployment of the process',
    );
  });
});
