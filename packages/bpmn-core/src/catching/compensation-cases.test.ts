// Compensation where it meets other things: handlers that fail, scopes that end, loops, event sub-processes, calls, other runs.

import { describe, expect, it } from 'vitest';
import { BARE_HOST } from '../contract/host.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { booking, handler, throwing } from '../testing/compensations.ts';
import { computed, constant, type ProcessDraft, processModel } from '../testing/model-builder.ts';
import { instances, sequential } from '../testing/nesting.ts';
import { finishWork, raise } from '../testing/occurrences.ts';
import { after, complete, entered, places, type Run, started, trace } from '../testing/run.ts';
import { compensation, error, escalation, signal, terminate } from '../testing/triggers.ts';

describe('what is compensated', () => {
  it('what is compensated are completed activities, not active ones', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['task', { compensatedBy: 'unbook' }],
        slow: ['userTask', { compensatedBy: 'unslow' }],
        undo: ['endEvent', throwing()],
        unbook: handler(),
        unslow: handler(),
      },
      flows: [
        ['start', 'book'],
        ['start', 'slow'],
        ['book', 'undo'],
      ],
    });
    expect(entered(model, started(model))).not.toContain('unslow');
    expect(entered(model, started(model))).toContain('unbook');
  });

  it('is each completed instance of the activity that is named, the last first', () => {
    let rounds = 0;
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['userTask', { compensatedBy: 'unbook' }],
        other: ['task', { compensatedBy: 'unother' }],
        choice: ['exclusiveGateway', { defaultTo: 'undo' }],
        undo: ['endEvent', { triggers: [{ ...compensation(), activity: 1 }] }],
        unbook: handler('userTask'),
        unother: handler(),
      },
      flows: [
        ['start', 'book'],
        ['book', 'other'],
        ['other', 'choice'],
        [
          'choice',
          'book',
          {
            text: 'again',
            constant: undefined,
            resultType: 'boolean',
            evaluate: ({ variable }) => variable('again') === true,
          },
        ],
        ['choice', 'undo'],
      ],
    });
    let run = complete(model, started(model), 'book', { again: true });
    run = complete(model, run, 'book', { again: false });
    while (run.state.tasks.length > 0) {
      rounds++;
      run = complete(model, run, 'unbook');
    }
    expect([rounds, run.state.tokens, run.state.root.records.length]).toEqual([2, [], 2]);
  });

  it('vanishes with the scope that was left by a boundary event, and is kept of one that completed', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        book: ['task', { in: 'sub', compensatedBy: 'unbook' }],
        wait: ['userTask', { in: 'sub' }],
        unbook: ['task', { in: 'sub', activity: { isForCompensation: true } }],
        stopped: ['boundaryEvent', { on: 'sub', triggers: [signal('stop')] }],
        undo: ['endEvent', throwing()],
      },
      flows: [
        ['start', 'sub'],
        ['in', 'book'],
        ['book', 'wait'],
        ['sub', 'undo'],
        ['stopped', 'undo'],
      ],
    });
    expect(entered(model, raise(model, started(model), 'stop'))).toEqual(['stopped', 'undo']);
    expect(entered(model, complete(model, started(model), 'wait'))).toEqual(['undo', 'sub', 'unbook']);
  });

  it('what is compensated inside an event sub-process is what its parent has done', () => {
    const model = booking(
      {
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', triggers: [signal('stop')] }],
        own: ['task', { in: 'care', compensatedBy: 'unown' }],
        off: ['endEvent', { in: 'care', ...throwing() }],
        unown: ['task', { in: 'care', activity: { isForCompensation: true } }],
      },
      throwing(),
      [
        ['heard', 'own'],
        ['own', 'off'],
      ],
    );
    const run = raise(model, started(model), 'stop');
    expect(trace(model, run)).toContain('!ask');
    expect(entered(model, run)).toEqual(['care', 'heard', 'own', 'off', 'refund']);
    const done = complete(model, run, 'refund');
    expect([entered(model, done), done.state.tokens]).toEqual([['unbook'], []]);
  });

  it('what is compensated of an event sub-process that has completed is what was done in it', () => {
    const model = booking(
      {
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', interrupting: false, triggers: [signal('go')] }],
        own: ['task', { in: 'care', compensatedBy: 'unown' }],
        unown: ['task', { in: 'care', activity: { isForCompensation: true } }],
      },
      throwing(),
      [['heard', 'own']],
    );
    const run = complete(model, raise(model, started(model), 'go'), 'ask');
    expect(entered(model, run)).toEqual(['undo', 'care', 'unown', 'refund']);
  });

  it('what an event sub-process that has completed has done is undone by the compensation event sub-process inside it', () => {
    const model = booking(
      {
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', interrupting: false, triggers: [signal('go')] }],
        off: ['eventSubProcess', { in: 'care' }],
        undone: ['startEvent', { in: 'off', triggers: [compensation()] }],
      },
      throwing(),
      [],
    );
    const run = complete(model, raise(model, started(model), 'go'), 'ask');
    expect(entered(model, run)).toEqual(['undo', 'care', 'off', 'undone', 'refund']);
  });
});

