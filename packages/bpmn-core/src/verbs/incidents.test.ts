// Incidents: what fails where incidents are kept, at every stage of an element and in every nesting, and what retry and skip do.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import { standardLoop } from '../testing/loops.ts';
import {
  computed,
  constant,
  type NodeDraft,
  type ProcessDraft,
  processModel,
  variable,
} from '../testing/model-builder.ts';
import { instances, NESTINGS, nested, sequential } from '../testing/nesting.ts';
import { finishWork, openWaits, raise, set, waitAt } from '../testing/occurrences.ts';
import { after, complete, places, type Run, started, startResult, trace } from '../testing/run.ts';
import { compensation, error, signal } from '../testing/triggers.ts';
import type { Variables } from '../values/values.ts';

const onFailure = 'INCIDENT' as const;
const fails = variable('given');
const trueIfGiven = computed('given', ({ variable: of }) => {
  const given = of('given');
  return given === undefined ? ('broken' as unknown as boolean) : given === true;
});

function resolve(
  kind: 'retry-incident' | 'skip-incident',
  model: ProcessModel,
  run: Run,
  id: string,
  variables: Variables = {},
): Run {
  const { number: wait } = waitAt(model, run, id, 'incident');
  return after(model, run, { kind, at: 3_000, actor: 'ada', wait, variables } as Command);
}
const retry = resolve.bind(null, 'retry-incident');
const skip = resolve.bind(null, 'skip-incident');
const build = (draft: ProcessDraft) => processModel({ ...draft, onFailure });

describe.each(NESTINGS)('an incident in the %s', (nesting) => {
  const model = nested(
    {
      nodes: {
        start: 'startEvent',
        other: 'userTask',
        work: ['scriptTask', { script: { expression: fails } }],
        next: 'userTask',
      },
      flows: [
        ['start', 'other'],
        ['start', 'work'],
        ['work', 'next'],
      ],
      onFailure,
    },
    nesting,
  );
  const given = { given: 1 };

  it('is the element that failed alone; what came before it and what is beside it stays', () => {
    const run = started(model);
    expect(openWaits(model, run)).toEqual(['work incident']);
    expect(run.state.tasks).toHaveLength(1);
    expect(trace(model, run)).toEqual(expect.arrayContaining(['-start', '+work']));
    expect(run.records[0]!.events).toContainEqual(['p', expect.any(Number), expect.any(Number), 'EXPRESSION_FAILED']);
  });

  it('fails again or goes on where it is retried, and goes on without where it is skipped', () => {
    const run = started(model);
    expect(openWaits(model, retry(model, run, 'work'))).toEqual(['work incident']);
    const good = retry(model, run, 'work', given);
    expect([places(model, good.state).includes('next'), openWaits(model, good)]).toEqual([true, []]);
    expect(places(model, skip(model, run, 'work').state)).toContain('next');
  });

  it('is none where incidents cannot be kept, or the model does not ask for them: all is taken back', () => {
    const failure = { outcome: 'failed', failure: { code: 'EXPRESSION_FAILED', elementId: 'work' } };
    expect(startResult(model, { host: { keepsIncidents: false } })).toMatchObject(failure);
    expect(startResult({ ...model, onFailure: 'ROLLBACK' })).toMatchObject(failure);
  });

  it('can be ended from outside like everything else', () => {
    const run = after(model, started(model), { kind: 'cancel', at: 2_000, actor: 'ada' });
    expect([run.state.tokens, run.state.waits]).toEqual([[], []]);
  });
});

describe('what a command says of failures', () => {
  const draft: ProcessDraft = {
    nodes: { start: 'startEvent', first: 'userTask', work: ['scriptTask', { script: { expression: fails } }] },
    flows: [
      ['start', 'first'],
      ['first', 'work'],
    ],
  };
  const completing = (run: Run, policy?: 'ROLLBACK' | 'INCIDENT'): Command => ({
    kind: 'complete-task',
    at: 2_000,
    actor: 'ada',
    task: run.state.tasks[0]!.number,
    variables: {},
    ...(policy === undefined ? {} : { onFailure: policy }),
  });

  it.each([
    [undefined, undefined, 'failed'],
    [undefined, 'INCIDENT', 'done'],
    ['INCIDENT', undefined, 'done'],
    ['INCIDENT', 'ROLLBACK', 'failed'],
  ] as const)('counts before the model: %s of the model, %s of the command, is %s', (ofModel, ofCommand, outcome) => {
    const model = processModel({ ...draft, ...(ofModel === undefined ? {} : { onFailure: ofModel }) });
    const run = started(model);
    expect(step(model, run.state, completing(run, ofCommand)).outcome).toBe(outcome);
  });
});

