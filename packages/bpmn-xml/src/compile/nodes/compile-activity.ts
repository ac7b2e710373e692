// What every activity says beside its own work.
import type { ActivityModel, FailureMapping, IoModel } from '@keelson/bpmn-core';
import { type BpmnElement, booleanAttribute } from '@keelson/bpmn-rules';
import { calledElementOf, mappingParameters } from '../activities/compile-call.ts';
import { type Compilation, nodeIndexOf } from '../compilation/compilation.ts';
import { extensionElements, extensionText, factText } from '../compilation/elements.ts';
import { compileBare } from '../compilation/expressions.ts';
import { compileCallIo, mergeGlobalIo } from '../data/called-data.ts';
import { compileProperties } from '../data/compile-data.ts';
import { compileIo } from '../data/compile-io.ts';
import { compileParameters } from '../data/compile-parameters.ts';
import { compileLoop } from './compile-loop.ts';

/** Compiles an activity; `global` is the task that a call activity runs as, null for everything else. */
export function compileActivity(
  compilation: Compilation,
  element: BpmnElement,
  global: BpmnElement | null,
): ActivityModel {
  const skip = extensionText(element, 'skipExpression');
  const { inputs, outputs } = compileParameters(compilation, element);
  const mapped = (name: 'in' | 'out') => (global === null ? [] : mappingParameters(element, name));
  return {
    startQuantity: Number(element.attributes.get('startQuantity') ?? 1),
    completionQuantity: Number(element.attributes.get('completionQuantity') ?? 1),
    isForCompensation: booleanAttribute(element, 'isForCompensation', false),
    loop: compileLoop(compilation, element),
    boundaryEvents: (compilation.boundaryEvents.get(element) ?? []).map((each) => nodeIndexOf(compilation, each)),
    compensationHandler: nodeIndexOf(compilation, compilation.compensationHandlers.get(element)),
    properties: [
      ...compileProperties(compilation, element),
      ...(global === null ? [] : compileProperties(compilation, global)),
    ],
    io: activityIo(compilation, element, global),
    inputParameters: [...inputs, ...mapped('in')],
    outputParameters: [...outputs, ...mapped('out')],
    skipExpression: skip === null ? null : compileBare(skip),
    failureMap: compileFailureMap(element),
  };
}

function activityIo(compilation: Compilation, element: BpmnElement, global: BpmnElement | null): IoModel | null {
  const called = element.type === 'callActivity' ? calledElementOf(compilation, element) : null;
  const io = called === null ? compileIo(compilation, element) : compileCallIo(compilation, element, called);
  if (global === null) return io;
  const given = mappingParameters(element, 'in').map(({ name }) => name);
  return mergeGlobalIo(io, compileIo(compilation, global), given);
}

/** Compiles the mapping of failures: `mapFailure` as attribute maps every one; as element, and `mapException`, the one that it names. */
function compileFailureMap(element: BpmnElement): readonly FailureMapping[] {
  const all = extensionText(element, 'mapFailure');
  const mappings = ['mapFailure', 'mapException'].flatMap((name) => extensionElements(element, name));
  return [
    ...mappings.map((fact) => {
      const failure = factText(fact, 'failure') ?? fact.value.trim();
      return { failure: failure === '' ? null : failure, errorCode: factText(fact, 'errorCode') ?? '' };
    }),
    ...(all === null ? [] : [{ failure: null, errorCode: all }]),
  ];
}