describe('the limit of tokens', () => {
  const limits = { tokens: 2 };
  const host = { ...BARE_HOST, limits: { ...BARE_HOST.limits, ...limits } };

  it('counts what undoes an instance of a loop in place of the loop, not beside it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['task', { loop: sequential(2), compensatedBy: 'unbook' }],
        undo: ['endEvent', throwing()],
        unbook: handler(),
      },
      flows: [
        ['start', 'book'],
        ['book', 'undo'],
      ],
    });
    expect(started(model, { limits }).state.tokens).toEqual([]);
  });

  it('counts a token in an event sub-process in place of the event sub-process, not beside it', () => {
    const model = processModel({
      nodes: {
        ask: 'userTask',
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', interrupting: false, triggers: [signal('go')] }],
        help: ['userTask', { in: 'care' }],
      },
      flows: [['heard', 'help']],
    });
    const command = { kind: 'signal', at: 2_000, actor: null, name: 'go', payload: {} } as const;
    const run = after(model, started(model, { limits }), command, host);
    expect(places(model, run.state)).toEqual(['ask', 'care', 'help']);
    expect(() => after(model, run, command, host)).toThrow('LIMIT_EXCEEDED');
  });
});

describe('a loop', () => {
  it.each([
    ['sequential', sequential(3)],
    ['parallel', instances(3)],
  ] as const)('%s: each instance is undone apart, in reverse', (_, loop) => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['userTask', { loop, compensatedBy: 'unbook' }],
        undo: ['endEvent', throwing()],
        unbook: handler('userTask'),
      },
      flows: [
        ['start', 'book'],
        ['book', 'undo'],
      ],
    });
    let run = started(model);
    for (let each = 0; each < 3; each++) run = complete(model, run, 'book');
    for (let each = 0; each < 3; each++) {
      expect(run.state.tasks).toHaveLength(1);
      run = complete(model, run, 'unbook');
    }
    expect(run.state.tokens).toEqual([]);
  });

  it('a loop that still runs keeps what its instances did to itself', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['userTask', { loop: instances(2), compensatedBy: 'unbook' }],
        ask: 'userTask',
        undo: ['endEvent', throwing()],
        unbook: handler('userTask'),
      },
      flows: [
        ['start', 'book'],
        ['start', 'ask'],
        ['ask', 'undo'],
      ],
    });
    const run = complete(model, complete(model, started(model), 'book'), 'ask');
    expect(places(model, run.state)).not.toContain('unbook');
  });
});

