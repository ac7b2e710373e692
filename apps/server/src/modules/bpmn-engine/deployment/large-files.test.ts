// Tests over HTTP that a large file, which a thread of its own reads, does what a small one does.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person } from '../../../testing/test-people.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { READ_AT_ONCE_BYTES } from '../runtime/definitions/reading-lane.ts';
import { dmnFile, expression, table } from '../testing/decision-models.ts';
import {
  after,
  chained,
  END,
  instanceOf,
  messageOf,
  ROOTS,
  START,
  started,
  startedOf,
  task,
  WAIT,
} from '../testing/driven-process.ts';
import { startEngine } from '../testing/engine-server.ts';
import { bpmnFile, flow } from '../testing/models.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  ({ server, admin } = await startEngine());
});
afterAll(() => server.stop());

const LARGE = `<!-- ${'x'.repeat(READ_AT_ONCE_BYTES)} -->`;

/** Goes through expressions in every language, a script and a decision; begins plainly, by a message and by a timer. */
function wholeFile(key: string): string {
  const feel = (text: string) =>
    `<conditionExpression xsi:type="tFormalExpression" language="feel">${text}</conditionExpression>`;
  const js = (text: string) =>
    `<conditionExpression xsi:type="tFormalExpression" language="javascript">${text}</conditionExpression>`;
  const elements = [
    '<startEvent id="start"/>',
    `<startEvent id="paid-start">${messageOf('paid')}</startEvent>`,
    `<startEvent id="timer-start">${after('PT1M')}</startEvent>`,
    '<serviceTask id="sum" keelson:expression="${1 + 1}" keelson:resultVariable="sum"/>',
    '<scriptTask id="script" scriptFormat="javascript" keelson:resultVariable="more"><script>sum + 1</script></scriptTask>',
    '<businessRuleTask id="rule" keelson:decisionRef="twice" keelson:resultVariable="twice"/>',
    '<exclusiveGateway id="first" default="f-no"/>',
    '<exclusiveGateway id="second" default="f-no2"/>',
    task('work'),
    END,
    ...['start', 'paid-start', 'timer-start'].map((start) => flow(`f-${start}`, start, 'sum')),
    flow('f1', 'sum', 'script'),
    flow('f2', 'script', 'rule'),
    flow('f3', 'rule', 'first'),
    `<sequenceFlow id="f-yes" sourceRef="first" targetRef="second">${feel('more = 3')}</sequenceFlow>`,
    flow('f-no', 'first', 'end'),
    `<sequenceFlow id="f-yes2" sourceRef="second" targetRef="work">${js('sum === 2')}</sequenceFlow>`,
    flow('f-no2', 'second', 'end'),
    flow('f4', 'work', 'end'),
  ];
  return bpmnFile(key, elements.join('\n')).replace('</definitions>', ROOTS);
}

describe('a large file', () => {
  it('is deployed, shown and run as a small one is', async () => {
    const shown: unknown[] = [];
    for (const [key, beside] of [
      ['small', ''],
      ['large', LARGE],
    ] as const) {
      const files = [
        [`${key}.bpmn`, wholeFile(key).replace('<process ', `${beside}<process `)],
        [`${key}.dmn`, dmnFile(expression('twice', 'sum * 2'))],
      ] as const;
      expect((await admin.deploy(files)).errorDetail).toBeNull();
      const run = await startedOf(admin, key);
      await run.standsAt('work');
      const { processDefinitionId, variables } = (
        await admin.get(`/process-instance/${run.id}?withVariables=sum,more,twice`)
      ).body;
      expect(variables).toEqual({ sum: 2, more: 3, twice: [{ twice: 4 }] });
      const nodes = (await admin.get(`/repository/model/${processDefinitionId}`, { accept: 'application/json' })).body;
      const { body } = await admin.post('/repository/definitions/page', { key });
      const [{ messageStarts, timerStarts, startable, warnings }] = body.data;
      shown.push([nodes, messageStarts, timerStarts, startable, warnings.length]);
      const [received] = (
        await admin.post('/runtime/messages/correlate', { messageName: 'paid', processDefinitionKey: key })
      ).body;
      await instanceOf(admin, received.processInstanceId).standsAt('work');
    }
    expect(shown[1]).toEqual(shown[0]);
    server.clock.advance(60_000);
    for (const key of ['small', 'large']) {
      await vi.waitFor(async () => {
        const { body } = await admin.post('/process-instance/page', { processDefinitionKeys: [key] });
        expect(body.totalElements).toBe(3);
      }, WAIT);
    }
  });

  it('is no new version where nothing of it has changed, and is refused with what is wrong', async () => {
    const again = await admin.deploy([['again.bpmn', wholeFile('large').replace('<process ', `${LARGE}<process `)]]);
    expect(again.errorDetail).toBeNull();
    const { body } = await admin.post('/repository/definitions/page', { key: 'large' });
    expect(body.totalElements).toBe(1);
    const wrong = wholeFile('wrong')
      .replace('targetRef="work"', 'targetRef="gone"')
      .replace('<process ', `${LARGE}<process `);
    const refused = await admin.deploy([['wrong.bpmn', wrong]]);
    expect(refused.errorDetail.errorArguments).toContainEqual(expect.objectContaining({ ruleId: 'REF-01' }));
  });
});

describe('a large file of decisions', () => {
  const rules = Array.from(
    { length: 2_000 },
    (_, index) => [`[${index * 10}..${index * 10 + 10})`, `"L${index}"`] as const,
  );
  const decide = (amount: unknown) => admin.post('/decision/evaluate/by-key/levels', { variables: { amount } });

  it('is read and decided, again and again, and by a process', async () => {
    const file = dmnFile(table('levels', { rules }));
    expect(file.length).toBeGreaterThan(READ_AT_ONCE_BYTES);
    expect((await admin.deploy([['levels.dmn', file]])).errorDetail).toBeNull();
    for (const amount of [5, 19_995, 12]) {
      const { body, errorDetail } = await decide(amount);
      expect(errorDetail).toBeNull();
      expect(body.results).toEqual([{ level: `L${Math.floor(amount / 10)}` }]);
    }
    expect((await decide('much')).errorDetail.errorCode).toBe('DECISION_FAILED');
    const rule = '<businessRuleTask id="rule" keelson:decisionRef="levels" keelson:resultVariable="level"/>';
    const run = await started(admin, chained([START, rule, task('work'), END]), { variables: { amount: 42 } });
    const { body } = await admin.get(`/process-instance/${run.id}?withVariables=level`);
    expect(body.variables).toEqual({ level: [{ level: 'L4' }] });
  });
});
