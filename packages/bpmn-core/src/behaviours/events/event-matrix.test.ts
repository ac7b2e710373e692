// Every trigger does at every position what BPMN 2.0, 10.5, says of it: flat, in a sub-process and in a loop.

import { describe, expect, it } from 'vitest';
import type { Trigger } from '../../model/event-model.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { timelineOf } from '../../reading/timeline.ts';
import { computed, constant, processModel } from '../../testing/model-builder.ts';
import { finishAll, ITERATIONS, NESTINGS, type Nesting, nested } from '../../testing/nesting.ts';
import { finishWork, fire, openWaits, raise, send, set, startedOnTime, TIMER_HOST } from '../../testing/occurrences.ts';
import { complete, places, type Run, started, trace } from '../../testing/run.ts';
import * as triggers from '../../testing/triggers.ts';

const hot = computed('heat > 3', (context) => (context.variable('heat') as number) > 3);
const work = { activity: {}, work: { kind: 'external', target: constant('work') } } as const;

interface Caught {
  readonly trigger: readonly Trigger[];
  readonly parallelMultiple?: boolean;
  readonly occur: (model: ProcessModel, run: Run, catcher: string) => Run;
  /** Whether what throws it is done with it: an activity that escalates or throws ends thereby. */
  readonly endsThrower?: boolean;
}

const byMessage: Caught = { trigger: [triggers.message('go')], occur: (model, run, at) => send(model, run, at) };
const bySignal: Caught = { trigger: [triggers.signal('go')], occur: (model, run) => raise(model, run, 'go') };
const byCondition: Caught = {
  trigger: [triggers.conditional(hot)],
  occur: (model, run) => set(model, set(model, run, { heat: 0 }), { heat: 5 }),
};
const timers: readonly (readonly [string, Caught])[] = (['date', 'duration', 'cycle'] as const).map((kind) => [
  `timer (${kind})`,
  {
    trigger: [triggers.timer(kind === 'cycle' ? '1/500' : '500', kind)],
    occur: (model, run, at) => fire(model, run, at),
  },
]);
const both = [triggers.message('one'), triggers.signal('two')];
const WAITED: readonly (readonly [string, Caught])[] = [
  ['message', byMessage],
  ...timers,
  ['conditional', byCondition],
  ['signal', bySignal],
  ['multiple', { trigger: both, occur: (model, run) => raise(model, run, 'two') }],
  [
    'parallel multiple',
    {
      trigger: both,
      parallelMultiple: true,
      occur: (model, run, at) => {
        const half = raise(model, run, 'two');
        expect(openWaits(model, half)).toContain(`${at} message`);
        expect(places(model, half.state)).not.toContain('care');
        return send(model, half, at);
      },
    },
  ],
];
const THROWN: readonly (readonly [string, Caught])[] = [
  [
    'error',
    {
      trigger: [triggers.error('E')],
      endsThrower: true,
      occur: (model, run) =>
        finishWork(model, run, 'work', { outcome: 'error', errorCode: 'E', message: null, variables: {} }),
    },
  ],
  [
    'escalation',
    {
      trigger: [triggers.escalation('X')],
      endsThrower: true,
      occur: (model, run) =>
        finishWork(model, run, 'work', { outcome: 'escalation', escalationCode: 'X', variables: {} }),
    },
  ],
];

/** Counts how often the last command to this point has entered the element. */
const entries = (model: ProcessModel, run: Run, id: string) => {
  const index = model.nodes.findIndex((node) => node.id === id);
  return run.records.flatMap(({ events }) => events).filter((event) => event[0] === 'a' && event[2] === index).length;
};

function expectEnd(model: ProcessModel, run: Run, nesting: Nesting, each: string): void {
  const done = finishAll(model, run);
  expect(done.effects.at(-1)).toEqual({ kind: 'end', endState: 'COMPLETED' });
  expect(done.state.waits).toEqual([]);
  expect(entries(model, done, each)).toBe(nesting === 'loop' ? ITERATIONS : 1);
}

