// These tests look at data: objects and properties of scopes, associations, input and output sets, inputs that are waited for, payload of
// events.
import { describe, expect, it } from 'vitest';
import type { DataAssociation, DataItem, IoModel } from '../model/data-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import { computed, constant, type NodeDraft, processModel, variable } from '../testing/model-builder.ts';
import { instances, sequential } from '../testing/nesting.ts';
import { openWaits, raise, send, set } from '../testing/occurrences.ts';
import { after, complete, completion, places, type Run, started, trace } from '../testing/run.ts';
import { conditional, message, signal } from '../testing/triggers.ts';

const item = (name: string, initial: DataItem['initial'] = null): DataItem => ({ name, initial, collection: false });
const copy = (source: string, target: string): DataAssociation => ({
  sources: [source],
  target,
  transformation: null,
  assignments: [],
});
const NO_IO: IoModel = {
  inputSets: [],
  outputSets: [],
  inputs: [],
  outputs: [],
  inputAssociations: [],
  outputAssociations: [],
};
const withIo = (io: Partial<IoModel>, more: NodeDraft = {}): NodeDraft => ({
  ...more,
  activity: { io: { ...NO_IO, ...io } },
});

function working(fields: NodeDraft): ProcessModel {
  return processModel({
    nodes: { start: 'startEvent', work: ['userTask', fields], next: 'userTask' },
    flows: [
      ['start', 'work'],
      ['work', 'next'],
    ],
  });
}

/** Answers the variables of the activity that holds the first task. */
const inside = (run: Run) => run.state.scopes.at(-1)?.variables;

describe('data objects and properties', () => {
  it('data objects and properties begin with their scope, with their initial value, what was given at the start, or null, and are gone with it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        work: ['userTask', { in: 'sub', activity: { properties: [item('own', 3)] } }],
        next: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['in', 'work'],
        ['sub', 'next'],
      ],
      data: { '': [item('sum', 5), item('given', 1), item('none')], sub: [item('inner', constant('x'))] },
    });
    const run = started(model, { variables: { given: 9 } });
    expect(run.state.variables).toEqual({ sum: 5, given: 9, none: null });
    expect(run.state.scopes.map(({ variables }) => variables)).toEqual([{ inner: 'x' }, { own: 3 }]);
    const changed = complete(model, run, 'work', { inner: 'y', own: 4, none: 2 });
    expect([changed.state.variables, changed.state.scopes]).toEqual([{ sum: 5, given: 9, none: 2 }, []]);
  });

  it.each([sequential(2), instances(2)])(
    'data objects and properties of a looped sub-process belong to each iteration',
    (loop) => {
      const model = processModel({
        nodes: {
          start: 'startEvent',
          sub: ['subProcess', { loop }],
          in: ['startEvent', { in: 'sub' }],
          work: ['userTask', { in: 'sub' }],
        },
        flows: [
          ['start', 'sub'],
          ['in', 'work'],
        ],
        data: { sub: [item('mark', 'fresh')] },
      });
      const first = started(model);
      const run = complete(model, set_(model, first, 'used'), 'work');
      expect(run.state.scopes.map(({ variables }) => variables.mark).filter((mark) => mark !== undefined)).toEqual([
        'fresh',
      ]);
      expect(run.state.variables).toEqual({});
    },
  );

  it('data objects and properties of an event sub-process belong to each of its instances', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', interrupting: false, triggers: [signal('go')] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'work'],
        ['heard', 'care'],
      ],
      data: { handler: [item('mark', 'fresh')] },
    });
    const run = raise(model, complete(model, raise(model, started(model), 'go'), 'care', { mark: 'used' }), 'go');
    expect(run.state.scopes.map(({ variables }) => variables)).toEqual([{ mark: 'fresh' }]);
    expect(run.state.variables).toEqual({});
  });
});

function set_(model: ProcessModel, run: Run, mark: string): Run {
  const scope = run.state.scopes.findIndex(({ variables }) => variables.mark !== undefined);
  const { number } = run.state.scopes[scope]!;
  return after(model, run, { kind: 'set-variables', at: 1_500, actor: null, variables: { mark }, scope: number });
}

