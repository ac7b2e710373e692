// Compiles what a user task says of its people, dates and form.
import { type BpmnElement, type ExpressionSource, readUserTaskFacts, type UserTaskModel } from '@keelson/bpmn-core';
import { compileText } from './compile-text.ts';

export function compileUserTask(element: BpmnElement): UserTaskModel {
  const facts = readUserTaskFacts(element);
  const { owner, dueDate, followUpDate, priority, category, formKey } = facts.single;
  return {
    assignee: compiled(facts.assignee),
    owner: compiled(owner),
    candidateUsers: facts.candidateUsers.map(({ text }) => compileText(text)),
    candidateGroups: facts.candidateGroups.map(({ text }) => compileText(text)),
    dueDate: compiled(dueDate),
    followUpDate: compiled(followUpDate),
    priority: compiled(priority),
    category: compiled(category),
    formKey: compiled(formKey),
    name: compiled(facts.name),
    description: compiled(facts.description),
  };
}

function compiled(source: ExpressionSource | null) {
  return source === null ? null : compileText(source.text);
}
