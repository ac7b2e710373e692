// States as bytes: what is written reads back equal, and stored samples stay readable.
import { describe, expect, it } from 'vitest';
import type { InstanceState, ReturnPoint } from '../contract/instance-state.ts';
import type { OpenTask } from '../contract/open-task.ts';
import { constant, instanceFacts, processModel } from '../testing/model-builder.ts';
import { complete, started } from '../testing/run.ts';
import { decodeState, encodeState } from './state-codec.ts';

const fullTask: OpenTask = {
  number: 7,
  token: 1,
  node: 2,
  name: 'Review',
  description: 'Look at it',
  category: 'legal',
  formKey: 'review-form',
  assignee: 'ada',
  owner: 'grace',
  candidateUsers: ['alan'],
  candidateGroups: ['clerks', 'lawyers'],
  links: [],
  delegation: null,
  priority: 0,
  dueAt: 0,
  followUpAt: 5_000,
  createdAt: 2_000,
  claimedAt: 1_000,
  version: 3,
};

const bareTask: OpenTask = {
  ...fullTask,
  number: 9,
  name: null,
  description: null,
  category: null,
  formKey: null,
  assignee: null,
  owner: null,
  candidateUsers: [],
  candidateGroups: [],
  priority: 50,
  dueAt: null,
  followUpAt: null,
  claimedAt: null,
  version: 1,
};

const IN_PROCESS = { scope: 0, role: 'flow', index: 0, origin: 0 } as const;

const state: InstanceState = {
  facts: instanceFacts({ businessKey: 'order-1', name: 'Order', startElementId: 'start', priority: 70, dueAt: 9_000 }),
  counter: 12,
  tokens: [
    { number: 1, node: 2, arrivedBy: 3, activity: 5, since: 1_000, ...IN_PROCESS },
    { number: 4, node: 6, arrivedBy: -1, activity: 0, since: 2_500, ...IN_PROCESS },
  ],
  tasks: [fullTask, bareTask],
  variables: JSON.parse('{"text": "Ä\\u0000\\ud800", "list": [1, null, {"deep": true}], "__proto__": 1}'),
  root: { records: [], runs: [], gateways: [], interrupted: false },
  scopes: [],
  waits: [],
  returns: [],
  suspended: false,
  endElementIds: ['done'],
};

/** Written by the first version of format 1; it must be readable for ever. */
const SAMPLE =
  '\x01[["01900000-0000-7000-8000-000000000001","default","process:1:abcdefgh",1000,"ada","order-1","Order","start",70,9000],12,' +
  '[1,2,3,5,0,4,6,-1,0,1500],[[7,1,2,1000,"Review","ada",["clerks","lawyers"],["alan"],0,3,0,0,"review-form","Look at it",5000,' +
  '"grace","legal"],[9,1,2,1000]],{"text":"Ä\\u0000\\ud800","list":[1,null,{"deep":true}],"__proto__":1},["done"]]';