describe('data associations', () => {
  it('data associations into an activity run when it begins, out when it completes: a copy of the whole value', () => {
    const model = working(
      withIo({
        inputs: [item('order')],
        outputs: [item('result')],
        inputAssociations: [copy('ordered', 'order')],
        outputAssociations: [copy('result', 'done')],
      }),
    );
    const run = started(model, { variables: { ordered: { id: 7, parts: [1, 2] } } });
    expect(inside(run)).toEqual({ order: { id: 7, parts: [1, 2] }, result: null });
    const done = complete(model, set(model, run, { ordered: null }), 'work', { result: 'ok', order: 'lost' });
    expect(done.state.variables).toEqual({ ordered: null, done: 'ok' });
  });

  it('may transform, or assign member by member, in order', () => {
    const transformation = computed('a + b', ({ variable: of }) => Number(of('a')) + Number(of('b')));
    const model = working(
      withIo({
        inputs: [item('sum'), item('map', constant({ kept: true }))],
        inputAssociations: [
          { sources: ['a', 'b'], target: 'sum', transformation, assignments: [] },
          {
            sources: ['a'],
            target: 'map',
            transformation: null,
            assignments: [
              { from: variable('a'), to: { variable: 'map', path: ['first'] } },
              { from: variable('b'), to: { variable: 'map', path: ['deep', 'second'] } },
              { from: constant(0), to: { variable: 'map', path: ['first'] } },
            ],
          },
        ],
      }),
    );
    const run = started(model, { variables: { a: 2, b: 3 } });
    expect(inside(run)).toEqual({ sum: 5, map: { kept: true, first: 0, deep: { second: 3 } } });
  });

  it('data associations stand around all iterations of a loop', () => {
    const model = working(
      withIo(
        {
          inputs: [item('order')],
          outputs: [item('result')],
          inputAssociations: [copy('ordered', 'order')],
          outputAssociations: [copy('result', 'done')],
        },
        { loop: instances(2) },
      ),
    );
    const run = complete(model, started(model, { variables: { ordered: 1 } }), 'work', { result: 'a' });
    expect(run.state.variables).toEqual({ ordered: 1 });
    expect(complete(model, run, 'work', { result: 'b' }).state.variables).toEqual({ ordered: 1, done: 'b' });
  });
});

describe('input sets', () => {
  const needing = (sets: IoModel['inputSets'], more: NodeDraft = {}) =>
    working(
      withIo(
        {
          inputs: [item('x'), item('y'), item('z')],
          inputSets: sets,
          inputAssociations: [copy('a', 'x'), copy('b', 'y'), copy('c', 'z')],
        },
        more,
      ),
    );
  const begins = (run: Run) => run.state.tasks.length === 1;

  it('input sets let the activity begin with the first of which all that is required is there', () => {
    const model = needing([
      { required: ['x', 'y'], optional: [] },
      { required: ['x'], optional: ['z'] },
    ]);
    expect(inside(started(model, { variables: { a: 1, b: 2, c: 3 } }))).toEqual({ x: 1, y: 2, z: null });
    expect(inside(started(model, { variables: { a: 1, c: 3 } }))).toEqual({ x: 1, y: null, z: 3 });
    expect(inside(started(model, { variables: { a: 1 } }))).toEqual({ x: 1, y: null, z: null });
  });

  it('input sets with none there let it wait Ready, looked at again with each change', () => {
    const model = needing([{ required: ['x', 'y'], optional: ['z'] }]);
    const ready = started(model, { variables: { c: 3 } });
    expect([begins(ready), openWaits(model, ready)]).toEqual([false, ['work data']]);
    const half = set(model, ready, { a: 1 });
    expect([begins(half), half.state.scopes[0]!.variables]).toEqual([false, {}]);
    const whole = set(model, half, { b: 2 });
    expect([begins(whole), inside(whole), openWaits(model, whole)]).toEqual([true, { x: 1, y: 2, z: 3 }, []]);
  });

  it('input sets with a transformation that makes a new value each time are looked at once a change', () => {
    const fresh = computed('list', ({ variable: of }) => [of('a') ?? null]);
    const model = working(
      withIo({
        inputs: [item('x'), item('y')],
        inputSets: [{ required: ['x', 'y'], optional: [] }],
        inputAssociations: [{ sources: ['a'], target: 'x', transformation: fresh, assignments: [] }, copy('b', 'y')],
      }),
    );
    const ready = set(model, started(model, { variables: { a: 1 } }), { a: 2 });
    expect(begins(ready)).toBe(false);
    expect(inside(set(model, ready, { b: 1 }))).toEqual({ x: [2], y: 1 });
  });

  it('input sets that are missing leave boundary events armed, which may end the waiting', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: [
          'userTask',
          withIo({
            inputs: [item('x')],
            inputSets: [{ required: ['x'], optional: [] }],
            inputAssociations: [copy('a', 'x')],
          }),
        ],
        off: ['boundaryEvent', { on: 'work', triggers: [signal('off')] }],
        away: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['off', 'away'],
      ],
    });
    const run = raise(model, started(model), 'off');
    expect([places(model, run.state), run.state.waits]).toEqual([['away'], []]);
  });

  it('input sets in a loop are waited for once, around it', () => {
    const model = needing([{ required: ['x'], optional: [] }], { loop: sequential(2) });
    const ready = started(model);
    expect(ready.state.waits).toHaveLength(1);
    const run = complete(model, set(model, ready, { a: 1 }), 'work');
    expect(begins(run)).toBe(true);
    expect(places(model, complete(model, run, 'work').state)).toEqual(['next']);
  });
});

