// One scope is the process or a sub-process, with what begins in it and what lives as long as it.
import { NO_NODE, type NodeIndex, type ScopeModel } from '@keelson/bpmn-core';
import { type FlowGraph, type GraphNode, isEventSubProcess, isImplicitStart } from '@keelson/bpmn-rules';
import { type Compilation, nodeIndexOf } from './compilation/compilation.ts';
import { firstChild } from './compilation/elements.ts';
import { eventDefinitionsOf } from './compilation/event-definitions.ts';
import { compileDataItem, compileDataObjects, compileProperties } from './data/compile-data.ts';

export function compileScope(compilation: Compilation, graph: FlowGraph, index: number): ScopeModel {
  const { scope, nodes } = graph;
  const indexesOf = (isWanted: (node: GraphNode) => boolean): readonly NodeIndex[] =>
    nodes.filter(isWanted).map(({ element }) => nodeIndexOf(compilation, element));
  const isStart = ({ element }: GraphNode) => element.type === 'startEvent';
  const starts = nodes.filter(isStart);
  const implicitStart = starts.length === 0;
  const isHandler = isEventSubProcess(scope);
  return {
    index,
    parent: index === 0 || scope.parent === null ? -1 : (compilation.layout.scopeIndex.get(scope.parent) ?? -1),
    node: index === 0 ? NO_NODE : nodeIndexOf(compilation, scope),
    startNodes: indexesOf((node) => {
      if (implicitStart) return isBegunImplicitly(compilation, node);
      // A start event with a trigger begins a process or event sub-process only when it comes.
      return isStart(node) && (isHandler || eventDefinitionsOf(compilation, node.element).length === 0);
    }),
    implicitStart,
    eventSubProcesses: indexesOf(({ element }) => isEventSubProcess(element)),
    trigger: isHandler ? nodeIndexOf(compilation, starts[0]?.element) : NO_NODE,
    data: scopeData(compilation, graph, index),
    nodes: indexesOf(() => true),
  };
}

/** Whether a scope begins with the node although no start event leads to it; a link catch may take its definition from the root. */
function isBegunImplicitly(compilation: Compilation, node: GraphNode): boolean {
  const { element } = node;
  if (!isImplicitStart(node)) return false;
  const isCatch = element.type === 'intermediateCatchEvent';
  return !(isCatch && eventDefinitionsOf(compilation, element).some(({ type }) => type === 'linkEventDefinition'));
}

/**
 * Compiles the data of a scope: a sub-process's properties belong to its activity, those of the process to its scope, as do its inputs and
 * outputs.
 */
function scopeData(compilation: Compilation, { scope }: FlowGraph, index: number): ScopeModel['data'] {
  const objects = compileDataObjects(compilation, scope);
  if (index !== 0) return objects;
  const specification = firstChild(scope, 'ioSpecification');
  const items = (specification?.children ?? []).filter(({ type }) => type === 'dataInput' || type === 'dataOutput');
  return [
    ...items.map((item) => compileDataItem(compilation, item)),
    ...compileProperties(compilation, scope),
    ...objects,
  ];
}
