// Compiles what a user task says of its people, dates and form.
import type { Expression, UserTaskModel } from '@keelson/bpmn-core';
import { type BpmnElement, type ExpressionSource, readUserTaskFacts } from '@keelson/bpmn-rules';
import { type Compilation, lanesAround } from '../compilation/compilation.ts';
import { extensionFlag, extensionText } from '../compilation/elements.ts';
import { compileElement, compileText, constantExpression } from '../compilation/expressions.ts';

/** Compiles a user task; `task` says who and when: the element itself, or the global task that it calls. */
export function compileUserTask(compilation: Compilation, element: BpmnElement, task: BpmnElement): UserTaskModel {
  const facts = readUserTaskFacts(task);
  const { owner, dueDate, followUpDate, priority, category, formKey } = facts.single;
  const each = (source: ExpressionSource) => compileSource(compilation, source);
  const compiled = (source: ExpressionSource | null) => (source === null ? null : each(source));
  const isAssigned = facts.assignee !== null || facts.candidateUsers.length > 0 || facts.candidateGroups.length > 0;
  return {
    assignee: compiled(facts.assignee),
    owner: compiled(owner),
    candidateUsers: facts.candidateUsers.map(each),
    candidateGroups: isAssigned ? facts.candidateGroups.map(each) : laneGroups(compilation, element),
    dueDate: compiled(dueDate),
    followUpDate: compiled(followUpDate),
    priority: compiled(priority),
    category: compiled(category),
    formKey: compiled(formKey),
    name: task === element || element.name === null ? compiled(facts.name) : compileText(element.name),
    description: compiled(facts.description),
    taskIdVariable: extensionText(task, 'taskIdVariableName'),
    taskCompleterVariable: extensionText(task, 'taskCompleterVariableName'),
  };
}

function compileSource(compilation: Compilation, { text, expression }: ExpressionSource): Expression {
  return expression === undefined ? compileText(text) : compileElement(compilation, { ...expression, text }, false);
}

/** Lists the candidate groups by lane: the innermost lane is the group of a task that nobody is named for, where its lane set says so. */
function laneGroups(compilation: Compilation, element: BpmnElement): readonly Expression[] {
  const lane = lanesAround(compilation, element).at(-1);
  if (lane === undefined || lane.name === null || !saysLaneIsGroup(lane)) return [];
  return [constantExpression(lane.name)];
}

function saysLaneIsGroup(lane: BpmnElement): boolean {
  for (let around: BpmnElement | null = lane; around !== null && around.type !== 'process'; around = around.parent) {
    if (extensionFlag(around, 'laneAsCandidateGroup')) return true;
  }
  return false;
}
