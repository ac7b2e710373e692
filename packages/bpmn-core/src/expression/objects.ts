// The objects that every expression may use by name: the execution and the user task it belongs to.
import { isVariableName, type Value } from '../model/values.ts';
import { toText } from './coercion.ts';
import { type Evaluation, fail } from './evaluation.ts';
import type { ExecutionFacts, ResultType, TaskFacts } from './expression.ts';
import { argument, type Method, type Methods, method } from './method.ts';

export interface ObjectProperty {
  readonly result: ResultType;
  readonly read: (evaluation: Evaluation) => Value;
}

/** An object is no value: it can neither be stored nor compared, only its properties read and its methods called. */
export interface ExpressionObject {
  readonly properties: ReadonlyMap<string, ObjectProperty>;
  readonly methods: Methods<undefined>;
  /** Methods of the language that wait for parts of the engine. */
  readonly unbuilt: ReadonlySet<string>;
}

function setVariable(evaluation: Evaluation, _: undefined, args: readonly Value[]): Value {
  const name = toText(evaluation, argument(args, 0));
  if (!isVariableName(name)) fail(evaluation, `${JSON.stringify(name.slice(0, 80))} is no name of a variable`);
  evaluation.context.setVariable(name, argument(args, 1));
  return null;
}

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
    ['hasVariable', method(1, 'boolean', (run, _, args) => variableNamed(run, args) !== undefined)],
    [
      'removeVariable',
      method(1, 'other', (run, _, args) => {
        run.context.removeVariable(toText(run, argument(args, 0)));
        return null;
      }),
    ],
  ]),
  // Scopes below the instance hold no variables of their own yet.
  unbuilt: new Set(['getVariableLocal', 'setVariableLocal']),
};

const dueDate: ObjectProperty = {
  result: 'other',
  read: (evaluation) => {
    const { dueDate: at } = taskFacts(evaluation);
    return at === null ? null : new Date(at);
  },
};

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
  ]),
  unbuilt: new Set([
    'setName',
    'setAssignee',
    'setOwner',
    'setDueDate',
    'setPriority',
    'addCandidateUser',
    'addCandidateGroup',
    'deleteCandidateUser',
    'deleteCandidateGroup',
  ]),
};

export const OBJECTS: ReadonlyMap<string, ExpressionObject> = new Map([
  ['execution', EXECUTION],
  ['task', TASK],
]);

/** What plain names mean before variables are looked at. */
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
