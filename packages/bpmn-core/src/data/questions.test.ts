// Expressions and listeners in JavaScript: the step asks, and with the same answers gives the same bytes.
import { describe, expect, it } from 'vitest';
import { encodeState } from '../codec/state-codec.ts';
import type { Command } from '../contract/commands/commands.ts';
import { BARE_HOST, type Host } from '../contract/host.ts';
import type { InstanceState } from '../contract/instance-state.ts';
import type { Answer, Question, StepResult } from '../contract/result.ts';
import type { ListenerModel } from '../model/activity-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import { multiInstance, standardLoop } from '../testing/loops.ts';
import { computed, constant, instanceFacts, processModel } from '../testing/model-builder.ts';
import { completion, deepFreeze, places } from '../testing/run.ts';
import { conditional, error } from '../testing/triggers.ts';
import type { Value, Variables } from '../values/values.ts';

const js = (source: string) => computed(source, (context) => context.ask(source));
const listener = (event: ListenerModel['event'], source: string): ListenerModel => ({
  event,
  expression: null,
  script: { language: 'javascript', source },
});

interface Asked {
  readonly result: StepResult;
  readonly questions: readonly Question[];
  readonly answers: readonly Answer[];
}

/** Steps until nothing is asked any more; each question is answered by what its source stands for. */
function asking(
  model: ProcessModel,
  state: InstanceState | null,
  command: Command,
  answer: (question: Question) => Answer,
  host: Host = BARE_HOST,
): Asked {
  const questions: Question[] = [];
  const answers: Answer[] = [];
  for (;;) {
    const result = step(deepFreeze(model), deepFreeze(state), deepFreeze(command), host, answers);
    if (result.outcome !== 'asks') return { result, questions, answers };
    questions.push(result.question);
    answers.push(answer(result.question));
  }
}

const value = (given: Value, writes: Variables = {}): Answer => ({ value: given, writes });
const start = (variables: Variables = {}): Command => ({
  kind: 'start',
  at: 1_000,
  actor: 'ada',
  facts: instanceFacts(),
  variables,
});

function stateOf({ result }: Asked): InstanceState {
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
  return result.state;
}

describe('a question', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      choice: ['exclusiveGateway', { defaultTo: 'b' }],
      a: 'userTask',
      b: 'userTask',
    },
    flows: [
      ['start', 'choice'],
      ['choice', 'a', js('x > 1')],
      ['choice', 'b'],
    ],
  });

  it('a question of a condition names its element and what it sees; nothing has changed yet', () => {
    const { questions, result } = asking(model, null, start({ x: 2 }), () => value(true));
    expect(questions).toEqual([{ elementId: 'choice', language: 'javascript', source: 'x > 1', variables: { x: 2 } }]);
    expect(result.outcome).toBe('done');
    expect(places(model, stateOf(asking(model, null, start({ x: 0 }), () => value(false))))).toEqual(['b']);
  });

  it('a question that cannot be answered fails the command; one that throws a BPMN error throws it from there', () => {
    const failure = { code: 'SCRIPT_FAILED', message: 'x is not defined' } as const;
    const failed = asking(model, null, start(), () => ({ failure }));
    expect(failed.result).toMatchObject({ outcome: 'failed', failure: { ...failure, elementId: 'choice' } });
    const thrown = asking(model, null, start(), () => ({ errorCode: 'E', message: 'no' }));
    expect(thrown.result).toMatchObject({ failure: { code: 'UNCAUGHT_ERROR', elementId: 'choice' } });
  });

  it('a question that gives no boolean where one is needed fails', () => {
    const { result } = asking(model, null, start(), () => value('yes'));
    expect(result).toMatchObject({ failure: { code: 'EXPRESSION_FAILED', elementId: 'choice' } });
  });
});

