// Rules of expressions: language, syntax, and whether a condition can be one.
import { compileExpression } from '../expression/compile.ts';
import { isBooleanShaped } from '../expression/expression.ts';
import type { BpmnDocument, BpmnElement } from '../model/document.ts';
import { type ExpressionLanguage, expressionLanguage } from './expression-language.ts';
import { type Finding, finding } from './problem.ts';
import type { Rule, RuleContext } from './rule-context.ts';
import { readUserTaskFacts, userTaskExpressions } from './user-task-facts.ts';

const CONDITION_OWNERS: ReadonlySet<string> = new Set(['sequenceFlow']);

function* conditions({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const isCondition = element.type === 'conditionExpression' && CONDITION_OWNERS.has(element.parent?.type ?? '');
    if (!isCondition || element.process === null) continue;
    if (!element.formal) yield finding('EXE-27', element, { about: 'formal', values: { attr: element.type } });
    const language = yield* checkLanguage(document, element);
    if (language === 'uel') yield* checkCondition(element);
  }
}

/** Says what is wrong with the language and gives it. */
function* checkLanguage(
  document: BpmnDocument,
  element: BpmnElement,
): Generator<Finding, ExpressionLanguage, undefined> {
  const { language, written } = expressionLanguage(document, element);
  const about = 'language';
  if (language === 'unknown') yield finding('EXE-22', element, { about, values: { l: written } });
  if (language === 'feel' || language === 'javascript') {
    const x = language === 'feel' ? 'FEEL expression' : 'JavaScript expression';
    yield finding('EXE-00', element, { about, values: { x } });
  }
  return language;
}

function* checkCondition(element: BpmnElement): Iterable<Finding> {
  const text = element.text.trim();
  const problem = text === '' ? 'empty' : undefined;
  const expression = compileExpression(text, { bare: true });
  if (problem !== undefined) yield finding('EXE-07', element, { about: 'expression', values: { problem } });
  else if ('problem' in expression) {
    yield finding('EXE-07', element, { about: 'expression', values: { problem: expression.problem } });
  } else if (!isBooleanShaped(expression)) yield finding('EXE-08', element, { about: 'expression', values: { text } });
}

function* tasks({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.type !== 'userTask' || element.process === null) continue;
    const facts = readUserTaskFacts(element);
    if (facts.secondAssignee !== null) {
      const { position, attribute } = facts.secondAssignee;
      yield finding('EXE-00', element, {
        position,
        about: 'assignee',
        values: { x: `${attribute} beside another assignee` },
      });
    }
    for (const { text, attribute, position } of userTaskExpressions(facts)) {
      const expression = compileExpression(text);
      if (!('problem' in expression)) continue;
      const values = { problem: `${attribute}: ${expression.problem}` };
      yield finding('EXE-07', element, { position, about: `expression ${attribute} ${text}`, values });
    }
  }
}

/** Expressions of resource roles, whose texts are read with the task. */
function* roleExpressions({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    if (element.process === null || element.parent?.type !== 'resourceAssignmentExpression') continue;
    if (element.type !== 'formalExpression') continue;
    yield* checkLanguage(document, element);
    if (element.text.trim() === '') yield finding('EXE-07', element, { values: { problem: 'empty' } });
  }
}

export const EXPRESSION_RULES: readonly Rule[] = [conditions, tasks, roleExpressions];