describe('handlers of a compensation', () => {
  const broken = (more: ProcessDraft['nodes'], flows: ProcessDraft['flows'] = []) =>
    booking(
      { refund: handler('serviceTask', { work: { kind: 'external', target: constant('r') } }), ...more },
      throwing(),
      flows,
    );
  const fail = (model: ProcessModel, run: Run) =>
    finishWork(model, run, 'refund', { outcome: 'error', errorCode: 'E', message: null, variables: {} });

  it('handlers of a compensation that throw an error throw it from their scope: whoever catches it there ends the rest', () => {
    const model = broken(
      {
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', triggers: [error('E')] }],
        look: ['userTask', { in: 'care' }],
      },
      [['heard', 'look']],
    );
    const run = fail(model, complete(model, started(model), 'ask'));
    expect(places(model, run.state)).toEqual(['care', 'look']);
    expect(run.state.root.runs).toEqual([]);
    expect(run.state.root.records.map(({ node }) => model.nodes[node]!.id)).toEqual(['book']);
  });

  it('handlers of a compensation inside of what has completed throw past its boundary events, which are armed no more', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        book: ['task', { in: 'sub', compensatedBy: 'refund' }],
        refund: [
          'serviceTask',
          {
            in: 'sub',
            activity: { isForCompensation: true },
            work: { kind: 'external', target: constant('r') },
          },
        ],
        past: ['boundaryEvent', { on: 'sub', triggers: [error('E')] }],
        ask: 'userTask',
        undo: ['endEvent', throwing()],
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', triggers: [error('E')] }],
        look: ['userTask', { in: 'care' }],
      },
      flows: [
        ['start', 'sub'],
        ['in', 'book'],
        ['sub', 'ask'],
        ['ask', 'undo'],
        ['heard', 'look'],
      ],
    });
    const run = fail(model, complete(model, started(model), 'ask'));
    expect(entered(model, run)).toEqual(['care', 'heard', 'look']);
  });

  it('handlers of a compensation with a boundary event of their own are done when that has ended them, and the next follows', () => {
    const model = broken({ odd: ['boundaryEvent', { on: 'refund', triggers: [error('E')] }], look: 'userTask' }, [
      ['odd', 'look'],
    ]);
    const run = fail(model, complete(model, started(model), 'ask'));
    expect(entered(model, run)).toEqual(['odd', 'unbook', 'look', 'next']);
    expect(places(model, run.state).sort()).toEqual(['look', 'next']);
  });

  it('may throw escalations and be sub-processes of their own', () => {
    const model = booking(
      {
        refund: handler('subProcess'),
        r: ['startEvent', { in: 'refund' }],
        loud: ['intermediateThrowEvent', { in: 'refund', triggers: [escalation('X')] }],
        care: 'eventSubProcess',
        heard: ['startEvent', { in: 'care', interrupting: false, triggers: [escalation('X')] }],
        look: ['userTask', { in: 'care' }],
      },
      throwing(),
      [
        ['r', 'loud'],
        ['heard', 'look'],
      ],
    );
    const run = complete(model, started(model), 'ask');
    expect(entered(model, run)).toEqual(expect.arrayContaining(['refund', 'loud', 'look', 'unbook', 'next']));
    expect(places(model, run.state).sort()).toEqual(['care', 'look', 'next']);
  });

  it('handlers of a compensation write their data out', () => {
    const model = booking({
      refund: handler('userTask', {
        activity: {
          isForCompensation: true,
          io: {
            inputSets: [],
            outputSets: [{ required: ['sum'], optional: [] }],
            inputs: [],
            outputs: [{ name: 'sum', initial: null, collection: false }],
            inputAssociations: [],
            outputAssociations: [{ sources: ['sum'], target: 'refunded', transformation: null, assignments: [] }],
          },
        },
      }),
    });
    const run = complete(model, complete(model, started(model), 'ask'), 'refund', { sum: 5 });
    expect(run.state.variables).toEqual({ refunded: 5 });
  });
});

