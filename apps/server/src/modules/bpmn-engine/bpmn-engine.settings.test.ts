// Limits of the engine that an operator changes over HTTP hold for the next command, on every process, without a restart.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/test-people.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { type EnginePair, startEnginePair, startPath } from './testing/engine-server.ts';
import { bpmnFile, choiceFile, flow, userTaskFile } from './testing/models.ts';

/** The time is far longer than a change takes to another process. */
const CATCH_UP_MS = 2_000;

let pair: EnginePair;
let one: TestServer;
let two: TestServer;
let onOne: Person;
let onTwo: Person;

beforeAll(async () => {
  pair = await startEnginePair();
  ({ one, two, onOne, onTwo } = pair);
});
afterAll(() => pair.stop());

/** Changes it on the first process and waits until the second knows; a value of null takes it back. */
async function change(code: string, value: unknown): Promise<void> {
  const { body } = await onOne.get(`/settings/effective/by-code/${code}`);
  const global = body.chain.find(({ level }: { level: string }) => level === 'GLOBAL');
  const answer = await onOne.put('/settings/value', { code, scope: 'GLOBAL', value, version: global?.version ?? 0 });
  expect(answer.status).toBe(200);
  const { revision } = one.apis.systemSetting;
  expect(await two.apis.systemSetting.waitForRevision(revision(), CATCH_UP_MS)).toBe(true);
}

const start = (key: string, variables: object) => onTwo.post(`${startPath}/${key}`, { variables });

describe('a limit that an operator changes', () => {
  it('system-setting 21: holds for the size of the next variable', async () => {
    await onOne.deploy([['s.bpmn', userTaskFile('sized')]]);
    expect((await start('sized', { text: 'x'.repeat(2_000) })).status).toBe(200);
    await change('bpmn-engine.limit.variable', 1);
    expect((await start('sized', { text: 'x'.repeat(2_000) })).errorDetail).toMatchObject({
      errorCode: 'VARIABLE_TOO_LARGE',
    });
    expect((await start('sized', { text: 'x'.repeat(1_000) })).status).toBe(200);
    await change('bpmn-engine.limit.variable', null);
  });

  it('bpmn-engine 34: refuses by LIMIT_EXCEEDED an instance that would become too large', async () => {
    await change('bpmn-engine.limit.instance', 16);
    const refused = await start('sized', { text: 'x'.repeat(20_000) });
    expect(refused.errorDetail?.errorArguments).toMatchObject([{ code: 'LIMIT_EXCEEDED' }]);
    const { id } = (await start('sized', {})).body;
    const grown = await onTwo.post(
      `/runtime/set-variable/by-execution-id/${id}/by-variable-name/text`,
      'x'.repeat(20_000),
    );
    expect(grown.errorDetail).toMatchObject({
      errorCode: 'PROCESS_EXECUTION_FAILED',
      errorArguments: [{ code: 'LIMIT_EXCEEDED' }],
    });
    await change('bpmn-engine.limit.instance', null);
    expect((await start('sized', { text: 'x'.repeat(20_000) })).status).toBe(200);
  });

  it('system-setting 21: holds for the moves of tokens in one go', async () => {
    const round = [
      '<startEvent id="start"/>',
      flow('in', 'start', 'merge'),
      '<exclusiveGateway id="merge"/>',
      flow('on', 'merge', 'work'),
      '<task id="work"/>',
      flow('back', 'work', 'merge'),
    ];
    await onOne.deploy([['r.bpmn', bpmnFile('round', round.join('\n'))]]);
    await change('bpmn-engine.burst.steps', 100);
    const [problem] = (await start('round', {})).errorDetail?.errorArguments ?? [];
    expect(problem).toMatchObject({ code: 'BURST_LIMIT', message: expect.stringContaining('100') });
    await change('bpmn-engine.burst.steps', null);
  });

  it('system-setting 21: holds for the rules that refuse a deployment which names none', async () => {
    // These conditions are no formal expressions: the standard demands them to be, and most tools do not write it (EXE-27).
    const file = choiceFile('loose').replaceAll(' xsi:type="tFormalExpression"', '');
    expect((await onTwo.deploy([['l.bpmn', file]])).status).toBe(200);
    await change('bpmn-engine.strictness', 'STRICT');
    expect((await onTwo.deploy([['l.bpmn', file]])).errorDetail?.errorArguments).toContainEqual(
      expect.objectContaining({ ruleId: 'EXE-27' }),
    );
    for (const strictness of ['LENIENT', 'lenient'])
      expect((await onTwo.deploy([['l.bpmn', file]], { strictness })).status).toBe(200);
    await change('bpmn-engine.strictness', null);
  });

  it('the strictness is read in any case, and told in upper case', async () => {
    await change('bpmn-engine.strictness', 'strict');
    const { body } = await onTwo.get('/settings/effective/by-code/bpmn-engine.strictness');
    expect(body.value).toBe('STRICT');
    const refused = await onOne.put('/settings/value', { code: 'bpmn-engine.strictness', value: 'stricter' });
    expect(refused.errorDetail?.errorArguments).toMatchObject([
      { code: 'NOT_ALLOWED', message: 'Must be one of LENIENT, SPEC, STRICT.' },
    ]);
    await change('bpmn-engine.strictness', null);
  });
});