describe('the start of a process', () => {
  it('the start of a process by a none start event sends one token on every outgoing flow', () => {
    const model = processModel({
      nodes: { start: 'startEvent', a: 'userTask', b: 'userTask' },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
      ],
    });
    expect(places(model, started(model).state)).toEqual(['a', 'b']);
  });

  it.each(WAITED)(
    'the start of a process by %s begins behind the event with what came, and waits for nothing of it',
    (_, caught) => {
      const { trigger, parallelMultiple = false } = caught;
      const model = processModel({
        nodes: {
          other: 'startEvent',
          start: ['startEvent', { triggers: trigger, parallelMultiple }],
          care: 'userTask',
        },
        flows: [['start', 'care']],
      });
      const run = started(model, { facts: { startElementId: 'start' }, trigger: 0, variables: { heat: 5 } });
      expect(places(model, run.state)).toEqual(['care']);
      expect([run.state.variables, run.state.waits, run.state.facts.startElementId]).toEqual([
        { heat: 5 },
        [],
        'start',
      ]);
    },
  );
});

describe.each(NESTINGS)('in the %s,', (nesting) => {
  describe('an event sub-process', () => {
    const model = ({ trigger, parallelMultiple = false }: Caught, interrupting: boolean) =>
      nested(
        {
          nodes: {
            start: 'startEvent',
            work: ['serviceTask', work],
            handler: 'eventSubProcess',
            heard: ['startEvent', { in: 'handler', interrupting, triggers: trigger, parallelMultiple }],
            care: ['userTask', { in: 'handler' }],
          },
          flows: [
            ['start', 'work'],
            ['heard', 'care'],
          ],
        },
        nesting,
      );

    it.each([...WAITED, ...THROWN])(
      'an event sub-process that %s begins and that interrupts ends all else and runs, and the scope is left normally',
      (_, caught) => {
        const handled = model(caught, true);
        const run = caught.occur(handled, startedOnTime(handled), 'heard');
        expect(run.state.tasks.map(({ node }) => handled.nodes[node]!.id)).toEqual(['care']);
        expect(trace(handled, run)).toContain('!work');
        expect(openWaits(handled, run)).toEqual([]);
        if (nesting !== 'loop') expectEnd(handled, run, nesting, 'handler');
      },
    );

    it.each([...WAITED, THROWN[1]!])(
      'an event sub-process that %s begins and that does not interrupt runs beside the flow',
      (_, caught) => {
        const handled = model(caught, false);
        const run = caught.occur(handled, startedOnTime(handled), 'heard');
        expect(run.state.tasks.map(({ node }) => handled.nodes[node]!.id)).toEqual(['care']);
        expect(trace(handled, run)).not.toContain('!work');
        expect(openWaits(handled, run).includes('work work')).toBe(caught.endsThrower !== true);
        if (nesting !== 'loop') expectEnd(handled, run, nesting, 'work');
      },
    );
  });

  describe('an intermediate catch event', () => {
    it.each(WAITED)(
      'an intermediate catch event of %s waits, then goes on',
      (_, { trigger, parallelMultiple = false, occur }) => {
        const model = nested(
          {
            nodes: {
              start: 'startEvent',
              catch: ['intermediateCatchEvent', { triggers: trigger, parallelMultiple }],
              care: 'userTask',
            },
            flows: [
              ['start', 'catch'],
              ['catch', 'care'],
            ],
          },
          nesting,
        );
        const waiting = startedOnTime(model);
        expect(places(model, waiting.state)).toContain('catch');
        const run = occur(model, waiting, 'catch');
        expect(places(model, run.state)).toContain('care');
        expect(run.state.waits).toEqual([]);
        if (nesting !== 'loop') expectEnd(model, run, nesting, 'catch');
        else if (trigger[0]!.kind !== 'conditional') {
          const again = complete(model, run, 'care', {}, TIMER_HOST);
          expect(openWaits(model, again)).toEqual(openWaits(model, waiting));
        }
      },
    );

    it('an intermediate catch event of a link goes on with the token from where it was thrown', () => {
      const link = { kind: 'link', name: 'L' } as const;
      const model = nested(
        {
          nodes: {
            start: 'startEvent',
            throw: ['intermediateThrowEvent', { triggers: [link] }],
            catch: ['intermediateCatchEvent', { triggers: [link] }],
            care: 'userTask',
          },
          flows: [
            ['start', 'throw'],
            ['throw', 'catch'],
            ['catch', 'care'],
          ],
        },
        nesting,
      );
      const run = startedOnTime(model);
      expect(places(model, run.state)).toContain('care');
      expectEnd(model, run, nesting, 'catch');
    });
  });

  describe('a boundary event', () => {
    const model = ({ trigger, parallelMultiple = false }: Caught, interrupting: boolean) =>
      nested(
        {
          nodes: {
            start: 'startEvent',
            work: ['serviceTask', work],
            alarm: ['boundaryEvent', { on: 'work', interrupting, triggers: trigger, parallelMultiple }],
            care: 'userTask',
          },
          flows: [
            ['start', 'work'],
            ['alarm', 'care'],
          ],
        },
        nesting,
      );

    it.each([...WAITED, ...THROWN])('a boundary event of %s that interrupts ends its activity', (_, caught) => {
      const handled = model(caught, true);
      const run = caught.occur(handled, startedOnTime(handled), 'alarm');
      expect(trace(handled, run)).toContain('!work');
      expect(places(handled, run.state)).toContain('care');
      expect(openWaits(handled, run)).toEqual([]);
      if (nesting !== 'loop') expectEnd(handled, run, nesting, 'alarm');
    });

    it.each([...WAITED, THROWN[1]!])(
      'a boundary event of %s that does not interrupt sends a token beside its activity',
      (_, caught) => {
        const handled = model(caught, false);
        const run = caught.occur(handled, startedOnTime(handled), 'alarm');
        expect(trace(handled, run)).not.toContain('!work');
        expect(places(handled, run.state)).toContain('care');
        expect(openWaits(handled, run).includes('work work')).toBe(caught.endsThrower !== true);
        if (nesting !== 'loop') expectEnd(handled, run, nesting, 'work');
      },
    );

    it('a boundary event of compensation is no part of the flow; its handler runs when the activity is compensated', () => {
      const undone = nested(
        {
          nodes: {
            start: 'startEvent',
            book: ['task', { compensatedBy: 'unbook' }],
            undo: ['intermediateThrowEvent', { triggers: [triggers.compensation()] }],
            care: 'userTask',
            unbook: ['userTask', { activity: { isForCompensation: true } }],
          },
          flows: [
            ['start', 'book'],
            ['book', 'undo'],
            ['undo', 'care'],
          ],
        },
        nesting,
      );
      const run = startedOnTime(undone);
      expect(places(undone, run.state)).toEqual(expect.arrayContaining(['undo', 'unbook']));
      const after = complete(undone, run, 'unbook');
      expect(places(undone, after.state)).toContain('care');
      expectEnd(undone, after, nesting, 'unbook');
    });

    it('a boundary event of cancel is the way out of a transaction that was cancelled', () => {
      const cancelled = nested(
        {
          nodes: {
            start: 'startEvent',
            tx: 'transaction',
            in: ['startEvent', { in: 'tx' }],
            book: ['task', { in: 'tx', compensatedBy: 'unbook' }],
            off: ['endEvent', { in: 'tx', triggers: [triggers.cancel] }],
            unbook: ['userTask', { in: 'tx', activity: { isForCompensation: true } }],
            out: ['boundaryEvent', { on: 'tx', triggers: [triggers.cancel] }],
            care: 'userTask',
            never: 'userTask',
          },
          flows: [
            ['start', 'tx'],
            ['in', 'book'],
            ['book', 'off'],
            ['out', 'care'],
            ['tx', 'never'],
          ],
        },
        nesting,
      );
      const run = complete(cancelled, startedOnTime(cancelled), 'unbook');
      expect(trace(cancelled, run)).toEqual(expect.arrayContaining(['-off', '!tx', '+out', '+care']));
      expectEnd(cancelled, run, nesting, 'out');
    });
  });

  describe.each([true, false])('a throw event (at an end: %s)', (isEnd) => {
    const model = (thrown: readonly Trigger[]) =>
      nested(
        {
          nodes: {
            start: 'startEvent',
            book: ['task', { compensatedBy: 'unbook' }],
            throw: [isEnd ? 'endEvent' : 'intermediateThrowEvent', { triggers: thrown }],
            ...(isEnd ? {} : { care: 'userTask' as const }),
            unbook: ['task', { activity: { isForCompensation: true } }],
          },
          flows: [['start', 'book'], ['book', 'throw'], ...(isEnd ? [] : [['throw', 'care'] as const])],
        },
        nesting,
      );

    it.each([
      ['none', [], []],
      ['message', [triggers.message('go')], ['m']],
      ['signal', [triggers.signal('go')], ['g']],
      ['escalation', [triggers.escalation('X')], ['s']],
      ['compensation', [triggers.compensation()], ['b']],
      ['multiple', [triggers.signal('go'), triggers.escalation('X'), triggers.message('go')], ['g', 's', 'm']],
    ] as const)('a throw event of %s is recorded in order, and its token goes on', (_, thrown, letters) => {
      const throwing = model(thrown);
      const run = startedOnTime(throwing);
      const told = run.records[0]!.events.map(([letter]) => letter).filter((letter) => 'mgsb'.includes(letter));
      const once = isEnd && nesting === 'loop' ? [...letters, ...letters] : letters;
      expect(told).toEqual(once);
      expect(run.effects.filter(({ kind }) => kind === 'send-message' || kind === 'throw-signal')).toHaveLength(
        once.filter((letter) => letter === 'm' || letter === 'g').length,
      );
      expectEnd(throwing, run, nesting, 'throw');
    });
  });

  it('an error end event ends its branch by throwing, and the instance where nobody catches it', () => {
    const model = nested(
      {
        nodes: {
          start: 'startEvent',
          other: 'userTask',
          bad: ['endEvent', { triggers: [triggers.error('E', { message: constant('no') })] }],
        },
        flows: [
          ['start', 'other'],
          ['start', 'bad'],
        ],
      },
      nesting,
    );
    const run = startedOnTime(model);
    expect(run.state.tokens).toEqual([]);
    expect(run.effects.at(-1)).toEqual({
      kind: 'end',
      endState: 'ERROR',
      errorCode: 'E',
      errorMessage: 'no',
      errorElementId: 'bad',
    });
    expect(timelineOf(model, run.records).at(-1)).toMatchObject({
      kind: 'instance-ended',
      elementId: null,
      detail: { endState: 'ERROR', errorCode: 'E', errorMessage: 'no', errorElementId: 'bad' },
    });
  });

  it('a terminate end event ends the scope that contains it, which is left normally', () => {
    const model = nested(
      {
        nodes: { start: 'startEvent', other: 'userTask', off: ['endEvent', { triggers: [triggers.terminate] }] },
        flows: [
          ['start', 'other'],
          ['start', 'off'],
        ],
      },
      nesting,
    );
    const run = startedOnTime(model);
    expect(trace(model, run).filter((word) => word === '!other')).toHaveLength(nesting === 'loop' ? ITERATIONS : 1);
    const endState = nesting === 'process' ? 'TERMINATED' : 'COMPLETED';
    expect([run.state.tokens, run.effects.at(-1)]).toEqual([[], { kind: 'end', endState }]);
  });
});

describe('a compensation event sub-process', () => {
  it.each([1, 2])('undoes the completed sub-process alone, %s time(s) in a loop', (count) => {
    const model = nested(
      {
        nodes: {
          start: 'startEvent',
          book: ['task', { compensatedBy: 'unbook' }],
          handler: 'eventSubProcess',
          heard: ['startEvent', { in: 'handler', triggers: [triggers.compensation()] }],
          care: ['userTask', { in: 'handler' }],
          unbook: ['task', { activity: { isForCompensation: true } }],
        },
        flows: [
          ['start', 'book'],
          ['heard', 'care'],
        ],
      },
      count === 1 ? 'sub-process' : 'loop',
    );
    const index = model.nodes.findIndex(({ id }) => id === 'end');
    const end = model.nodes[index]!;
    const throwing = {
      ...model,
      nodes: model.nodes.map((node) =>
        node === end ? { ...node, event: { ...end.event!, triggers: [triggers.compensation()] } } : node,
      ),
    };
    const run = finishAll(throwing, started(throwing));
    expect([entries(throwing, run, 'care'), entries(throwing, run, 'unbook')]).toEqual([count, 0]);
  });
});