describe('output sets', () => {
  const giving = (sets: IoModel['outputSets'], more: NodeDraft = {}) =>
    working(
      withIo(
        { outputs: [item('x'), item('y')], outputSets: sets, outputAssociations: [copy('x', 'a'), copy('y', 'b')] },
        more,
      ),
    );
  const sets = [
    { required: ['x'], optional: [] },
    { required: ['y'], optional: ['x'] },
  ];

  it('output sets of which one must be there: an output that is missing is handed to nobody', () => {
    const model = giving(sets);
    const run = complete(model, started(model, { variables: { a: 'kept' } }), 'work', { y: 2 });
    expect(run.state.variables).toEqual({ a: 'kept', b: 2 });
  });

  it.each([{}, { loop: sequential(1) }])(
    'output sets that are all missing are the failure OUTPUT_NOT_AVAILABLE, and nothing has changed',
    (more) => {
      const model = giving(sets, more);
      const run = started(model);
      const failed = step(model, run.state, completion(model, run.state, 'work'));
      expect(failed).toMatchObject({ outcome: 'failed', failure: { code: 'OUTPUT_NOT_AVAILABLE', elementId: 'work' } });
      expect(places(model, complete(model, run, 'work', { x: 1 }).state)).toEqual(['next']);
    },
  );

  it('output sets need nothing of what is optional alone', () => {
    const model = giving([{ required: [], optional: ['x', 'y'] }]);
    expect(complete(model, started(model), 'work').state.variables).toEqual({});
  });
});