describe('an exclusive choice that none is true for', () => {
  const choosing = (defaultTo?: string) =>
    build({
      nodes: {
        start: 'startEvent',
        before: 'task',
        choice: ['exclusiveGateway', defaultTo === undefined ? {} : { defaultTo }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'before'],
        ['before', 'choice'],
        ['choice', 'a', defaultTo === undefined ? constant(false) : fails],
        ['choice', 'b', defaultTo === undefined ? fails : null],
      ],
    });

  it('is tried again with what the operator gives', () => {
    const model = choosing();
    const run = started(model, { variables: { given: false } });
    expect(openWaits(model, run)).toEqual(['choice incident']);
    expect(places(model, retry(model, run, 'choice', { given: true }).state)).toEqual(['b']);
  });

  it('cannot be skipped where no flow is the normal one; it is by the default', () => {
    const none = choosing();
    expect(() => skip(none, started(none, { variables: { given: false } }), 'choice')).toThrow('NOT_POSSIBLE');
    const model = choosing('b');
    expect(places(model, skip(model, started(model), 'choice').state)).toEqual(['b']);
  });
});

describe('an incident', () => {
  it('an incident of entering enters again: a timer that gave no time', () => {
    const model = build({
      nodes: {
        start: 'startEvent',
        catch: ['intermediateCatchEvent', { triggers: [{ ...signal('x'), name: fails }] }],
        next: 'userTask',
      },
      flows: [
        ['start', 'catch'],
        ['catch', 'next'],
      ],
    });
    const run = started(model);
    expect(openWaits(model, run)).toEqual(['catch incident']);
    const armed = retry(model, run, 'catch', { given: 'go' });
    expect(openWaits(model, armed)).toEqual(['catch signal']);
    expect(places(model, raise(model, armed, 'go').state)).toEqual(['next']);
    expect(places(model, skip(model, run, 'catch').state)).toEqual(['next']);
  });

  it('an incident of work that came back with a failure orders it anew', () => {
    const model = build({
      nodes: {
        start: 'startEvent',
        work: ['serviceTask', { work: { kind: 'external', target: constant('w') } }],
        next: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['work', 'next'],
      ],
    });
    const failure = { code: 'CALL_FAILED', message: 'unreachable' } as const;
    const run = finishWork(model, started(model), 'work', { outcome: 'failed', failure });
    expect(openWaits(model, run)).toEqual(['work incident']);
    const again = retry(model, run, 'work');
    expect([openWaits(model, again), again.effects.some(({ kind }) => kind === 'do-work')]).toEqual([
      ['work work'],
      true,
    ]);
    expect(places(model, skip(model, run, 'work').state)).toEqual(['next']);
  });

  it('an incident of an error that nobody catches belongs to the activity that threw it', () => {
    const model = build({
      nodes: {
        start: 'startEvent',
        work: ['serviceTask', { work: { kind: 'external', target: constant('w') } }],
        other: ['boundaryEvent', { on: 'work', triggers: [error('A')] }],
      },
      flows: [['start', 'work']],
    });
    const run = finishWork(model, started(model), 'work', {
      outcome: 'error',
      errorCode: 'E',
      message: null,
      variables: {},
    });
    expect(openWaits(model, run)).toEqual(['work incident']);
    expect(run.state.waits[0]).toMatchObject({ failure: { code: 'UNCAUGHT_ERROR' } });
  });

  it.each([
    ['standard loop', { loop: standardLoop({ condition: trueIfGiven, maximum: constant(3) }) }, 2],
    ['sequential instances', { loop: { ...sequential(2), completionCondition: trueIfGiven } }, 1],
    ['parallel instances', { loop: instances(2, { completionCondition: trueIfGiven }) }, 1],
  ] as const)(
    'an incident of what follows an iteration asks the condition of a %s again, and does not do the iteration again',
    (_, loop, tasks) => {
      const model = build({
        nodes: { start: 'startEvent', work: ['userTask', loop], next: 'userTask' },
        flows: [
          ['start', 'work'],
          ['work', 'next'],
        ],
      });
      const run = complete(model, started(model), 'work');
      expect(openWaits(model, run)).toEqual(['work incident']);
      const open = run.state.tasks.length;
      const again = retry(model, run, 'work', { given: true });
      expect(openWaits(model, again)).toEqual([]);
      // True ends the instances of the one and makes the other go round.
      expect(again.state.tasks.map(({ node }) => model.nodes[node]!.id)).toEqual([tasks === 2 ? 'work' : 'next']);
      expect(open).toBeLessThan(2);
    },
  );

  it('an incident of what follows an iteration counts its condition as not asked where it is skipped', () => {
    const loop = instances(2, { completionCondition: trueIfGiven });
    const model = build({
      nodes: { start: 'startEvent', work: ['userTask', { loop }], next: 'userTask' },
      flows: [
        ['start', 'work'],
        ['work', 'next'],
      ],
    });
    const run = skip(model, complete(model, started(model), 'work'), 'work');
    expect(places(model, complete(model, set(model, run, { given: false }), 'work').state)).toEqual(['next']);
  });

  it.each(['auto', 'manual'] as const)(
    'of the condition of an ad-hoc sub-process (%s) asks it again, and what still runs in it goes on or ends by it',
    (activation) => {
      const adHoc = { activation, sequential: false, completionCondition: trueIfGiven, cancelRemaining: true };
      const model = build({
        nodes: {
          start: 'startEvent',
          box: ['adHocSubProcess', { adHoc }],
          a: ['userTask', { in: 'box' }],
          b: ['userTask', { in: 'box' }],
          next: 'userTask',
        },
        flows: [
          ['start', 'box'],
          ['box', 'next'],
        ],
      });
      const begun = started(model);
      const token = begun.state.tokens.find(({ node }) => model.nodes[node]!.id === 'box')!.number;
      const activate = { kind: 'activate-ad-hoc', at: 2_000, actor: 'bob', token, elementIds: ['a', 'b'] } as const;
      const open = activation === 'auto' ? begun : after(model, begun, activate);
      const run = complete(model, open, 'a');
      expect([openWaits(model, run), places(model, run.state).includes('b')]).toEqual([['box incident'], true]);
      expect(places(model, retry(model, run, 'box', { given: true }).state)).toEqual(['next']);
      const goingOn = retry(model, run, 'box', { given: false });
      expect([openWaits(model, goingOn), places(model, goingOn.state).includes('b')]).toEqual([[], true]);
    },
  );

  it('of the condition of a sequential ad-hoc sub-process lets the next activity begin where it is false', () => {
    const adHoc = {
      activation: 'auto',
      sequential: true,
      completionCondition: trueIfGiven,
      cancelRemaining: true,
    } as const;
    const model = build({
      nodes: {
        start: 'startEvent',
        box: ['adHocSubProcess', { adHoc }],
        a: ['userTask', { in: 'box' }],
        aside: ['userTask', { in: 'box' }],
        b: ['userTask', { in: 'box' }],
        next: 'userTask',
      },
      flows: [
        ['start', 'box'],
        ['box', 'next'],
        ['a', 'aside'],
      ],
    });
    const run = complete(model, started(model), 'a');
    expect(openWaits(model, run)).toEqual(['box incident']);
    const goingOn = retry(model, run, 'box', { given: false });
    expect(openWaits(model, goingOn)).toEqual([]);
    const nextBegun = complete(model, goingOn, 'aside');
    expect(places(model, nextBegun.state)).toContain('b');
    expect(places(model, complete(model, nextBegun, 'b', { given: true }).state)).toEqual(['next']);
  });

  const leaving = (fields: NodeDraft = {}) =>
    build({
      nodes: {
        start: 'startEvent',
        sub: ['subProcess', fields],
        in: ['startEvent', { in: 'sub' }],
        work: ['userTask', { in: 'sub' }],
        next: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['in', 'work'],
        ['sub', 'next', trueIfGiven],
      ],
    });

  it.each([{}, { loop: sequential(1) }])(
    'an incident of what follows a sub-process tries its leaving again, not its body',
    (fields) => {
      const model = leaving(fields);
      const run = complete(model, started(model), 'work');
      expect([openWaits(model, run), run.state.tasks]).toEqual([['sub incident'], []]);
      const again = retry(model, run, 'sub', { given: true });
      expect([places(model, again.state), again.state.scopes]).toEqual([['next'], []]);
    },
  );

  it('an incident of the job after an element tries its leaving again, not its work', () => {
    const job = { before: false, after: true, exclusive: true, priority: null, retryCycle: null };
    const model = build({
      nodes: { start: 'startEvent', work: ['userTask', { job }], next: 'userTask' },
      flows: [
        ['start', 'work'],
        ['work', 'next', trueIfGiven],
      ],
    });
    const done = complete(model, started(model), 'work');
    const { number: wait } = waitAt(model, done, 'work', 'job');
    const run = after(model, done, { kind: 'job', at: 2_500, actor: null, wait });
    expect(openWaits(model, run)).toEqual(['work incident']);
    expect(places(model, retry(model, run, 'work', { given: true }).state)).toEqual(['next']);
    expect(places(model, skip(model, run, 'work').state)).toEqual(['next']);
  });

  it('an incident of entering after a job enters without another job', () => {
    const job = { before: true, after: false, exclusive: true, priority: null, retryCycle: null };
    const model = build({
      nodes: {
        start: 'startEvent',
        catch: ['intermediateCatchEvent', { job, triggers: [{ ...signal('x'), name: fails }] }],
      },
      flows: [['start', 'catch']],
    });
    const begun = started(model);
    const { number: wait } = waitAt(model, begun, 'catch', 'job');
    const run = after(model, begun, { kind: 'job', at: 2_000, actor: null, wait });
    expect(openWaits(model, run)).toEqual(['catch incident']);
    expect(openWaits(model, retry(model, run, 'catch', { given: 'go' }))).toEqual(['catch signal']);
  });

  it('an incident of throwing after a compensation throws nothing again that was thrown or undone before', () => {
    const model = build({
      nodes: {
        start: 'startEvent',
        book: ['task', { compensatedBy: 'unbook' }],
        undo: [
          'intermediateThrowEvent',
          { triggers: [signal('one'), compensation(), { ...signal('?'), name: fails }] },
        ],
        next: 'userTask',
        unbook: ['userTask', { activity: { isForCompensation: true } }],
      },
      flows: [
        ['start', 'book'],
        ['book', 'undo'],
        ['undo', 'next'],
      ],
    });
    const run = complete(model, started(model), 'unbook');
    expect(openWaits(model, run)).toEqual(['undo incident']);
    const again = retry(model, run, 'undo', { given: 'two' });
    expect(again.effects.flatMap((effect) => (effect.kind === 'throw-signal' ? [effect.name] : []))).toEqual(['two']);
    expect(places(model, again.state)).toEqual(['next']);
  });
});

