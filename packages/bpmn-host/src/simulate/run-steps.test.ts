// A run has further steps, some of which are written wrong.
import { describe, expect, it } from 'vitest';
import { readSteps } from './step-schema.ts';
import { chain, definition, run, standing, uel } from './testing/deployments.ts';

describe('other steps', () => {
  it('other steps trigger what waits for a trigger, set variables and cancel', async () => {
    const waits = definition('waits', {
      nodes: { s: 'startEvent', t: ['manualTask', { waits: true }], u: 'userTask' },
      flows: chain('s', 't', 'u'),
    });
    const steps = [{ set: { n: 1 } }, { trigger: 't', variables: { m: 2 } }, { cancel: true }];
    const result = await run({ definitions: [waits], steps });
    expect(result.instances).toMatchObject([{ endState: 'CANCELLED', variables: { n: 1, m: 2 } }]);
  });

  it('other steps begin activities of an ad-hoc sub-process and end it', async () => {
    const adHoc = {
      activation: 'manual',
      sequential: false,
      completionCondition: null,
      cancelRemaining: true,
    } as const;
    const free = definition('free', {
      nodes: {
        s: 'startEvent',
        sub: ['adHocSubProcess', { adHoc }],
        a: ['userTask', { in: 'sub' }],
        b: ['userTask', { in: 'sub' }],
        e: 'endEvent',
      },
      flows: chain('s', 'sub', 'e'),
    });
    const begin = { adHoc: 'sub', begin: ['b'] };
    expect(standing(await run({ definitions: [free], steps: [begin] }))).toEqual(['1 ACTIVE: b TASK']);
    expect(standing(await run({ definitions: [free], steps: [begin, { adHoc: 'sub', end: true }] }))).toEqual([
      '1 COMPLETED',
    ]);
    const wrong = await run({ definitions: [free], steps: [{ adHoc: 'sub', begin: ['e'] }] });
    expect(wrong.failures).toMatchObject([{ code: 'REFUSED', message: expect.stringContaining('AD_HOC_NOT_ENABLED') }]);
  });

  it('other steps retry and skip incidents', async () => {
    const incident = definition('incident', {
      nodes: { s: 'startEvent', g: 'exclusiveGateway', e: 'endEvent' },
      flows: [
        ['s', 'g'],
        ['g', 'e', uel('${go == true}')],
      ],
      onFailure: 'INCIDENT',
    });
    const result = await run({ definitions: [incident], variables: { go: false } });
    expect(standing(result)).toEqual(['1 ACTIVE: g INCIDENT']);
    expect(result.instances[0]!.waits[0]).toMatchObject({ name: 'NO_FLOW_SELECTED' });
    const mended = await run({
      definitions: [incident],
      variables: { go: false },
      steps: [{ retry: 'g', variables: { go: true } }],
    });
    expect(standing(mended)).toEqual(['1 COMPLETED']);
  });

  it.each([
    ['{}', 'the steps are no list'],
    ['[', 'the steps are no JSON'],
    ['[1]', 'step 1: is no object'],
    ['[{"complete":"a"},{"do":"x"}]', 'step 2: has none of start, complete'],
    ['[{"complete":"a","signal":"b"}]', 'step 1: has both complete and signal'],
    ['[{"complete":"a","variable":{}}]', 'step 1: complete has no field variable'],
    ['[{"complete":"a","variables":[]}]', 'step 1: variables is no object'],
    ['[{"set":{"a b":1}}]', 'step 1: a b is no name of a variable'],
    ['[{"complete":5}]', 'step 1: complete takes a text'],
    ['[{"work":"w","error":{"code":1}}]', 'step 1: code is no text'],
    ['[{"work":"w","error":{},"escalation":{"code":"x"}}]', 'step 1: has both error and escalation'],
    ['[{"adHoc":"x"}]', 'step 1: adHoc takes either begin or end'],
    ['[{"adHoc":"x","begin":[]}]', 'step 1: begin is no list of elements'],
    ['[{"adHoc":"x","end":1}]', 'step 1: end takes true'],
    ['[{"cancel":"x"}]', 'step 1: cancel takes true'],
    ['[{"complete":"a","instance":"1"}]', 'step 1: instance is no number'],
  ])('other steps that are written wrong are refused by name: %s', (text, message) => {
    expect(() => readSteps(text)).toThrow(message);
  });
});
