// Conditional events: when they are looked at, when they fire, and what a condition that fails does.
import { describe, expect, it } from 'vitest';
import type { ConditionalTrigger } from '../../model/event-model.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import {
  computed,
  constant,
  type NodeDraft,
  type ProcessDraft,
  processModel,
  variable,
} from '../../testing/model-builder.ts';
import { openWaits, set } from '../../testing/occurrences.ts';
import { after, complete, places, type Run, started, startResult, trace } from '../../testing/run.ts';
import { conditional } from '../../testing/triggers.ts';

const hot = computed('heat > 3', (context) => Number(context.variable('heat') ?? 0) > 3);
const isHot = conditional(hot);

function guarded(trigger: ConditionalTrigger, fields: NodeDraft = {}, more: Partial<ProcessDraft> = {}): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      work: 'userTask',
      alarm: ['boundaryEvent', { on: 'work', interrupting: false, triggers: [trigger], ...fields }],
      care: 'userTask',
    },
    flows: [
      ['start', 'work'],
      ['alarm', 'care'],
    ],
    ...more,
  });
}

const cares = (model: ProcessModel, run: Run) => places(model, run.state).filter((id) => id === 'care').length;
const remove = (model: ProcessModel, run: Run, name: string) =>
  after(model, run, { kind: 'set-variables', at: 2_000, actor: null, variables: {}, removals: [name] });

describe('a condition', () => {
  it('a condition of an unknown variable is false; one that gives no boolean is a failure', () => {
    const unknown = guarded(conditional(variable('ready')));
    expect(cares(unknown, started(unknown))).toBe(0);
    expect(cares(unknown, set(unknown, started(unknown), { ready: true }))).toBe(1);
    const wrong = guarded(conditional(constant('yes')));
    expect(startResult(wrong)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'EXPRESSION_FAILED', elementId: 'alarm' },
    });
  });

  it('fires from false to true alone, in the burst that makes it so', () => {
    const model = guarded(isHot);
    const run = set(model, set(model, started(model), { heat: 4 }), { heat: 5 });
    expect(cares(model, run)).toBe(1);
    expect(cares(model, set(model, set(model, run, { heat: 0 }), { heat: 9 }))).toBe(2);
  });

  it('sees what a task completes with, and variables of its own scope', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        fill: ['userTask', { in: 'sub' }],
        catch: ['intermediateCatchEvent', { in: 'sub', triggers: [isHot] }],
        next: ['userTask', { in: 'sub' }],
        outside: ['intermediateCatchEvent', { triggers: [isHot] }],
      },
      flows: [
        ['start', 'sub'],
        ['start', 'outside'],
        ['in', 'fill'],
        ['in', 'catch'],
        ['catch', 'next'],
      ],
      data: { sub: [{ name: 'heat', initial: null, collection: false }] },
    });
    const run = complete(model, started(model), 'fill', { heat: 5 });
    expect(places(model, run.state).sort()).toEqual(['next', 'outside', 'sub']);
    expect(run.state.variables).toEqual({});
  });

  it('may be asked again by command', () => {
    let outside = false;
    const model = guarded(conditional(computed('outside', () => outside)));
    const run = started(model);
    outside = true;
    expect(cares(model, set(model, run, {}))).toBe(0);
    const asked = after(model, run, { kind: 'evaluate-conditions', at: 2_000, actor: null, variables: {} });
    expect(cares(model, asked)).toBe(1);
  });
});

