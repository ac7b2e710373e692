// Who a user task is for and what it carries, gathered from extension attributes and the standard's resource roles.

import { expressionLanguage } from './expression-language.ts';
import { extensionAttribute, splitList } from './extension-facts.ts';
import { type BpmnElement, childrenOfType, findReference, type SourcePosition } from './types/document.ts';

/** Text that is compiled as an expression, and where it stands. */
export interface ExpressionSource {
  readonly attribute: string;
  readonly text: string;
  readonly position: SourcePosition;
  /** Element of the standard that holds it, which may be written in any language. */
  readonly expression?: BpmnElement;
}

/** Extension attributes with one value each. */
export type SingleFact = 'owner' | 'dueDate' | 'followUpDate' | 'priority' | 'category' | 'formKey';

/** Everything of a user task that is compiled. */
export interface UserTaskFacts {
  readonly single: Readonly<Record<SingleFact, ExpressionSource | null>>;
  readonly name: ExpressionSource | null;
  readonly description: ExpressionSource | null;
  readonly assignee: ExpressionSource | null;
  /** Performer of the standard that stands beside the assignee of an extension. */
  readonly secondAssignee: ExpressionSource | null;
  readonly candidateUsers: readonly ExpressionSource[];
  readonly candidateGroups: readonly ExpressionSource[];
}

/** Reads a user task; extension attributes come before the standard's roles. */
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
      formKey: attribute(element, 'formRef') ?? attribute(element, 'formKey'),
    },
    name: own(element, 'name', element.name),
    description: own(element, 'documentation', element.documentation),
    assignee: assignees[0] ?? null,
    secondAssignee: assignees[1] ?? null,
    candidateUsers: [...list(element, 'candidateUsers'), ...owners.flatMap(({ user }) => user ?? [])],
    candidateGroups: [...list(element, 'candidateGroups'), ...owners.flatMap(({ group }) => group ?? [])],
  };
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

/** Lists who a role names: by an expression, or by a resource of the file, which stands for its name. */
function roleTexts(element: BpmnElement, role: string): readonly ExpressionSource[] {
  return childrenOfType(element, role).flatMap((child) => {
    const expressions = childrenOfType(child, 'resourceAssignmentExpression').flatMap((each) => each.children);
    const written = expressions.filter(({ type }) => type === 'formalExpression' || type === 'expression');
    const texts = written.map((expression) => {
      const { text, position } = expression;
      return { attribute: role, text: text.trim(), position, expression };
    });
    const resource = resourceName(child);
    return resource === null ? texts : [...texts, { attribute: role, text: resource, position: child.position }];
  });
}

function resourceName(role: BpmnElement): string | null {
  const id = findReference(role, 'resourceRef')?.localName;
  if (id === undefined) return null;
  const resource = rootOf(role).children.find((element) => element.type === 'resource' && element.id === id);
  return resource?.name ?? resource?.id ?? null;
}

function rootOf(element: BpmnElement): BpmnElement {
  let root = element;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** `user(x), group(y), z`: a bare name is a group, and so is what an expression in another language gives. */
function ownerEntries(source: ExpressionSource) {
  const { expression } = source;
  if (
    expression !== undefined &&
    expressionLanguage({ definitions: rootOf(expression) }, expression).language !== 'uel'
  ) {
    return [{ group: source } as { user?: ExpressionSource; group?: ExpressionSource }];
  }
  return splitList(source.text).map((entry): { user?: ExpressionSource; group?: ExpressionSource } => {
    const marked = /^(user|group)\((.*)\)$/s.exec(entry);
    const text = { ...source, text: (marked?.[2] ?? entry).trim() };
    return marked?.[1] === 'user' ? { user: text } : { group: text };
  });
}
