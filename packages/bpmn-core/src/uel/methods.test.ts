// Proves what the methods, functions and objects of the language give, and how they fail.
import { describe, expect, it } from 'vitest';
import { compiled, contextWith, failureOf, NOW, resultOf } from '../testing/expression-context.ts';
import type { Value } from '../values/values.ts';

const VARIABLES: Record<string, Value> = {
  word: 'Keelson',
  turkish: 'IĞDIR ılık İz',
  blank: ' \t',
  csv: 'a,b,,c,,',
  list: [1, 'two', { three: 3 }, null],
  map: { a: 1, b: 'x', constructor: 'own' },
  amount: 12.75,
  day: new Date(NOW),
  nothing: null,
};

describe('a method', () => {
  it.each([
    ["word.contains('els')", true],
    ["word.startsWith('Ke') && word.endsWith('on')", true],
    ["word.equals('Keelson') && !word.equals('keelson')", true],
    ["'5'.equals(5)", false],
    ["word.equalsIgnoreCase('KEELSON')", true],
    ["''.isEmpty() && blank.isBlank() && !blank.isEmpty()", true],
    ['word.length() + word.size()', 14],
    ['word.substring(4)', 'son'],
    ['word.substring(0, 4)', 'Keel'],
    ["word.indexOf('e')", 1],
    ["word.lastIndexOf('e')", 2],
    ["word.indexOf('z')", -1],
    ['turkish.toLowerCase()', 'iğdir ılık i\u0307z'],
    ['turkish.toUpperCase()', 'IĞDIR ILIK İZ'],
    ["' x '.trim()", 'x'],
    ["word.replace('e', 'é')", 'Kéélson'],
    ["'aXa'.replace('X', '$&$1')", 'a$&$1a'],
    ["'ab'.replace('', '-')", '-a-b-'],
    ["csv.split(',')", ['a', 'b', '', 'c']],
    ["'a.b'.split('.')", ['a', 'b']],
    ['word.charAt(6)', 'n'],
    ["word.concat(' ').concat(1)", 'Keelson 1'],
    ["'apple'.compareTo('apricot')", -2],
    ["'a'.compareTo('ab')", -1],
    ['word.toString()', 'Keelson'],
    ['list.size() == 4 && !list.isEmpty()', true],
    ["list.contains('two') && list.contains(1)", true],
    ["list.contains('1')", false],
    ['list.contains(null)', true],
    ['list.containsAll(list)', true],
    ["list.containsAll(csv.split(','))", false],
    ['list.get(2).three', 3],
    ["list.indexOf('two')", 1],
    ['list.indexOf(9)', -1],
    ["map.get('a')", 1],
    ["map.get('z')", null],
    ["map.containsKey('b') && !map.containsKey('toString')", true],
    ["map.containsValue('x')", true],
    ['map.keySet()', ['a', 'b', 'constructor']],
    ['map.values()', [1, 'x', 'own']],
    ['map.size()', 3],
    ['map.isEmpty()', false],
    ['amount.intValue() + amount.longValue() + amount.doubleValue()', 36.75],
    ['(-amount).intValue()', -12],
    ['amount.toString()', '12.75'],
    ['amount.equals(12.75)', true],
    ["amount.equals('12.75')", false],
    ['amount.compareTo(13)', -1],
    ['day.getTime()', NOW],
    ['day.toString()', '2026-03-01T09:30:00.000Z'],
    ["day.before('2026-03-02') && day.after('2026-02-28')", true],
    ['day.before(now()) || day.after(dateTime())', false],
  ])('%s gives %j', (source, expected) => {
    expect(resultOf(source, VARIABLES)).toEqual(expected);
  });

  it.each([
    ['word.substring(8)', 'substring(8, 7) is outside of a text of 7 characters'],
    ['word.substring(3, 2)', 'substring(3, 2) is outside of a text of 7 characters'],
    ['word.charAt(-1)', 'charAt(-1) is outside of a text of 7 characters'],
    ['list.get(4)', 'get(4) is outside of a list of 4 entries'],
    ['word.get(0)', 'a text has no method get'],
    ['amount.trim()', 'a number has no method trim'],
    ['list.containsAll(1)', 'containsAll needs a list'],
    ["day.before('soon')", 'a date is compared with something that is none'],
    ['(word == nothing).toString()', 'unknown method toString'],
  ])('%s fails: %s', (source, message) => {
    if (message.startsWith('unknown')) expect(() => resultOf(source, VARIABLES)).toThrow(message);
    else expect(failureOf(source, VARIABLES).message).toBe(message);
  });
});

