// Compiles an executable process of a checked document into the frozen, integer-indexed model that the core steps.
import type { ProcessModel } from '@keelson/bpmn-core';
import { type BpmnElement, childrenOfType } from '@keelson/bpmn-rules';
import { beginCompilation, type Compilation, type CompileSource } from './compilation/compilation.ts';
import { extensionText, firstChild, requiredId } from './compilation/elements.ts';
import { compileFlow } from './compile-flow.ts';
import { compileScope } from './compile-scope.ts';
import { dataName } from './data/compile-data.ts';
import { compileEventListeners } from './events/compile-event-listeners.ts';
import { compileExecutionListeners } from './events/compile-listeners.ts';
import { compileNode } from './nodes/compile-node.ts';

/** Compiles a process that has passed the rules; throws for what they would have refused. */
export function compileProcess(source: CompileSource, process: BpmnElement): ProcessModel {
  const compilation = beginCompilation(source, process);
  const { layout } = compilation;
  const scopes = layout.scopes.map((graph, index) => compileScope(compilation, graph, index));
  const [outermost] = scopes;
  if (outermost === undefined) throw new Error(`${process.id ?? 'a process'} has no scope`);
  return deepFreeze({
    key: requiredId(process),
    name: process.name,
    nodes: layout.nodes.map(({ element }, index) => compileNode(compilation, element, index)),
    flows: layout.flows.map((flow, index) => compileFlow(compilation, flow, index)),
    scopes,
    startNodes: outermost.startNodes,
    implicitStart: outermost.implicitStart,
    timeZone: extensionText(process, 'timeZone'),
    onFailure: extensionText(process, 'onFailure') === 'INCIDENT' ? 'INCIDENT' : 'ROLLBACK',
    listeners: compileExecutionListeners(compilation, process),
    eventListeners: compileEventListeners(process),
    inputs: dataNames(compilation, 'dataInput'),
    outputs: dataNames(compilation, 'dataOutput'),
  });
}

function dataNames(compilation: Compilation, type: string): readonly string[] {
  const specification = firstChild(compilation.process, 'ioSpecification');
  return specification === undefined
    ? []
    : childrenOfType(specification, type).map((data) => dataName(compilation, data));
}

/** Freezes a model in depth; expressions are closures and stay as they are. */
function deepFreeze<Kind>(value: Kind): Kind {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
