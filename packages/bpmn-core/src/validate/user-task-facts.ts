// Who a user task is for and what it carries, gathered from extension attributes and the standard's resource roles.
import { type BpmnElement, childrenOfType, type SourcePosition } from '../model/document.ts';
import { extensionAttribute, splitList } from './extension-facts.ts';

/** Text that is compiled as an expression, and where it stands. */
export interface ExpressionSource {
  readonly attribute: string;
  readonly text: string;
  readonly position: SourcePosition;
}

/** Extension attributes with one value each. */
export type SingleFact = 'owner' | 'dueDate' | 'followUpDate' | 'priority' | 'category' | 'formKey';

/** Everything of a user task that is compiled. */
export interface UserTaskFacts {
  readonly single: Readonly<Record<SingleFact, ExpressionSource | null>>;
  readonly name: ExpressionSource | null;
  readonly description: ExpressionSource | null;
  readonly assignee: ExpressionSource | null;
  /** A performer of the standard beside the assignee of an extension. */
  readonly secondAssignee: ExpressionSource | null;
  readonly candidateUsers: readonly ExpressionSource[];
  readonly candidateGroups: readonly ExpressionSource[];
}

/** Extension attributes come before the standard's roles. */
export function readUserTaskFacts(element: BpmnElement): UserTaskFacts {
  const performers = roleTexts(element, 'humanPerformer');
  const owners = roleTexts(element, 'potentialOwner').flatMap(ownerEntries);
  const assignees = [attribute(element, 'assignee'), ...performers].filter((source) => source !== null);
  return {
    single: {
      owner: attribute(element, 'owner'),
      dueDate: attribute(element, 'dueDate'),
      followUpDate: attribute(element, 'followUpDate'),
      priority: attribute(element, 'priority'),
      category: attribute(element, 'category'),
      formKey: attribute(element, 'formKey'),
    },
    name: own(element, 'name', element.name),
    description: own(element, 'documentation', element.documentation),
    assignee: assignees[0] ?? null,
    secondAssignee: assignees[1] ?? null,
    candidateUsers: [...list(element, 'candidateUsers'), ...owners.flatMap(({ user }) => user ?? [])],
    candidateGroups: [...list(element, 'candidateGroups'), ...owners.flatMap(({ group }) => group ?? [])],
  };
}

/** Everything of a task that is an expression, in no particular order. */
export function userTaskExpressions(facts: UserTaskFacts): readonly ExpressionSource[] {
  const one = [...Object.values(facts.single), facts.name, facts.description, facts.assignee];
  return [...one.filter((source) => source !== null), ...facts.candidateUsers, ...facts.candidateGroups];
}

function own(element: BpmnElement, name: string, text: string | null): ExpressionSource | null {
  return text === null || text === '' ? null : { attribute: name, text, position: element.position };
}

function attribute(element: BpmnElement, name: string): ExpressionSource | null {
  const fact = extensionAttribute(element, name);
  return fact === null ? null : { attribute: name, text: fact.value.trim(), position: fact.position };
}

function list(element: BpmnElement, name: string): readonly ExpressionSource[] {
  const source = attribute(element, name);
  return source === null ? [] : splitList(source.text).map((text) => ({ ...source, text }));
}

function roleTexts(element: BpmnElement, role: string): readonly ExpressionSource[] {
  return childrenOfType(element, role)
    .flatMap((child) => childrenOfType(child, 'resourceAssignmentExpression'))
    .flatMap((child) => childrenOfType(child, 'formalExpression'))
    .map((expression) => ({ attribute: role, text: expression.text.trim(), position: expression.position }));
}

/** `user(x), group(y), z`: a bare name is a group. */
function ownerEntries(source: ExpressionSource) {
  return splitList(source.text).map((entry): { user?: ExpressionSource; group?: ExpressionSource } => {
    const marked = /^(user|group)\((.*)\)$/s.exec(entry);
    const text = { ...source, text: (marked?.[2] ?? entry).trim() };
    return marked?.[1] === 'user' ? { user: text } : { group: text };
  });
}