describe('two compensations at once', () => {
  it('two compensations at once share nothing: each activity is undone once, each thrower waits for its own', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        book: ['task', { compensatedBy: 'unbook' }],
        pay: ['task', { compensatedBy: 'refund' }],
        a: 'userTask',
        b: 'userTask',
        one: ['intermediateThrowEvent', { triggers: [{ ...compensation(), activity: 1 }] }],
        two: ['intermediateThrowEvent', throwing()],
        afterOne: 'userTask',
        afterTwo: 'userTask',
        unbook: handler('userTask'),
        refund: handler('userTask'),
      },
      flows: [
        ['start', 'book'],
        ['book', 'pay'],
        ['pay', 'a'],
        ['pay', 'b'],
        ['a', 'one'],
        ['one', 'afterOne'],
        ['b', 'two'],
        ['two', 'afterTwo'],
      ],
    });
    const both = complete(model, complete(model, started(model), 'a'), 'b');
    expect(places(model, both.state).sort()).toEqual(['one', 'refund', 'two', 'unbook']);
    const second = complete(model, both, 'refund');
    expect(places(model, second.state).sort()).toEqual(['afterTwo', 'one', 'unbook']);
    expect(places(model, complete(model, second, 'unbook').state).sort()).toEqual(['afterOne', 'afterTwo']);
  });

  it('two compensations at once end with the scope that a terminate end event ends', () => {
    const model = booking({ also: 'userTask', off: ['endEvent', { triggers: [terminate] }] }, throwing(), [
      ['start', 'also'],
      ['also', 'off'],
    ]);
    const run = complete(model, complete(model, started(model), 'ask'), 'also');
    expect(trace(model, run)).toEqual(expect.arrayContaining(['!refund', '!undo']));
    expect(run.state.tokens).toEqual([]);
  });
});

describe('the data', () => {
  it('the data of a completed sub-process are as they were at its completion, for its compensation event sub-process', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        fill: ['userTask', { in: 'sub' }],
        book: ['task', { in: 'sub', compensatedBy: 'unbook' }],
        care: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'care', triggers: [compensation()] }],
        all: ['intermediateThrowEvent', { in: 'care', triggers: [compensation()] }],
        look: ['userTask', { in: 'care' }],
        unbook: ['task', { in: 'sub', activity: { isForCompensation: true } }],
        ask: 'userTask',
        undo: ['endEvent', throwing()],
      },
      flows: [
        ['start', 'sub'],
        ['in', 'fill'],
        ['fill', 'book'],
        ['heard', 'all'],
        ['all', 'look'],
        ['sub', 'ask'],
        ['ask', 'undo'],
      ],
      data: { sub: [{ name: 'sum', initial: null, collection: false }] },
    });
    const filled = complete(model, started(model), 'fill', { sum: 5 });
    expect(filled.state.variables).toEqual({});
    const run = complete(model, filled, 'ask');
    expect(entered(model, run)).toEqual(['undo', 'sub', 'care', 'heard', 'all', 'unbook', 'look']);
    expect(run.state.scopes.map(({ variables }) => variables)).toContainEqual({ sum: 5 });
    expect(complete(model, run, 'look').state.tokens).toEqual([]);
  });
});

describe('undoing an activity', () => {
  it('runs no end listener and gives no output of what is undone, but those of handlers', () => {
    const ended: string[] = [];
    const listener = (id: string) => ({
      event: 'end' as const,
      expression: computed(id, () => ended.push(id)),
      script: null,
    });
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: ['subProcess', { listeners: [listener('sub')] }],
        in: ['startEvent', { in: 'sub' }],
        book: ['task', { in: 'sub', compensatedBy: 'unbook' }],
        unbook: ['task', { in: 'sub', activity: { isForCompensation: true }, listeners: [listener('unbook')] }],
        ask: 'userTask',
        undo: ['endEvent', throwing()],
      },
      flows: [
        ['start', 'sub'],
        ['in', 'book'],
        ['sub', 'ask'],
        ['ask', 'undo'],
      ],
    });
    const run = started(model);
    ended.length = 0;
    complete(model, run, 'ask');
    expect(new Set(ended)).toEqual(new Set(['unbook']));
  });
});
