// Rules of expressions: language, syntax, and whether a condition can be one.
import { compileExpression, type Expression, type ExpressionProblem, isBooleanShaped } from '@keelson/bpmn-core';
import { expressionLanguage } from '../facts/expression-language.ts';
import { extensionAttribute } from '../facts/extension-facts.ts';
import { resourceName } from '../facts/script-facts.ts';
import { type BpmnElement, childrenOfType } from '../facts/types/document.ts';
import { readUserTaskFacts } from '../facts/user-task-facts.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';
import { type ExpressionPlace, expressionPlace } from './expression-places.ts';

const about = 'expression';

function* expressions(context: RuleContext): Iterable<Finding> {
  for (const element of context.document.elements) {
    const place = expressionPlace(element);
    if (place === undefined) continue;
    if (!element.formal && !place.formal) {
      yield finding('EXE-27', element, { about: 'formal', values: { attr: element.type } });
    }
    const resource = resourceName(extensionAttribute(element, 'resource')?.value);
    const text = resource === null ? element.text : context.resource(resource);
    if (text !== null) yield* checkText(context, element, place, text.trim());
    else yield finding('EXE-07', element, { about, values: { problem: `file ${resource} is not in the deployment` } });
  }
}

/** Makes a finding that says which element it is; tools write the URI of XPath, whose text is read as an expression of this engine. */
function wrongText(element: BpmnElement, problem: string): Finding {
  const isXPath = /xpath/i.test(element.attributes.get('language') ?? '');
  const why = isXPath ? `${problem} (XPath is not executed: it is read as UEL)` : problem;
  return finding('EXE-07', element, { about, values: { problem: `${element.type}: ${why}` } });
}

function* checkText(
  context: RuleContext,
  element: BpmnElement,
  place: ExpressionPlace,
  text: string,
): Iterable<Finding> {
  const { language, written } = expressionLanguage(context.document, { ...element, text });
  if (language === 'unknown') yield finding('EXE-22', element, { about: 'language', values: { l: written } });
  else if (text === '') {
    if (!place.optional) yield wrongText(element, 'empty');
  } else if (language === 'javascript') {
    const problem = context.languages.javascriptProblem(text);
    if (problem !== null) yield wrongText(element, problem.problem);
  } else {
    const compiled =
      language === 'feel'
        ? context.languages.feel(text.replace(/^\s*=/, ''))
        : compileExpression(text, { bare: place.bare });
    yield* checkCompiled(element, place, text, compiled);
  }
}

function* checkCompiled(
  element: BpmnElement,
  { condition }: ExpressionPlace,
  text: string,
  compiled: Expression | ExpressionProblem,
): Iterable<Finding> {
  if ('problem' in compiled) yield wrongText(element, compiled.problem);
  else if (condition !== null && !isBooleanShaped(compiled))
    yield finding(condition, element, { about, values: { x: element.type, text } });
}

/** Form of the target of an assignment: a variable, or a member of one. */
const TARGET = /^[A-Za-z_][\w-]*(\s*\.\s*[A-Za-z_][\w-]*)*$/;

function* assignments(context: RuleContext): Iterable<Finding> {
  for (const assignment of elementsOfType(context, 'assignment')) {
    for (const to of childrenOfType(assignment, 'to')) {
      if (!to.formal) yield finding('EXE-27', to, { about: 'formal', values: { attr: to.type } });
      const path = to.text
        .trim()
        .replace(/^[$#]\{(.*)\}$/s, '$1')
        .replace(/^=/, '')
        .trim();
      if (path === '' || TARGET.test(path)) continue;
      yield finding('EXE-07', to, { about, values: { problem: `${path} is no variable or member of one` } });
    }
  }
}

/** Checks that a task has one assignee: of two that differ nobody could say which counts. */
function* assignees(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfType(context, 'userTask')) {
    const { secondAssignee } = readUserTaskFacts(element);
    if (secondAssignee === null) continue;
    const { position, attribute } = secondAssignee;
    yield finding('EXE-25', element, { position, about: 'assignee', values: { attr: attribute } });
  }
}

export const EXPRESSION_RULES: readonly Rule[] = [expressions, assignments, assignees];