describe('the payload of an event', () => {
  const caught = (fields: NodeDraft['event'], trigger = message('go')) =>
    processModel({
      nodes: {
        start: 'startEvent',
        catch: ['intermediateCatchEvent', { triggers: [trigger], event: fields ?? {} }],
        next: 'userTask',
      },
      flows: [
        ['start', 'catch'],
        ['catch', 'next'],
      ],
    });

  it('becomes variables by its fields where the event says nothing', () => {
    const model = caught({});
    expect(send(model, started(model), 'catch', { a: 1, b: 2 }).state.variables).toEqual({ a: 1, b: 2 });
  });

  it('goes by the data output of a catch event and its associations alone', () => {
    const model = caught({ items: ['order'], associations: [copy('order', 'ordered')] });
    expect(send(model, started(model), 'catch', { id: 7, more: 1 }).state.variables).toEqual({
      ordered: { id: 7, more: 1 },
    });
    const named = send(model, started(model), 'catch', { order: 5, more: 1 });
    expect(named.state.variables).toEqual({ ordered: 5 });
  });

  it('goes by mappings, which see it alone before anything else', () => {
    const mapping = { kind: 'value', source: variable('id'), target: 'ordered', local: false } as const;
    const model = caught({}, message('go', { payload: [mapping] }));
    const run = send(model, started(model, { variables: { id: 1 } }), 'catch', { id: 7, more: 1 });
    expect(run.state.variables).toEqual({ id: 1, ordered: 7 });
  });

  it('is made of the data inputs of a throw event, beside its mappings', () => {
    const mapping = { kind: 'value', source: constant(1), target: 'more', local: false } as const;
    const model = processModel({
      nodes: {
        start: 'startEvent',
        throw: [
          'intermediateThrowEvent',
          {
            triggers: [message('go', { payload: [mapping] })],
            event: { items: ['order'], associations: [copy('ordered', 'order')] },
          },
        ],
      },
      flows: [['start', 'throw']],
    });
    const sent = (ordered: number | { id: number }) =>
      started(model, { variables: { ordered } }).effects.find(({ kind }) => kind === 'send-message');
    expect(sent({ id: 7 })).toMatchObject({ payload: { id: 7, more: 1 } });
    expect(sent(5)).toMatchObject({ payload: { order: 5, more: 1 } });
  });

  it('reaches the data outputs of a receive task, also behind a gateway and at the start', () => {
    const io: NodeDraft = withIo(
      {
        outputs: [item('order')],
        outputSets: [{ required: ['order'], optional: [] }],
        outputAssociations: [copy('order', 'ordered')],
      },
      { triggers: [message('go')], event: { items: ['order'] } },
    );
    const plain = processModel({
      nodes: { start: 'startEvent', take: ['receiveTask', io] },
      flows: [['start', 'take']],
    });
    const behind = processModel({
      nodes: {
        start: 'startEvent',
        choice: 'eventBasedGateway',
        take: ['receiveTask', io],
        other: ['intermediateCatchEvent', { triggers: [signal('s')] }],
      },
      flows: [
        ['start', 'choice'],
        ['choice', 'take'],
        ['choice', 'other'],
      ],
    });
    for (const model of [plain, behind]) {
      const run = send(model, started(model), 'take', { id: 7 });
      expect([run.state.variables, run.state.tokens]).toEqual([{ ordered: { id: 7 } }, []]);
    }
    const starting = processModel({
      nodes: { take: ['receiveTask', { ...io, instantiate: true }], next: 'userTask' },
      flows: [['take', 'next']],
    });
    const begun = started(starting, { facts: { startElementId: 'take' }, trigger: 0, variables: { id: 7 } });
    expect([begun.state.variables, places(starting, begun.state)]).toEqual([{ ordered: { id: 7 } }, ['next']]);
  });

  it('the payload of an event of a handler stays in the scope that it handles, unless a variable further out has that name', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        work: ['userTask', { in: 'sub' }],
        alarm: ['boundaryEvent', { in: 'sub', on: 'work', interrupting: false, triggers: [signal('go')] }],
        care: ['userTask', { in: 'sub' }],
        handler: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'handler', interrupting: false, triggers: [signal('stop')] }],
        look: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'sub'],
        ['in', 'work'],
        ['alarm', 'care'],
        ['heard', 'look'],
      ],
    });
    const first = raise(model, started(model, { variables: { known: 0 } }), 'go', { known: 1, fresh: 2 });
    const run = raise(model, first, 'stop', { late: 3 });
    expect(run.state.variables).toEqual({ known: 1 });
    expect(run.state.scopes[0]!.variables).toEqual({ fresh: 2, late: 3 });
    expect(trace(model, run)).toContain('+look');
  });
});

describe('a change of data', () => {
  it('a change of data by an association wakes a condition', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', withIo({ outputs: [item('x')], outputAssociations: [copy('x', 'heat')] })],
        catch: [
          'intermediateCatchEvent',
          { triggers: [conditional(computed('hot', ({ variable: of }) => of('heat') === 5))] },
        ],
        next: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['start', 'catch'],
        ['catch', 'next'],
      ],
    });
    expect(places(model, complete(model, started(model), 'work', { x: 5 }).state)).toEqual(['next']);
  });
});
