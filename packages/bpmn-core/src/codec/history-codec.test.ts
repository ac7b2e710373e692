// History as text: what is written reads back equal, and stored samples stay readable.
import { describe, expect, it } from 'vitest';
import { type CommandKind, decodeHistory, encodeHistory, type HistoryRecord } from './history-codec.ts';

const record: HistoryRecord = {
  at: 1_000,
  actor: 'ada',
  command: 'complete-task',
  events: [
    ['i'],
    ['a', 2, 0, 1],
    ['c', 2],
    ['f', 0],
    ['v', 'new', 'a'],
    ['v', 'changed', ['a'], null],
    ['x', 'gone', { a: 1 }],
    ['t', 4, 3, null, [], [], null],
    ['t', 5, 3, 'ada', ['alan'], ['clerks'], 'grace'],
    ['u', 4, 'ada', null],
    ['d', 4, 'ada'],
    ['e', 'COMPLETED'],
  ],
};

/** Written by the first version 1; it must be readable for ever. */
const SAMPLE =
  '[1,1000,"ada","c","i","a",2,0,1,"c",2,"f",0,"v","new","a","V","changed",["a"],null,"x","gone",{"a":1},"t",4,3,null,' +
  '"T",5,3,"ada",["alan"],["clerks"],"grace","u",4,"ada",null,"d",4,"ada","e","COMPLETED"]';

/** A command that is missing here does not compile. */
const COMMANDS = Object.keys({
  start: true,
  'complete-task': true,
  'claim-task': true,
  'unclaim-task': true,
  'update-task': true,
  'delegate-task': true,
  'resolve-task': true,
  'set-variables': true,
  message: true,
  signal: true,
  timer: true,
  trigger: true,
  work: true,
  job: true,
  'redo-work': true,
  'begun-call': true,
  'raise-incident': true,
  'throw-error': true,
  'throw-escalation': true,
  'evaluate-conditions': true,
  'retry-incident': true,
  'skip-incident': true,
  'activate-ad-hoc': true,
  'complete-ad-hoc': true,
  'update-instance': true,
  'rename-user': true,
  'release-tasks': true,
  suspend: true,
  activate: true,
  cancel: true,
  compensate: true,
  return: true,
  withdraw: true,
  jump: true,
  modify: true,
  migrate: true,
} satisfies Record<CommandKind, true>) as CommandKind[];

const LATER: HistoryRecord = {
  at: 2_000,
  actor: null,
  command: 'update-task',
  events: [
    ['U', 4, { priority: 80, candidateUsers: [] }, { priority: 50, candidateUsers: ['bob'] }],
    ['N', ['bob', 'Bob'], 'robert'],
    ['I', 7, 'called-1'],
    ['Y', { businessKey: 'b-2' }, { businessKey: null }],
    ['e', 'ERROR', 'p', 'no good', 3],
    ['e', 'CANCELLED', null, 'ordered twice', null],
  ],
};

/** Written when these were first told; it must be readable for ever. */
const LATER_SAMPLE =
  '[1,2000,null,"U","U",4,{"priority":80,"candidateUsers":[]},{"priority":50,"candidateUsers":["bob"]},"N",["bob","Bob"],"robert","I",7,"called-1","Y",{"businessKey":"b-2"},{"businessKey":null},' +
  '"F","ERROR","p","no good",3,"F","CANCELLED",null,"ordered twice",null]';

describe('the codec of the history', () => {
  it('keeps what is undone from inside, and what was withdrawn', () => {
    const undone: HistoryRecord = {
      at: 1_000,
      actor: null,
      command: 'signal',
      events: [
        ['W', 9, 2, 7, 0],
        ['b', 4, 3],
        ['b', 5, 2, 8, 0],
        ['k', 5, 'COMPENSATED'],
      ],
    };
    const text = '[1,1000,null,"g","W",9,2,7,0,"b",4,3,"B",5,2,8,0,"k",5,"COMPENSATED"]';
    expect(encodeHistory(undone)).toBe(text);
    expect(decodeHistory(text)).toEqual(undone);
  });

  it('keeps the times of steps that one record tells together', () => {
    const timed: HistoryRecord = {
      at: 3_000,
      actor: null,
      command: 'start',
      events: [['@', 1_000], ['i'], ['a', 2, 0, 1], ['@', 3_000], ['c', 2]],
    };
    const text = '[1,3000,null,"s","@",1000,"i","a",2,0,1,"@",3000,"c",2]';
    expect(encodeHistory(timed)).toBe(text);
    expect(decodeHistory(text)).toEqual(timed);
  });

  it('writes version 1 as it was first written', () => {
    expect(encodeHistory(record)).toBe(SAMPLE);
  });

  it('reads the stored sample of version 1', () => {
    expect(decodeHistory(SAMPLE)).toStrictEqual(record);
  });

  it('reads the stored sample of what came to be told later', () => {
    expect(encodeHistory(LATER)).toBe(LATER_SAMPLE);
    expect(decodeHistory(LATER_SAMPLE)).toStrictEqual(LATER);
  });

  it('reads the end of an instance as it was first told, with the code alone', () => {
    const ended: HistoryRecord = { at: 1, actor: null, command: 'work', events: [['e', 'ERROR', 'p']] };
    const sample = '[1,1,null,"w","E","ERROR","p"]';
    expect(encodeHistory(ended)).toBe(sample);
    expect(decodeHistory(sample)).toStrictEqual(ended);
  });

  it.each(COMMANDS)('keeps the command %s', (command) => {
    const written = encodeHistory({ at: 1, actor: null, command, events: [] });
    expect(decodeHistory(written)).toStrictEqual({ at: 1, actor: null, command, events: [] });
  });

  it('keeps values that look like events', () => {
    const events: HistoryRecord['events'] = [
      ['v', 'c', 'f'],
      ['v', 'V', 'a', 'T'],
      ['x', 'e', ['e', 'COMPLETED']],
    ];
    expect(decodeHistory(encodeHistory({ ...record, events })).events).toStrictEqual(events);
  });

  it('refuses versions, commands and events that it does not know, and damaged text', () => {
    expect(() => decodeHistory('[2,1,null,"s"]')).toThrow('History version 2 is unknown; this program reads version 1');
    expect(() => decodeHistory('[1,1,null,"?"]')).toThrow('unknown command ?');
    expect(() => decodeHistory('[1,1,null,"s","q"]')).toThrow('damaged at entry 4');
    expect(() => decodeHistory('[1,1,null,"s","toString"]')).toThrow('damaged at entry 4');
    expect(() => decodeHistory('[1,1,null,"s","a",1]')).toThrow('damaged at entry 4');
    expect(() => decodeHistory('[1,1')).toThrow(SyntaxError);
  });
});
