// Instances call others: what passes between the two, and how either ends with the other.
import { describe, expect, it } from 'vitest';
import { constant } from '../../../../bpmn-core/src/testing/model-builder.ts';
import { compensation, error, escalation, terminate, timer } from '../../../../bpmn-core/src/testing/triggers.ts';
import { chain, definition, run, standing } from '../testing/deployments.ts';

const CALL = {
  byId: false,
  binding: { kind: 'latest' },
  tenant: null,
  fallbackToDefaultTenant: false,
  businessKey: null,
  inheritBusinessKey: true,
  inheritVariables: true,
  name: null,
  idVariable: 'called',
  in: [],
  out: [{ kind: 'all', local: false }],
  localOut: false,
} as const;

const calling = (key: string) => ({ ...CALL, key: constant(key) });

describe('calls', () => {
  const child = definition('child', {
    nodes: { s: 'startEvent', t: 'userTask', e: 'endEvent' },
    flows: chain('s', 't', 'e'),
  });
  const parentOf = (key: string) =>
    definition('parent', {
      nodes: {
        s: 'startEvent',
        c: ['callActivity', { call: calling(key) }],
        b: ['boundaryEvent', { on: 'c', triggers: [error('E')] }],
        late: ['boundaryEvent', { on: 'c', triggers: [timer('PT1H')] }],
        e: 'endEvent',
        caught: 'endEvent',
        gone: 'endEvent',
      },
      flows: [...chain('s', 'c', 'e'), ['b', 'caught'], ['late', 'gone']],
    });

  it('calls begin the called instance in the same burst and go on when it ends, with its variables', async () => {
    const result = await run({
      definitions: [parentOf('child'), child],
      businessKey: 'k',
      variables: { n: 1 },
      steps: [{ complete: 't', variables: { done: true } }],
    });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 COMPLETED']);
    expect(result.instances[0]!.variables).toEqual({ n: 1, done: true, called: 'instance-2' });
    expect(result.instances[1]).toMatchObject({ calledBy: 1, businessKey: 'k', variables: { n: 1, done: true } });
  });

  it('calls of what no file holds fail with CALL_TARGET, and nothing is left of the start', async () => {
    const result = await run({ definitions: [parentOf('missing')] });
    expect(result.failures).toMatchObject([{ code: 'CALL_TARGET', elementId: 'c' }]);
    expect(result.instances).toEqual([]);
  });

  it('calls that call themselves end at the depth limit', async () => {
    const result = await run({ definitions: [parentOf('parent')] });
    expect(result.failures).toMatchObject([{ code: 'LIMIT_EXCEEDED', message: 'limit call-depth exceeded: 32' }]);
  });

  it('calls end the called instance when they are ended, and what that called', async () => {
    const middle = definition('middle', {
      nodes: { s: 'startEvent', inner: ['callActivity', { call: calling('child') }], e: 'endEvent' },
      flows: chain('s', 'inner', 'e'),
    });
    const result = await run({ definitions: [parentOf('middle'), middle, child], steps: [{ advance: 'PT1H' }] });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 CANCELLED', '3 CANCELLED']);
    expect(result.instances[0]!.endElementIds).toEqual(['gone']);
  });

  const failing = (code: string) =>
    definition('failing', {
      nodes: { s: 'startEvent', other: 'userTask', e: ['endEvent', { triggers: [error(code)] }] },
      flows: chain('s', 'e').concat([['s', 'other']]),
    });

  it('calls throw what an error end event of the called instance threw', async () => {
    const result = await run({ definitions: [parentOf('failing'), failing('E')] });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 ERROR E']);
    expect(result.instances[0]!.endElementIds).toEqual(['caught']);
  });

  it('calls end with it in every instance above where nobody catches it', async () => {
    const middle = definition('middle', {
      nodes: { s: 'startEvent', inner: ['callActivity', { call: calling('failing') }], e: 'endEvent' },
      flows: chain('s', 'inner', 'e'),
    });
    const result = await run({ definitions: [parentOf('middle'), middle, failing('F')] });
    expect(standing(result)).toEqual(['1 ERROR F', '2 ERROR F', '3 ERROR F']);
    expect(result.failures).toEqual([]);
  });

  const thrower = definition('thrower', {
    nodes: {
      s: 'startEvent',
      w: ['serviceTask', { work: { kind: 'external', target: constant('x') } }],
      e: 'endEvent',
    },
    flows: chain('s', 'w', 'e'),
  });

  it('calls throw the error of an activity that the called instance does not catch', async () => {
    const result = await run({
      definitions: [parentOf('thrower'), thrower],
      steps: [{ work: 'w', error: { code: 'E' } }],
    });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 ERROR E']);
    expect(result.instances[0]!.endElementIds).toEqual(['caught']);
  });

  it('calls leave the error of an activity that nobody catches to be the failure of its command', async () => {
    const result = await run({
      definitions: [parentOf('thrower'), thrower],
      steps: [{ work: 'w', error: { code: 'X' } }],
    });
    expect(result.failures).toMatchObject([{ code: 'UNCAUGHT_ERROR' }]);
    expect(standing(result)).toEqual(['1 ACTIVE: late TIMER, c WORK', '2 ACTIVE: w WORK']);
  });

  it('calls complete when the called instance was terminated, and all end where it terminates everything', async () => {
    const stopping = (all: boolean) =>
      definition('stopping', {
        nodes: { s: 'startEvent', t: 'userTask', e: ['endEvent', { triggers: [{ ...terminate, all }] }] },
        flows: [
          ['s', 't'],
          ['s', 'e'],
        ],
      });
    expect(standing(await run({ definitions: [parentOf('stopping'), stopping(false)] }))).toEqual([
      '1 COMPLETED',
      '2 TERMINATED',
    ]);
    expect(standing(await run({ definitions: [parentOf('stopping'), stopping(true)] }))).toEqual([
      '1 TERMINATED',
      '2 TERMINATED',
    ]);
  });

  const raising = definition('raising', {
    nodes: {
      s: 'startEvent',
      x: ['intermediateThrowEvent', { triggers: [escalation('slow')] }],
      t: 'userTask',
      e: 'endEvent',
    },
    flows: chain('s', 'x', 't', 'e'),
  });
  const hearing = (interrupting: boolean) =>
    definition('hearing', {
      nodes: {
        s: 'startEvent',
        c: ['callActivity', { call: calling('raising') }],
        b: ['boundaryEvent', { on: 'c', interrupting, triggers: [escalation('slow')] }],
        e: 'endEvent',
        heard: 'endEvent',
      },
      flows: [...chain('s', 'c', 'e'), ['b', 'heard']],
    });

  it('calls hear the escalation of the called instance beside it, and it goes on', async () => {
    const result = await run({ definitions: [hearing(false), raising] });
    expect(result.instances[0]!.endElementIds).toEqual(['heard']);
    expect(standing(result)).toEqual(['1 ACTIVE: c WORK', '2 ACTIVE: t TASK']);
    const ended = await run({ definitions: [hearing(false), raising], steps: [{ complete: 't' }] });
    expect(standing(ended)).toEqual(['1 COMPLETED', '2 COMPLETED']);
  });

  it('calls end with the called instance where the escalation interrupts them', async () => {
    const result = await run({ definitions: [hearing(true), raising] });
    expect(standing(result)).toEqual(['1 COMPLETED', '2 CANCELLED']);
    expect(result.instances[0]!.endElementIds).toEqual(['heard']);
  });

  it('calls pass an escalation that nobody hears', async () => {
    const deaf = definition('deaf', {
      nodes: { s: 'startEvent', c: ['callActivity', { call: calling('raising') }], e: 'endEvent' },
      flows: chain('s', 'c', 'e'),
    });
    expect(standing(await run({ definitions: [deaf, raising] }))).toEqual(['1 ACTIVE: c WORK', '2 ACTIVE: t TASK']);
  });

  it('calls are undone by the called instance, which runs again for it', async () => {
    const undoable = definition('undoable', {
      nodes: {
        s: 'startEvent',
        book: ['manualTask', { compensatedBy: 'unbook' }],
        unbook: ['userTask', { activity: { isForCompensation: true } }],
        e: 'endEvent',
      },
      flows: chain('s', 'book', 'e'),
    });
    const undoing = definition('undoing', {
      nodes: {
        s: 'startEvent',
        c: ['callActivity', { call: calling('undoable') }],
        undo: ['intermediateThrowEvent', { triggers: [compensation()] }],
        e: 'endEvent',
      },
      flows: chain('s', 'c', 'undo', 'e'),
    });
    const begun = await run({ definitions: [undoing, undoable] });
    expect(standing(begun)).toEqual(['1 ACTIVE: c WORK', '2 ACTIVE: unbook TASK']);
    const undone = await run({ definitions: [undoing, undoable], steps: [{ complete: 'unbook' }] });
    expect(standing(undone)).toEqual(['1 COMPLETED', '2 COMPLETED']);
  });

  it('calls fail when somebody cancels the called instance', async () => {
    const result = await run({ definitions: [parentOf('child'), child], steps: [{ cancel: true, instance: 2 }] });
    expect(result.failures).toMatchObject([{ code: 'CALL_TARGET', elementId: 'c' }]);
  });
});