describe('a function', () => {
  it.each([
    ['variables:get(word)', 'Keelson'],
    ["variables:get('absent')", null],
    ["vars:getOrDefault(absent, 'none')", 'none'],
    ['var:getOrDefault(amount, 1)', 12.75],
    ['variables:exists(word) && !variables:exists(absent) && !variables:exists(nothing)', true],
    ['variables:isEmpty(absent) && variables:empty(nothing) && variables:isNotEmpty(list)', true],
    ["variables:equals(word, 'Keelson') && variables:eq(amount, '12.75')", true],
    ['variables:equals(absent, null)', false],
    ['variables:notEquals(absent, 1) && variables:ne(amount, 1)', true],
    ["variables:contains(list, 1, 'two')", true],
    ["variables:contains(list, 1, 'three')", false],
    ["variables:containsAny(list, 'three', 'two')", true],
    ["variables:contains(word, 'eel') && variables:contains(map, 'a')", true],
    ["variables:contains(map, 'toString') || variables:contains(absent, 1)", false],
    ['variables:lt(amount, 13) && variables:lessThanOrEquals(amount, 12.75)', true],
    ['variables:gt(amount, 12) && variables:greaterThanOrEquals(amount, 13)', false],
    ['variables:lowerThan(nothing, 5) || variables:gte(absent, 0)', false],
    ['true ? variables:get(word) : 1', 'Keelson'],
    ['true ? word : amount', 'Keelson'],
    ['currentUser() == authenticatedUserId', true],
    ['now()', new Date(NOW)],
    ['dateTime() == now()', true],
  ])('%s gives %j', (source, expected) => {
    expect(resultOf(source, VARIABLES)).toEqual(expected);
  });
});

describe('an object of the engine', () => {
  it('gives the facts of the execution', () => {
    const names = [
      'id',
      'processInstanceId',
      'processBusinessKey',
      'processDefinitionId',
      'currentActivityId',
    ] as const;
    const { execution } = contextWith();
    for (const name of names) expect(resultOf(`execution.${name}`)).toBe(execution[name]);
    expect(resultOf('execution.currentActivityName += execution.tenantId')).toBe('Approvemain');
  });

  it('reads, writes and removes variables', () => {
    const variables: Record<string, Value> = { a: 1, list: [1] };
    const run = (source: string) => resultOf(source, variables);
    expect(run("execution.setVariable('b', a + 1)")).toBeNull();
    expect(variables).toEqual({ a: 1, list: [1], b: 2 });
    expect(run("execution.getVariable('b') + execution.getVariable('a')")).toBe(3);
    expect(run("execution.hasVariable('b')")).toBe(true);
    run("execution.removeVariable('b')");
    expect(run("execution.hasVariable('b')")).toBe(false);
    expect(run("execution.getVariable('b')")).toBeNull();
  });

  it('gives the facts of the task where there is one', () => {
    const task = { id: 't1', name: 'Approve', assignee: 'ada', owner: null, dueDate: NOW, priority: 50 };
    const context = contextWith({ limit: 10 }, { task });
    const run = (source: string) => compiled(`\${${source}}`).evaluate(context);
    expect(run("task.id += '/' += task.name += '/' += task.assignee")).toBe('t1/Approve/ada');
    expect(run('task.owner')).toBeNull();
    expect(run('task.dueDate')).toEqual(new Date(NOW));
    expect(run("task.priority > task.getVariable('limit')")).toBe(true);
    expect(failureOf('task.name')).toMatchObject({ message: 'there is no task here', reason: 'NO_VALUE' });
  });

  it('gives the starter unless a variable of that name says something else', () => {
    expect(resultOf('initiator')).toBe('mehmet');
    expect(resultOf('initiator', { initiator: 'ali' })).toBe('ali');
    expect(resultOf('initiator', { initiator: null })).toBeNull();
    expect(resultOf('loopCounter + 1', { loopCounter: 0 })).toBe(1);
    expect(failureOf('loopCounter').message).toBe('unknown variable loopCounter');
  });
});

describe('the function matches', () => {
  const call = compiled("${word.matches('K.*n')}");

  it('asks the host, who knows patterns', () => {
    const asked: string[][] = [];
    const matches = (text: string, pattern: string) => asked.push([text, pattern]) > 0;
    expect(call.evaluate(contextWith(VARIABLES, { matches }))).toBe(true);
    expect(asked).toEqual([['Keelson', 'K.*n']]);
  });

  it('fails by name where the host knows none, and where the pattern is none', () => {
    const matches = () => {
      throw new Error('is not closed');
    };
    expect(() => call.evaluate(contextWith(VARIABLES))).toThrow('there are no patterns here');
    expect(() => call.evaluate(contextWith(VARIABLES, { matches }))).toThrow('the pattern is not closed');
  });
});
