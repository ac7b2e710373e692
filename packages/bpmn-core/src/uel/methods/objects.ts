// The objects that every expression may use by name: the execution and the user task it belongs to.
import type { ExecutionFacts, ResultType, TaskFacts } from '../../expression/expression.ts';
import { parseInstant } from '../../values/instant.ts';
import { isVariableName, type Value } from '../../values/values.ts';
import { toNumber, toText } from '../evaluation/coercion.ts';
import { type Evaluation, fail } from '../evaluation/evaluation.ts';
import { argument, type Method, type Methods, method } from './method.ts';

export interface ObjectProperty {
  readonly result: ResultType;
  readonly read: (evaluation: Evaluation) => Value;
}

/** Object of the language. It is no value: it can neither be stored nor compared, only its properties read and its methods called. */
export interface ExpressionObject {
  readonly properties: ReadonlyMap<string, ObjectProperty>;
  readonly methods: Methods<undefined>;
}

function variableName(evaluation: Evaluation, args: readonly Value[]): string {
  const name = toText(evaluation, argument(args, 0));
  if (!isVariableName(name)) fail(evaluation, `${JSON.stringify(name.slice(0, 80))} is no name of a variable`);
  return name;
}

function setVariable(evaluation: Evaluation, _: undefined, args: readonly Value[]): Value {
  evaluation.context.setVariable(variableName(evaluation, args), argument(args, 1));
  return null;
}

/** Writes a variable in the scope of the element alone, which hides what has the same name outside of it. */
function setVariableLocal(evaluation: Evaluation, _: undefined, args: readonly Value[]): Value {
  evaluation.context.setLocalVariable(variableName(evaluation, args), argument(args, 1));
  return null;
}

const getVariableLocal: Method<undefined> = method(1, 'unknown', (run, _, args) => {
  const value = run.context.localVariable(toText(run, argument(args, 0)));
  return value === undefined ? null : value;
});

function variableNamed(evaluation: Evaluation, args: readonly Value[]): Value | undefined {
  return evaluation.context.variable(toText(evaluation, argument(args, 0)));
}

const getVariable: Method<undefined> = method(1, 'unknown', (run, _, args) => variableNamed(run, args) ?? null);

function executionProperty(name: keyof ExecutionFacts): readonly [string, ObjectProperty] {
  return [name, { result: 'unknown', read: ({ context }) => context.execution[name] }];
}

function taskFacts(evaluation: Evaluation): TaskFacts {
  return evaluation.context.task ?? fail(evaluation, 'there is no task here', 'NO_VALUE');
}

function taskProperty(name: keyof TaskFacts): readonly [string, ObjectProperty] {
  return [name, { result: 'unknown', read: (evaluation) => taskFacts(evaluation)[name] }];
}

const EXECUTION: ExpressionObject = {
  properties: new Map([
    executionProperty('id'),
    executionProperty('processInstanceId'),
    executionProperty('processBusinessKey'),
    executionProperty('processDefinitionId'),
    executionProperty('currentActivityId'),
    executionProperty('currentActivityName'),
    executionProperty('tenantId'),
  ]),
  methods: new Map([
    ['getVariable', getVariable],
    ['setVariable', method(2, 'other', setVariable)],
    ['getVariableLocal', getVariableLocal],
    ['setVariableLocal', method(2, 'other', setVariableLocal)],
    ['hasVariable', method(1, 'boolean', (run, _, args) => variableNamed(run, args) !== undefined)],
    [
      'removeVariable',
      method(1, 'other', (run, _, args) => {
        run.context.removeVariable(toText(run, argument(args, 0)));
        return null;
      }),
    ],
  ]),
};

const dueDate: ObjectProperty = {
  result: 'other',
  read: (evaluation) => {
    const { dueDate: at } = taskFacts(evaluation);
    return at === null ? null : new Date(at);
  },
};

/** Makes a setter of a text of the task; white space alone is null. */
function textSetter(field: 'name' | 'assignee' | 'owner'): Method<undefined> {
  return method(1, 'other', (evaluation, _, args) => {
    const given = argument(args, 0);
    taskFacts(evaluation);
    evaluation.context.changeTask({ field, value: given === null ? null : toText(evaluation, given) });
    return null;
  });
}

function candidateSetter(field: 'candidateUsers' | 'candidateGroups', add: boolean): Method<undefined> {
  return method(1, 'other', (evaluation, _, args) => {
    taskFacts(evaluation);
    evaluation.context.changeTask({ field, add, value: toText(evaluation, argument(args, 0)) });
    return null;
  });
}

function setDueDate(evaluation: Evaluation, _: undefined, args: readonly Value[]): Value {
  const given = argument(args, 0);
  const at = given instanceof Date ? given.getTime() : typeof given === 'string' ? parseInstant(given.trim()) : null;
  if (given !== null && (at === null || Number.isNaN(at))) fail(evaluation, 'the due date is no date and time');
  taskFacts(evaluation);
  evaluation.context.changeTask({ field: 'dueDate', value: at });
  return null;
}

const PRIORITY_MAX = 100;

function setPriority(evaluation: Evaluation, _: undefined, args: readonly Value[]): Value {
  const value = toNumber(evaluation, argument(args, 0));
  const isPriority = Number.isInteger(value) && value >= 0 && value <= PRIORITY_MAX;
  if (!isPriority) fail(evaluation, `the priority is no whole number from 0 to ${PRIORITY_MAX}`);
  taskFacts(evaluation);
  evaluation.context.changeTask({ field: 'priority', value });
  return null;
}

const TASK: ExpressionObject = {
  properties: new Map([
    taskProperty('id'),
    taskProperty('name'),
    taskProperty('assignee'),
    taskProperty('owner'),
    ['dueDate', dueDate],
    taskProperty('priority'),
  ]),
  methods: new Map([
    ['getVariable', getVariable],
    ['setVariable', method(2, 'other', setVariable)],
    ['getVariableLocal', getVariableLocal],
    ['setVariableLocal', method(2, 'other', setVariableLocal)],
    ['setName', textSetter('name')],
    ['setAssignee', textSetter('assignee')],
    ['setOwner', textSetter('owner')],
    ['setDueDate', method(1, 'other', setDueDate)],
    ['setPriority', method(1, 'other', setPriority)],
    ['addCandidateUser', candidateSetter('candidateUsers', true)],
    ['addCandidateGroup', candidateSetter('candidateGroups', true)],
    ['deleteCandidateUser', candidateSetter('candidateUsers', false)],
    ['deleteCandidateGroup', candidateSetter('candidateGroups', false)],
  ]),
};

export const OBJECTS: ReadonlyMap<string, ExpressionObject> = new Map([
  ['execution', EXECUTION],
  ['task', TASK],
]);

/** Names of the language that stand for a value, and win over variables. */
export const NAMED_VALUES: ReadonlyMap<string, (evaluation: Evaluation) => Value> = new Map([
  ['authenticatedUserId', ({ context }) => context.currentUser],
  [
    'initiator',
    ({ context }) => {
      const variable = context.variable('initiator');
      return variable === undefined ? context.initiator : variable;
    },
  ],
]);
