// Names of data on both sides of a call: those of the called element, which the caller's stand for.
import type { DataSet, IoModel } from '@keelson/bpmn-core';
import { type BpmnElement, childrenOfType } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { firstChild } from '../compilation/elements.ts';
import { compileIo, type NameOf, nameIn } from './compile-io.ts';

/** Compiles the data of a call activity, named as what it calls names them. */
export function compileCallIo(compilation: Compilation, call: BpmnElement, called: BpmnElement): IoModel | null {
  return compileIo(compilation, call, calledNames(compilation, call, called));
}

/**
 * Answers the names by which data of a call and of what it calls meet: by equal name, else by place, as the standard wants both sides to
 * have the same.
 */
function calledNames(compilation: Compilation, call: BpmnElement, called: BpmnElement): NameOf {
  const own = nameIn(compilation);
  const names = new Map<BpmnElement, string>();
  for (const type of ['dataInput', 'dataOutput']) {
    const theirs = dataOf(called, type).map(own);
    dataOf(call, type).forEach((data, place) => {
      const name = theirs.includes(own(data)) ? undefined : theirs[place];
      if (name !== undefined) names.set(data, name);
    });
  }
  return (element) => names.get(element) ?? own(element);
}

function dataOf(element: BpmnElement, type: string): readonly BpmnElement[] {
  const specification = firstChild(element, 'ioSpecification');
  return specification === undefined ? [] : childrenOfType(specification, type);
}

/** Joins a global task's own specification with what its call adds: associations, and inputs that come as parameters. */
export function mergeGlobalIo(call: IoModel | null, global: IoModel | null, given: readonly string[]): IoModel | null {
  if (global === null || call === null) return call ?? withoutGiven(global, given);
  return { ...global, inputAssociations: call.inputAssociations, outputAssociations: call.outputAssociations };
}

function withoutGiven(io: IoModel | null, given: readonly string[]): IoModel | null {
  if (io === null) return null;
  const without = ({ required, optional }: DataSet): DataSet => ({
    required: required.filter((name) => !given.includes(name)),
    optional: [...optional, ...required.filter((name) => given.includes(name))],
  });
  return { ...io, inputSets: io.inputSets.map(without) };
}
