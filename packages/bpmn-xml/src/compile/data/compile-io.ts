// Inputs and outputs of activities: specifications, sets and associations (BPMN 2.0, 10.4.2).
import type { AssignmentTarget, DataAssociation, DataSet, IoModel } from '@keelson/bpmn-core';
import { type BpmnElement, childrenOfType, DATA_TYPES } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { firstChild, referenced, referencedAll } from '../compilation/elements.ts';
import { compileChild, compileElement } from '../compilation/expressions.ts';
import { compileDataItem, dataName, hasDataFlow } from './compile-data.ts';

/** Answers the variable of a data element. */
export type NameOf = (element: BpmnElement) => string;

export function nameIn(compilation: Compilation): NameOf {
  return (element) => dataName(compilation, element);
}

/** Compiles a specification of inputs and outputs; null for an element without any. */
export function compileIo(
  compilation: Compilation,
  element: BpmnElement,
  nameOf = nameIn(compilation),
): IoModel | null {
  if (!hasDataFlow(element)) return null;
  const specification = firstChild(element, 'ioSpecification');
  const children = (type: string) => (specification === undefined ? [] : childrenOfType(specification, type));
  const items = (type: string) =>
    children(type).map((data) => ({ ...compileDataItem(compilation, data), name: nameOf(data) }));
  const sets = (type: string, kind: 'Input' | 'Output') =>
    children(type).map((set) => compileSet(compilation, set, kind, nameOf));
  return {
    inputs: items('dataInput'),
    outputs: items('dataOutput'),
    inputSets: sets('inputSet', 'Input'),
    outputSets: sets('outputSet', 'Output'),
    inputAssociations: compileAssociations(compilation, element, 'dataInputAssociation', nameOf),
    outputAssociations: compileAssociations(compilation, element, 'dataOutputAssociation', nameOf),
  };
}

/** Compiles a set without the data that are handed over while the activity runs, which neither start nor end needs. */
function compileSet(compilation: Compilation, set: BpmnElement, kind: 'Input' | 'Output', nameOf: NameOf): DataSet {
  const named = (name: string) => referencedAll(compilation, set, name);
  const optional = [...named(`optional${kind}Refs`), ...named(`whileExecuting${kind}Refs`)];
  const required = named(`data${kind}Refs`).filter((data) => !optional.includes(data));
  return { required: required.map(nameOf), optional: optional.map(nameOf) };
}

export function compileAssociations(
  compilation: Compilation,
  element: BpmnElement,
  type: 'dataInputAssociation' | 'dataOutputAssociation',
  nameOf = nameIn(compilation),
): readonly DataAssociation[] {
  return childrenOfType(element, type).map((association) => compileAssociation(compilation, association, nameOf));
}

function compileAssociation(compilation: Compilation, association: BpmnElement, nameOf: NameOf): DataAssociation {
  const target = referenced(compilation, association, 'targetRef');
  return {
    sources: referencedAll(compilation, association, 'sourceRef').map(nameOf),
    target: target === undefined ? null : nameOf(target),
    transformation: compileChild(compilation, association, 'transformation'),
    assignments: childrenOfType(association, 'assignment').map((assignment) => {
      const from = firstChild(assignment, 'from');
      if (from === undefined) throw new Error(`an assignment from nothing passed the rules`);
      const to = firstChild(assignment, 'to')?.text ?? '';
      return { from: compileElement(compilation, from, true), to: assignmentTarget(compilation, to, target, nameOf) };
    }),
  };
}

/**
 * Compiles the target of an assignment, `order.customer` with or without the signs of an expression; nothing written is the target itself.
 */
function assignmentTarget(
  { document }: Compilation,
  text: string,
  target: BpmnElement | undefined,
  nameOf: NameOf,
): AssignmentTarget {
  const path = text
    .trim()
    .replace(/^[$#]\{(.*)\}$/s, '$1')
    .replace(/^=/, '')
    .trim();
  const [first = '', ...rest] = path.split('.').map((part) => part.trim());
  const isTarget = first === '' || first === target?.name;
  const named = isTarget ? target : document.elementsById.get(first);
  const isData = named !== undefined && DATA_TYPES.has(named.type);
  return { variable: isData ? nameOf(named) : first, path: rest };
}