describe('the same answers', () => {
  const everywhere = processModel({
    nodes: {
      start: 'startEvent',
      loop: ['task', { loop: standardLoop({ condition: js('again'), maximum: constant(5) }) }],
      many: [
        'userTask',
        {
          loop: multiInstance({ cardinality: js('count'), completionCondition: js('enough') }),
          listeners: [listener('start', 'begin'), listener('create', 'created'), listener('end', 'finish')],
          activity: {
            inputParameters: [{ name: 'given', value: { kind: 'script', language: 'javascript', source: 'input' } }],
          },
        },
      ],
      split: 'inclusiveGateway',
      a: 'task',
      join: ['complexGateway', { activationCondition: js('open') }],
      last: 'userTask',
    },
    flows: [
      ['start', 'loop'],
      ['loop', 'many'],
      ['many', 'split'],
      ['split', 'a', js('x')],
      ['split', 'join', js('y')],
      ['a', 'join'],
      ['join', 'last'],
    ],
  });

  const answers: Readonly<Record<string, Answer>> = {
    again: value(false),
    count: value(2),
    enough: value(true),
    begin: value(null, { begun: 1 }),
    created: value(null),
    finish: value(null, { finished: true }),
    input: value('in'),
    x: value(true),
    y: value(true),
    open: value(true),
  };
  const answer = ({ source }: Question) => answers[source]!;

  it('the same answers give the same bytes, in conditions, listeners, parameters and loops', () => {
    const first = asking(everywhere, null, start(), answer);
    expect(first.questions.map(({ source }) => source)).toEqual([
      'again',
      'count',
      'input',
      'begin',
      'created',
      'input',
      'begin',
      'created',
    ]);
    const command = completion(everywhere, stateOf(first), 'many');
    const second = asking(everywhere, stateOf(first), command, answer);
    expect(second.questions.map(({ source }) => source)).toEqual(['finish', 'enough', 'x', 'y', 'open']);
    expect(places(everywhere, stateOf(second))).toEqual(['last']);
    expect(stateOf(second).variables).toEqual({ begun: 1, finished: true });
    const again = step(everywhere, stateOf(first), command, BARE_HOST, second.answers);
    if (again.outcome !== 'done' || second.result.outcome !== 'done') throw new Error(again.outcome);
    expect(encodeState(again.state)).toEqual(encodeState(second.result.state));
    expect(again.history).toEqual(second.result.history);
    expect(again.effects).toEqual(second.result.effects);
  });

  it('the same answers stay with their questions when an act between them becomes an incident', () => {
    const model = processModel({
      onFailure: 'INCIDENT',
      nodes: {
        start: 'startEvent',
        bad: ['task', { listeners: [listener('start', 'bad 1'), listener('start', 'bad 2')] }],
        good: ['userTask', { listeners: [listener('start', 'good')] }],
      },
      flows: [
        ['start', 'bad'],
        ['start', 'good'],
      ],
    });
    const failure = { code: 'SCRIPT_FAILED', message: 'broken' } as const;
    const given: Record<string, Answer> = {
      'bad 1': value(1),
      'bad 2': { failure },
      good: value(null, { seen: 'good' }),
    };
    const { result, questions } = asking(model, null, start(), ({ source }) => given[source]!);
    expect(questions.map(({ source }) => source)).toEqual(['bad 1', 'bad 2', 'good']);
    if (result.outcome !== 'done') throw new Error(result.outcome);
    expect(result.state.variables).toEqual({ seen: 'good' });
    expect(result.state.waits).toMatchObject([{ kind: 'incident', failure: { code: 'SCRIPT_FAILED' } }]);
  });
});

describe('a BPMN error of a script', () => {
  const thrown: Answer = { errorCode: 'E', message: 'no' };

  it.each(['start', 'end', 'complete', 'create'] as const)(
    'a BPMN error of a script in a %s listener reaches the boundary event',
    (event) => {
      const model = processModel({
        nodes: {
          start: 'startEvent',
          work: ['userTask', { listeners: [listener(event, 'throw')] }],
          out: ['boundaryEvent', { on: 'work', triggers: [error('E')] }],
          care: 'userTask',
          after: 'userTask',
        },
        flows: [
          ['start', 'work'],
          ['out', 'care'],
          ['work', 'after'],
        ],
      });
      let asked = asking(model, null, start(), () => thrown);
      if (event === 'end' || event === 'complete') {
        asked = asking(model, stateOf(asked), completion(model, stateOf(asked), 'work'), () => thrown);
      }
      expect(places(model, stateOf(asked))).toEqual(['care']);
      expect(stateOf(asked).tasks).toHaveLength(1);
    },
  );

  it('a BPMN error of a script in a condition goes outward from its gateway', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        choice: ['exclusiveGateway', { in: 'sub' }],
        a: ['userTask', { in: 'sub' }],
        out: ['boundaryEvent', { on: 'sub', triggers: [error(null)] }],
        care: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'choice'],
        ['choice', 'a', js('throw')],
        ['out', 'care'],
      ],
    });
    expect(places(model, stateOf(asking(model, null, start(), () => thrown)))).toEqual(['care']);
  });
});

describe('a conditional event in JavaScript', () => {
  it('is asked when it is armed and after changes', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        wait: ['intermediateCatchEvent', { triggers: [conditional(js('x > 1'))] }],
        end: 'userTask',
      },
      flows: [
        ['start', 'wait'],
        ['wait', 'end'],
      ],
    });
    const greater = ({ variables }: Question) => value((variables.x as number) > 1);
    const waiting = asking(model, null, start({ x: 1 }), greater);
    expect(places(model, stateOf(waiting))).toEqual(['wait']);
    const command: Command = { kind: 'set-variables', at: 2, actor: null, variables: { x: 2 } };
    expect(places(model, stateOf(asking(model, stateOf(waiting), command, greater)))).toEqual(['end']);
  });
});