describe('a condition that names a variable', () => {
  const asked = (fields: Partial<ConditionalTrigger>) => {
    const seen: number[] = [];
    const condition = computed('counted', (context) => {
      seen.push(seen.length);
      return hot.evaluate(context);
    });
    return { model: guarded({ ...conditional(condition), ...fields }), seen };
  };

  it('is asked when it is armed, and after changes of that variable alone', () => {
    const { model, seen } = asked({ variableName: 'heat' });
    const run = started(model);
    const before = seen.length;
    expect(before).toBeGreaterThan(0);
    const other = set(model, run, { other: 1 });
    expect(seen.length).toBe(before);
    expect(cares(model, set(model, other, { heat: 5 }))).toBe(1);
  });

  it.each([
    ['create', [1, 1, 1]],
    ['update', [0, 1, 1]],
    ['delete', [0, 0, 1]],
  ] as const)('a condition that names a variable and "%s" is asked after such changes of it alone', (event, counts) => {
    const known = conditional(computed('not cold', (context) => context.variable('heat') !== 1));
    const cold = conditional(computed('set', (context) => (context.variable('heat') ?? 9) !== 8));
    const trigger = event === 'create' ? known : cold;
    const model = guarded({ ...trigger, variableName: 'heat', variableEvents: [event] });
    // False when armed, so that only a change that counts makes it fire.
    const first =
      event === 'create' ? started(model, { variables: { heat: 1 } }) : started(model, { variables: { heat: 8 } });
    const again =
      event === 'create' ? set(model, remove(model, first, 'heat'), { heat: 5 }) : set(model, first, { heat: 8 });
    const changed = set(model, again, { heat: 7 });
    const gone = remove(model, changed, 'heat');
    expect([again, changed, gone].map((run) => cares(model, run))).toEqual(counts);
  });
});

describe('a condition that is true when it is armed', () => {
  it('fires before the body of an activity begins', () => {
    const model = guarded(isHot, { interrupting: true });
    const run = started(model, { variables: { heat: 5 } });
    expect(trace(model, run)).toContain('!work');
    expect([cares(model, run), run.state.tasks.length]).toEqual([1, 1]);
  });

  it.each([true, false])('fires before the first token of a scope moves (interrupting: %s)', (interrupting) => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        work: ['userTask', { in: 'sub' }],
        handler: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'handler', interrupting, triggers: [isHot] }],
        care: ['userTask', { in: 'handler' }],
        done: 'endEvent',
      },
      flows: [
        ['start', 'sub'],
        ['in', 'work'],
        ['heard', 'care'],
        ['sub', 'done'],
      ],
    });
    const run = started(model, { variables: { heat: 5 } });
    const words = trace(model, run);
    expect(words.includes('+in')).toBe(!interrupting);
    expect(run.state.tasks).toHaveLength(interrupting ? 1 : 2);
    const rest = interrupting ? run : complete(model, run, 'work');
    expect(complete(model, rest, 'care').state.endElementIds).toEqual(['done']);
  });

  it.each(['skipped', 'empty'])('begins nothing that outlives a sub-process that is %s', (how) => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: ['subProcess', how === 'skipped' ? { activity: { skipExpression: constant(true) } } : {}],
        ...(how === 'skipped' ? { in: ['startEvent', { in: 'sub' }] as const } : {}),
        handler: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'handler', interrupting: false, triggers: [isHot] }],
        care: ['userTask', { in: 'handler' }],
        done: 'endEvent',
      },
      flows: [
        ['start', 'sub'],
        ['heard', 'care'],
        ['sub', 'done'],
      ],
    });
    const run = started(model, { variables: { heat: 5 } });
    const end = how === 'skipped' ? run : complete(model, run, 'care');
    expect([end.state.endElementIds, end.state.tokens]).toEqual([['done'], []]);
  });

  it('fires at the start of the process, too', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [isHot] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'work'],
        ['heard', 'care'],
      ],
    });
    const run = started(model, { variables: { heat: 5 } });
    expect([run.state.tasks.length, places(model, run.state)]).toEqual([1, ['handler', 'care']]);
  });
});

describe('a condition that fails where incidents are kept', () => {
  it('is an incident of its event: the activity goes on, and it is asked again when that is resolved', () => {
    const divided = conditional(
      computed('10 / parts', (context) => {
        const parts = context.variable('parts');
        if (parts === undefined || parts === 1) return parts === 1;
        return 'broken';
      }),
    );
    const model = guarded(divided, {}, { onFailure: 'INCIDENT' });
    const broken = set(model, started(model), { parts: 0 });
    expect(openWaits(model, broken)).toEqual(['alarm conditional', 'alarm incident']);
    expect(openWaits(model, set(model, broken, { parts: 2 }))).toEqual(['alarm conditional', 'alarm incident']);
    const { number: wait } = broken.state.waits[1]!;
    const retry = after(model, broken, {
      kind: 'retry-incident',
      at: 3_000,
      actor: 'ada',
      wait,
      variables: { parts: 1 },
    });
    expect([cares(model, retry), openWaits(model, retry), retry.state.tasks.length]).toEqual([
      1,
      ['alarm conditional'],
      2,
    ]);
  });
});
