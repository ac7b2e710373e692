// Evaluates what the model says about a user task: who, until when, under which name.
import { taskId } from '../../contract/ids.ts';
import { TASK_CANDIDATES_MAX, TASK_DESCRIPTION_LENGTH_MAX, TASK_FIELD_LENGTH_MAX } from '../../contract/limits.ts';
import type { OpenTask, TaskLink } from '../../contract/open-task.ts';
import { evaluate, expressionFailure, kindOf } from '../../data/evaluation.ts';
import type { Expression, TaskFacts } from '../../expression/expression.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import { stepFailure } from '../../instance/step-failure.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { parseInstant } from '../../values/instant.ts';
import { addPeriod } from '../../values/period.ts';
import type { Value } from '../../values/values.ts';

/** Priority of a task where neither the model nor the instance names one: the middle of 0..100. */
export const TASK_PRIORITY_DEFAULT = 50;

const WHOLE_NUMBER = /^\d{1,3}$/;

/** Where an expression is evaluated: all that a failure has to name. */
interface Place {
  readonly burst: Burst;
  readonly node: FlowNode;
  readonly token: WorkToken;
  /** Facts of the task, written field by field: a later expression reads the result of an earlier one. */
  readonly task: { -readonly [Field in keyof TaskFacts]: TaskFacts[Field] };
}

/** Throws `EXPRESSION_FAILED` or `LIMIT_EXCEEDED`: a task without the people its model names is worse than no task. */
export function openTask(burst: Burst, node: FlowNode, token: WorkToken): OpenTask {
  const model = node.userTask;
  const number = ++burst.counter;
  const priority = burst.facts.priority ?? TASK_PRIORITY_DEFAULT;
  const task: Place['task'] = {
    id: taskId(burst.facts.id, number),
    name: node.name,
    assignee: null,
    owner: null,
    dueDate: burst.facts.dueAt,
    priority,
  };
  const place: Place = { burst, node, token, task };
  if (model !== null) {
    if (model.name !== null) task.name = text(place, model.name, TASK_FIELD_LENGTH_MAX);
    if (model.assignee !== null) task.assignee = text(place, model.assignee, TASK_FIELD_LENGTH_MAX);
    if (model.owner !== null) task.owner = text(place, model.owner, TASK_FIELD_LENGTH_MAX);
    if (model.dueDate !== null) task.dueDate = instant(place, model.dueDate) ?? task.dueDate;
    if (model.priority !== null) task.priority = priorityOf(place, model.priority) ?? priority;
  }
  return {
    number,
    token: token.number,
    node: node.index,
    name: task.name,
    description: optionalText(place, model?.description, TASK_DESCRIPTION_LENGTH_MAX),
    category: optionalText(place, model?.category, TASK_FIELD_LENGTH_MAX),
    formKey: optionalText(place, formKeyOf(node), TASK_FIELD_LENGTH_MAX),
    assignee: task.assignee,
    owner: task.owner,
    candidateUsers: candidates(place, model?.candidateUsers),
    candidateGroups: candidates(place, model?.candidateGroups),
    links: NO_LINKS,
    delegation: null,
    priority: task.priority,
    dueAt: task.dueDate,
    followUpAt: model === null || model.followUpDate === null ? null : instant(place, model.followUpDate),
    createdAt: burst.at,
    claimedAt: null,
    version: 1,
  };
}

/** Answers the form key; at a start event that somebody has gone back to, which has no task of its own, that of its form. */
function formKeyOf({ userTask, form }: FlowNode): Expression | null | undefined {
  return userTask === null ? (form?.reference ?? form?.key) : userTask.formKey;
}

function given(place: Place, expression: Expression): Value {
  return evaluate(place.burst, expression, place.token, place.node, place.task);
}

function optionalText(place: Place, expression: Expression | null | undefined, lengthMax: number): string | null {
  return expression === null || expression === undefined ? null : text(place, expression, lengthMax);
}

/** Evaluates a text; null for null and for white space alone. */
function text(place: Place, expression: Expression, lengthMax: number): string | null {
  return textOf(place, expression, given(place, expression), lengthMax);
}

function textOf(place: Place, expression: Expression, value: Value, lengthMax: number): string | null {
  if (value === null) return null;
  if (typeof value === 'object' && !(value instanceof Date)) {
    throw expressionFailure(place.node, expression, `gives ${kindOf(value)}, not a text`);
  }
  if (value instanceof Date && Number.isNaN(value.getTime())) {
    throw expressionFailure(place.node, expression, 'gives a date that is not valid');
  }
  const trimmed = (value instanceof Date ? value.toISOString() : String(value)).trim();
  if (trimmed.length > lengthMax) {
    const problem = `Expression ${expression.text} gives ${trimmed.length} characters; the limit is ${lengthMax}`;
    throw stepFailure('LIMIT_EXCEEDED', place.node.id, problem);
  }
  return trimmed === '' ? null : trimmed;
}

function candidates(place: Place, expressions: readonly Expression[] | undefined): readonly string[] {
  if (expressions === undefined || expressions.length === 0) return NOBODY;
  const names = new Set<string>();
  for (const expression of expressions) {
    const value = given(place, expression);
    const entries = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
    for (const entry of entries) {
      const name = textOf(place, expression, entry, TASK_FIELD_LENGTH_MAX);
      if (name !== null) names.add(name);
    }
    if (names.size > TASK_CANDIDATES_MAX) {
      const problem = `Expression ${expression.text}: more than ${TASK_CANDIDATES_MAX} candidates`;
      throw stepFailure('LIMIT_EXCEEDED', place.node.id, problem);
    }
  }
  return [...names];
}

const NOBODY: readonly string[] = [];
const NO_LINKS: readonly TaskLink[] = [];

/** Evaluates the priority; null where the expression gives none. */
function priorityOf(place: Place, expression: Expression): number | null {
  const value = given(place, expression);
  if (value === null || value === '') return null;
  const number = typeof value === 'string' && WHOLE_NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 100) {
    throw expressionFailure(place.node, expression, `gives ${kindOf(value)} that is no whole number from 0 to 100`);
  }
  return number;
}

/** Evaluates a date; null where the expression gives none. A period counts from the moment in which the task opens. */
function instant(place: Place, expression: Expression): number | null {
  const value = given(place, expression);
  if (value === null || value === '') return null;
  const at = value instanceof Date ? value.getTime() : typeof value === 'string' ? momentOf(place, value.trim()) : null;
  if (at === null || Number.isNaN(at)) {
    const problem = `gives ${kindOf(value)} that is no ISO 8601 date and time with offset, no date and no period`;
    throw expressionFailure(place.node, expression, problem);
  }
  return at;
}

function momentOf({ burst }: Place, text: string): number | null {
  return parseInstant(text) ?? addPeriod(text, burst.at);
}
