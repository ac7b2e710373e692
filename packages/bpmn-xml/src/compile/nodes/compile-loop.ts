// Standard loops and multi-instance come from the standard's elements or from those of the extensions.
import type { Expression, LoopModel, MultiInstanceModel, Trigger } from '@keelson/bpmn-core';
import { type BpmnElement, booleanAttribute, childrenOfType, type ExtensionFact } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import {
  extensionElements,
  extensionFlag,
  extensionText,
  factChildren,
  factText,
  firstChild,
  referenced,
  requiredId,
} from '../compilation/elements.ts';
import { eventDefinitionsOf } from '../compilation/event-definitions.ts';
import {
  compileBare,
  compileChild,
  compileText,
  constantExpression,
  mapExpression,
  variableExpression,
} from '../compilation/expressions.ts';
import { dataName } from '../data/compile-data.ts';
import { compileTrigger } from '../events/compile-trigger.ts';

export function compileLoop(compilation: Compilation, activity: BpmnElement): LoopModel | null {
  const standard = firstChild(activity, 'standardLoopCharacteristics');
  if (standard !== undefined) {
    const maximum = standard.attributes.get('loopMaximum')?.trim() ?? '';
    return {
      kind: 'standard',
      testBefore: booleanAttribute(standard, 'testBefore', false),
      condition: compileChild(compilation, standard, 'loopCondition'),
      maximum: maximum === '' ? null : compileBare(maximum),
    };
  }
  const multiple = firstChild(activity, 'multiInstanceLoopCharacteristics');
  return multiple === undefined ? null : compileMultiInstance(compilation, activity, multiple);
}

function compileMultiInstance(compilation: Compilation, activity: BpmnElement, loop: BpmnElement): MultiInstanceModel {
  const variableOf = (element: BpmnElement | undefined) =>
    element === undefined ? null : dataName(compilation, element);
  // What names no data of the file names a variable: REF-01 is a warning then.
  const dataOf = (name: string) => variableOf(referenced(compilation, loop, name)) ?? writtenIn(loop, name);
  const collection = compileCollection(dataOf('loopDataInputRef'), loop);
  const outputElement = variableOf(firstChild(loop, 'outputDataItem'));
  return {
    kind: 'multiInstance',
    sequential: booleanAttribute(loop, 'isSequential', false),
    cardinality: collection === null ? compileChild(compilation, loop, 'loopCardinality') : null,
    collection,
    elementVariable: extensionText(loop, 'elementVariable') ?? variableOf(firstChild(loop, 'inputDataItem')),
    elementIndexVariable: extensionText(loop, 'elementIndexVariable'),
    outputCollection: dataOf('loopDataOutputRef'),
    outputElement,
    aggregations: extensionElements(loop, 'variableAggregation').map(compileAggregation),
    completionCondition: compileChild(compilation, loop, 'completionCondition'),
    ...compileBehavior(compilation, activity, loop),
    async: ['async', 'asyncBefore'].some((name) => extensionFlag(loop, name)),
    exclusive: extensionFlag(loop, 'exclusive', true),
  };
}

function writtenIn(loop: BpmnElement, name: string): string | null {
  return firstChild(loop, name)?.text.trim() || null;
}

/** Compiles the collection of a loop: that of an extension wins over the standard's; a bare word names a variable. */
function compileCollection(standard: string | null, loop: BpmnElement): Expression | null {
  const text = extensionText(loop, 'collection') ?? extensionElements(loop, 'collection')[0]?.value.trim() ?? '';
  if (text !== '') return /[$#]\{/.test(text) ? compileText(text) : variableExpression(text);
  return standard === null ? null : variableExpression(standard);
}

/** Compiles an aggregation: each instance puts out a map of the variables named. */
function compileAggregation(fact: ExtensionFact): NonNullable<MultiInstanceModel['aggregations']>[number] {
  const entries = factChildren(fact, 'variable').map((variable) => {
    const expression = factText(variable, 'sourceExpression');
    const source = factText(variable, 'source') ?? '';
    const name = factText(variable, 'target') ?? source;
    return { name, value: expression === null ? variableExpression(source) : compileText(expression) };
  });
  const target = factText(fact, 'target') ?? '';
  return { target, element: mapExpression(entries) };
}

type Behavior = Pick<MultiInstanceModel, 'behavior' | 'behaviorEvent' | 'complexBehaviors'>;

function compileBehavior(compilation: Compilation, activity: BpmnElement, loop: BpmnElement): Behavior {
  const behavior = (loop.attributes.get('behavior')?.trim() ?? 'All') as Behavior['behavior'];
  if (behavior === 'None' || behavior === 'One') {
    const definition = referenced(compilation, loop, `${behavior.toLowerCase()}BehaviorEventRef`);
    const event = definition === undefined ? null : compileTrigger(compilation, definition, activity, 'throw');
    return { behavior, behaviorEvent: event ?? implicitSignal(activity), complexBehaviors: [] };
  }
  if (behavior !== 'Complex') return { behavior: 'All', behaviorEvent: null, complexBehaviors: [] };
  const definitions = childrenOfType(loop, 'complexBehaviorDefinition');
  const complexBehaviors = definitions.flatMap((each) => compileComplexBehavior(compilation, activity, each));
  return { behavior, behaviorEvent: null, complexBehaviors };
}

function compileComplexBehavior(compilation: Compilation, activity: BpmnElement, definition: BpmnElement) {
  const condition = compileChild(compilation, definition, 'condition') ?? constantExpression(true);
  const event = firstChild(definition, 'event');
  const thrown = event === undefined ? [] : eventDefinitionsOf(compilation, event);
  const triggers = thrown.flatMap((each) => compileTrigger(compilation, each, event ?? activity, 'throw') ?? []);
  return (triggers.length === 0 ? [implicitSignal(activity)] : triggers).map((each) => ({ condition, event: each }));
}

/** Makes the trigger that is thrown where no event is named: a signal of the activity's id. */
function implicitSignal(activity: BpmnElement): Trigger {
  return { kind: 'signal', name: constantExpression(requiredId(activity)), scope: 'instance', payload: [] };
}