describe('tokens that nothing can wake', () => {
  const model = build({
    nodes: {
      start: 'startEvent',
      choice: ['exclusiveGateway', { defaultTo: 'b' }],
      a: 'task',
      b: 'task',
      join: 'parallelGateway',
      next: 'userTask',
    },
    flows: [
      ['start', 'choice'],
      ['choice', 'a', constant(false)],
      ['choice', 'b'],
      ['a', 'join'],
      ['b', 'join'],
      ['join', 'next'],
    ],
  });

  it('tokens that nothing can wake are one incident that stays as long as nothing moves', () => {
    const run = started(model);
    expect([places(model, run.state), openWaits(model, run)]).toEqual([['join'], ['join incident']]);
    const later = set(model, run, { other: 1 });
    expect(later.state.waits).toEqual(run.state.waits);
    const tried = retry(model, later, 'join');
    expect(openWaits(model, tried)).toEqual(['join incident']);
    expect(() => skip(model, tried, 'join')).toThrow('NOT_POSSIBLE');
  });

  it('tokens that nothing can wake in an inner scope are found as well, and the incident goes with its scope', () => {
    const inner = nested(
      {
        nodes: { start: 'startEvent', a: ['userTask', { startQuantity: 2 }] },
        flows: [['start', 'a']],
        onFailure,
      },
      'sub-process',
    );
    const run = started(inner);
    expect(openWaits(inner, run)).toEqual(['a incident']);
    expect(after(inner, run, { kind: 'cancel', at: 2_000, actor: 'ada' }).state.waits).toEqual([]);
  });

  it('tokens that nothing can wake are none as long as something waits', () => {
    const waiting = build({
      nodes: {
        start: 'startEvent',
        a: ['task', { startQuantity: 2 }],
        catch: ['intermediateCatchEvent', { triggers: [signal('go')] }],
      },
      flows: [
        ['start', 'a'],
        ['start', 'catch'],
        ['catch', 'a'],
      ],
    });
    const run = started(waiting);
    expect(openWaits(waiting, run)).toEqual(['catch signal']);
    expect(raise(waiting, run, 'go').state.tokens).toEqual([]);
  });
});

describe('a join that cannot go on', () => {
  it('is an incident of its token, which is held again when it is retried', () => {
    const model = build({
      nodes: {
        start: 'startEvent',
        split: 'parallelGateway',
        a: 'userTask',
        b: 'userTask',
        join: 'inclusiveGateway',
        next: 'userTask',
        last: 'userTask',
      },
      flows: [
        ['start', 'split'],
        ['split', 'a'],
        ['split', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'next', trueIfGiven],
        ['join', 'last', constant(false)],
      ],
    });
    const run = complete(model, complete(model, started(model), 'a'), 'b');
    expect(openWaits(model, run)).toContain('join incident');
    const again = retry(model, run, 'join', { given: true });
    expect(places(model, again.state)).toEqual(['next']);
  });
});