describe('the codec of the state', () => {
  it('reads back what it wrote', () => {
    expect(decodeState(encodeState(state))).toStrictEqual(state);
  });

  it('reads the stored sample of format 1', () => {
    expect(decodeState(new TextEncoder().encode(SAMPLE))).toStrictEqual(state);
  });

  it('the codec of the state still writes format 1 as the sample was written', () => {
    expect(new TextDecoder().decode(encodeState(state))).toBe(SAMPLE);
  });

  it('reads the stored sample of tasks with a delegation and links, which stand behind all that was written before', () => {
    const link = { type: 'watcher', holder: 'group', name: 'clerks' } as const;
    const tasks = [
      { ...bareTask, delegation: 'PENDING', links: [link] },
      { ...bareTask, delegation: 'RESOLVED' },
    ] as const;
    const nulls = 'null,'.repeat(13);
    const sample = SAMPLE.replace(
      /\[\[7,.*\[9,1,2,1000\]\]/,
      `[[9,1,2,1000,${nulls}"PENDING",[{"type":"watcher","holder":"group","name":"clerks"}]],[9,1,2,1000,${nulls}"RESOLVED"]]`,
    );
    expect(new TextDecoder().decode(encodeState({ ...state, tasks }))).toBe(sample);
    expect(decodeState(new TextEncoder().encode(sample))).toStrictEqual({ ...state, tasks });
  });

  it('reads back the states of a run, to the same bytes', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: ['userTask', { name: 'A', userTask: { assignee: constant('ada') } }],
        b: 'userTask',
        join: 'parallelGateway',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'join'],
      ],
    });
    const first = started(model, { variables: { n: 1 } });
    for (const run of [first, complete(model, first, 'b', { m: [2] })]) {
      const bytes = encodeState(run.state);
      expect(decodeState(bytes)).toStrictEqual(run.state);
      expect(encodeState(decodeState(bytes))).toEqual(bytes);
    }
  });

  it('is small: one task with people takes less than 300 bytes', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: ['userTask', { name: 'Approve', userTask: { candidateGroups: [constant('clerks')] } }],
      },
      flows: [['start', 'a']],
    });
    expect(encodeState(started(model, { variables: { amount: 5 } }).state).length).toBeLessThan(300);
  });

  it('refuses bytes of a format that it does not know, and damaged ones', () => {
    expect(() => decodeState(new Uint8Array([9, 91, 93]))).toThrow(
      'State format 9 is unknown; this program reads formats 1, 2 and 3',
    );
    expect(() => decodeState(new Uint8Array())).toThrow('State format none is unknown');
    expect(() => decodeState(encodeState(state).subarray(0, 50))).toThrow();
    expect(() => decodeState(new Uint8Array([1, 0xff]))).toThrow();
  });
});

describe('return points in the codec', () => {
  const points: ReturnPoint[] = [
    { kind: 'task', number: 5, node: 1, origin: 0, task: 6, assignee: 'ada', completer: 'ada', sealed: false },
    { kind: 'task', number: 7, node: 2, origin: 5, task: 9, assignee: null, completer: 'bob', sealed: true },
    { kind: 'task', number: 10, node: 3, origin: 7, task: 0, assignee: null, completer: null, sealed: true },
    { kind: 'task', number: 11, node: 4, origin: 7, task: 12, assignee: 'ada', completer: null, sealed: false },
    {
      kind: 'join',
      number: 13,
      node: 5,
      consumed: [
        { flow: 2, origin: 5 },
        { flow: 3, origin: 0 },
      ],
      sealed: false,
    },
    {
      kind: 'join',
      number: 14,
      node: 5,
      consumed: [
        { flow: 2, origin: 7 },
        { flow: 3, origin: 0 },
      ],
      sealed: true,
    },
  ];
  const sub: ReturnPoint = {
    kind: 'subProcess',
    number: 15,
    node: 6,
    origin: 13,
    variables: { n: [1] },
    points,
    sealed: true,
  };
  const flat: InstanceState = { ...state, returns: [{ scope: 0, points: [...points, sub] }] };

  it('return points in the codec make a flat state one of format 3, with the origins of its tokens', () => {
    const tokens = flat.tokens.map((token) => ({ ...token, origin: 13 }));
    const bytes = encodeState({ ...flat, tokens });
    expect(bytes[0]).toBe(3);
    expect(decodeState(bytes)).toStrictEqual({ ...flat, tokens });
  });

  it('return points in the codec stand behind everything else in format 2, of every scope', () => {
    const deep: InstanceState = { ...flat, suspended: true, returns: [...flat.returns, { scope: 4, points }] };
    const bytes = encodeState(deep);
    expect(bytes[0]).toBe(2);
    expect(decodeState(bytes)).toStrictEqual(deep);
  });

  it('reads the stored sample of format 3', () => {
    const few = { ...flat, returns: [{ scope: 0, points: points.slice(0, 2) }] };
    const sample = `\x03${SAMPLE.slice(1, -1)},[0,[[5,1,0,1,"ada"],[7,2,5,2,null,["bob"],1]]],[0,0]]`;
    expect(new TextDecoder().decode(encodeState(few))).toBe(sample);
    expect(decodeState(new TextEncoder().encode(sample))).toStrictEqual(few);
  });
});
