// Rules of names, codes and keys that are expressions: what an event hears or throws, what is called, and whose task it is.
import { compileExpression, isExpressionProblem } from '@keelson/bpmn-core';
import { earlyText } from '../facts/early-values.ts';
import { triggersOf } from '../facts/event-facts.ts';
import { extensionAttribute } from '../facts/extension-facts.ts';
import { type BpmnElement, booleanAttribute, findReference, referencedElement } from '../facts/types/document.ts';
import { type ExpressionSource, readUserTaskFacts } from '../facts/user-task-facts.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfTypes, type Rule, type RuleContext, resolveInDeployment } from '../rule/rule-context.ts';

/** Attributes of the standard whose text may hold `${...}`, by the element that has them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  message: ['name'],
  signal: ['name'],
  error: ['name', 'errorCode'],
  escalation: ['escalationCode'],
  resource: ['name'],
};

function* names({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const attributes = Object.hasOwn(NAMES, element.type) ? (NAMES[element.type] ?? []) : [];
    for (const name of attributes) yield* checkText(element, name, element.attributes.get(name) ?? '');
  }
}

function* checkText(element: BpmnElement, name: string, text: string): Iterable<Finding> {
  const compiled = compileExpression(text.trim());
  if (!isExpressionProblem(compiled)) return;
  yield finding('EXE-07', element, {
    about: `expression ${name}`,
    values: { problem: `${name}: ${compiled.problem}` },
  });
}

/** Checks the codes of errors, for which tools write a code where the standard has the id. */
function* codes({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.type !== 'errorEventDefinition' || referencedElement(document, element, 'errorRef') !== undefined)
      continue;
    yield* checkText(element, 'errorRef', element.attributes.get('errorRef') ?? '');
  }
}

/** Checks the name of a call of a global user task, which is the name of the task. */
function* calls(context: RuleContext): Iterable<Finding> {
  for (const call of elementsOfTypes(context, new Set(['callActivity']))) {
    yield* checkText(call, 'calledElement', call.attributes.get('calledElement') ?? '');
    const reference = findReference(call, 'calledElement');
    const called = reference === undefined ? undefined : resolveInDeployment(context, reference);
    if (called?.type === 'globalUserTask') yield* checkText(call, 'name', call.name ?? '');
  }
}

/** Checks the texts of user tasks: the task's own may hold expressions, and so may each entry of a role. */
function* taskTexts(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(['userTask', 'globalUserTask']))) {
    const { name, description, candidateUsers, candidateGroups } = readUserTaskFacts(element);
    for (const source of [name, description]) if (source !== null) yield* checkSource(element, source);
    const entries = [...candidateUsers, ...candidateGroups].filter(({ expression }) => expression !== undefined);
    for (const entry of entries) yield* checkEntry(entry);
  }
}

function* checkSource(element: BpmnElement, { attribute, text, position }: ExpressionSource): Iterable<Finding> {
  for (const each of checkText(element, attribute, text)) yield { ...each, position };
}

/** Checks that what stands between commas is an expression by itself; the text as a whole is checked as one elsewhere. */
function* checkEntry({ text, expression }: ExpressionSource): Iterable<Finding> {
  if (expression === undefined) return;
  const compiled = compileExpression(text);
  const isWholeWrong = isExpressionProblem(compileExpression(expression.text.trim()));
  if (isWholeWrong || !isExpressionProblem(compiled)) return;
  yield finding('EXE-07', expression, { about: 'expression', values: { problem: compiled.problem } });
}

/** Reports names of start events that only an instance can know: nobody could find what begins an instance by them. */
function* startNames(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const element of document.elements) {
    if (!isInstantiating(context, element)) continue;
    const holders = [element, ...triggersOf(document, element).map(({ definition }) => definition)];
    for (const holder of holders) {
      for (const name of START_NAMES) {
        const text = startName(context, holder, name);
        if (text === null || isExpressionProblem(compileExpression(text)) || earlyText(text) !== null) continue;
        const problem = `${text}: a start needs a name that is known when it is deployed`;
        yield finding('EXE-07', element, { about: `start ${name}`, values: { problem } });
      }
    }
  }
}

const START_NAMES = ['message', 'signal'] as const;

function startName({ document }: RuleContext, holder: BpmnElement, kind: 'message' | 'signal'): string | null {
  const written = extensionAttribute(holder, `${kind}Expression`)?.value.trim() ?? null;
  if (written !== null) return written;
  const operation = kind === 'message' ? referencedElement(document, holder, 'operationRef') : undefined;
  const own = referencedElement(document, holder, `${kind}Ref`);
  const named = own ?? (operation === undefined ? undefined : referencedElement(document, operation, 'inMessageRef'));
  return named?.name?.trim() || null;
}

/** Whether the element begins instances: such events stand at the level of their process. */
export function isInstantiating({ nodeOf }: RuleContext, element: BpmnElement): boolean {
  if (element.parent?.type !== 'process') return false;
  if (element.type === 'startEvent') return true;
  if (element.type === 'receiveTask' && booleanAttribute(element, 'instantiate', false)) return true;
  const sources = (nodeOf.get(element)?.incoming ?? []).map(({ source }) => source);
  return sources.some(
    (source) => source?.type === 'eventBasedGateway' && booleanAttribute(source, 'instantiate', false),
  );
}

export const NAME_RULES: readonly Rule[] = [names, codes, calls, taskTexts, startNames];
