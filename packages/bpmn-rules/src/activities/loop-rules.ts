// These rules judge loops: how often they run, over which collection, and what multi-instances report.

import { extensionAttribute } from '../facts/extension-facts.ts';
import {
  type BpmnElement,
  childrenOfType,
  findReference,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { EVENT_DEFINITION_TYPES, SCOPE_TYPES } from '../facts/types/element-types.ts';
import { agrees, isCollection, itemOf, structureOf } from '../facts/types/item-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import { aboutReference, elementsOfType, type Rule, type RuleContext } from '../rule/rule-context.ts';

function* standardLoops(context: RuleContext): Iterable<Finding> {
  for (const loop of elementsOfType(context, 'standardLoopCharacteristics')) {
    const maximum = loop.attributes.get('loopMaximum')?.trim();
    if (maximum !== undefined && /^[+-]?\d+$/.test(maximum)) {
      if (Number(maximum) < 0) yield finding('LOP-01', loop, { always: true });
      else if (Number(maximum) === 0) yield finding('LOP-01', loop);
    }
    const isBounded = maximum !== undefined || childrenOfType(loop, 'loopCondition').length > 0;
    if (!isBounded) yield finding('LOP-02', loop);
  }
}

function multiInstances(context: RuleContext): readonly BpmnElement[] {
  return elementsOfType(context, 'multiInstanceLoopCharacteristics');
}

function* counts(context: RuleContext): Iterable<Finding> {
  for (const loop of multiInstances(context)) {
    const cardinality = childrenOfType(loop, 'loopCardinality')[0];
    const input = findReference(loop, 'loopDataInputRef');
    const extension = extensionAttribute(loop, 'collection') ?? extensionElement(loop, 'collection');
    if (cardinality === undefined && input === undefined && extension === null) yield finding('LOP-03', loop);
    if (cardinality !== undefined && input !== undefined) yield finding('LOP-04', loop);
    if (cardinality !== undefined && isWrongCount(cardinality.text.trim())) {
      const v = cardinality.text.trim();
      yield finding('LOP-05', cardinality, { about: 'expression', values: { v } });
    }
  }
}

function extensionElement(element: BpmnElement, name: string) {
  return (
    element.extensions.find((fact) => fact.kind === 'element' && fact.name === name && fact.value.trim() !== '') ?? null
  );
}

/** Whether a count is a literal and wrong; computed ones are checked when they are evaluated. */
function isWrongCount(text: string): boolean {
  const literal = /^[$#]\{\s*([^{}]*?)\s*\}$/.exec(text)?.[1] ?? text;
  if (/^([+-]?\d+(\.\d+)?|true|false|'[^']*'|"[^"]*")$/.test(literal)) return !/^\+?\d+$/.test(literal);
  return false;
}

function* collections(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const loop of multiInstances(context)) {
    const input = findReference(loop, 'loopDataInputRef');
    if (input !== undefined) {
      const about = aboutReference('loopDataInputRef', input.text);
      const data = resolveReference(document, input);
      if (data !== undefined && !isLoopData(context, loop, data, 'dataInput')) {
        yield finding('LOP-06', loop, { position: input.position, about });
      }
    }
    if (childrenOfType(loop, 'inputDataItem').length > 0 && input === undefined) {
      const hasOther = extensionAttribute(loop, 'collection') !== null;
      if (!hasOther) yield finding('LOP-07', loop);
    }
    yield* outputs(context, loop);
  }
}

function* outputs(context: RuleContext, loop: BpmnElement): Iterable<Finding> {
  const output = findReference(loop, 'loopDataOutputRef');
  const hasItem = childrenOfType(loop, 'outputDataItem').length > 0;
  if ((output !== undefined) !== hasItem) {
    const [has, lacks] = hasItem ? ['outputDataItem', 'loopDataOutputRef'] : ['loopDataOutputRef', 'outputDataItem'];
    yield finding('LOP-08', loop, {
      values: { problem: `${has} needs ${lacks}`, problemTr: `${has}, ${lacks} gerektirir` },
    });
    return;
  }
  if (output === undefined) return;
  const data = resolveReference(context.document, output);
  if (data === undefined || isLoopData(context, loop, data, 'dataOutput')) return;
  const about = aboutReference('loopDataOutputRef', output.text);
  const values = {
    problem: `loopDataOutputRef must name a collection of its own output, found ${output.text}`,
    problemTr: `loopDataOutputRef kendi çıktısı olan bir koleksiyonu göstermeli, bulunan: ${output.text}`,
  };
  yield finding('LOP-08', loop, { position: output.position, about, values });
}

/**
 * Whether the data are those that the loop may go over: a task's own data input, or a data object that a sub-process sees (BPMN 2.0,
 * 10.3.8).
 */
function isLoopData({ document }: RuleContext, loop: BpmnElement, data: BpmnElement, own: string): boolean {
  const activity = loop.parent;
  if (activity === null || !isCollection(document, data)) return false;
  if (SCOPE_TYPES.has(activity.type)) return OBJECT_TYPES.has(data.type);
  return data.type === own && data.parent?.parent === activity;
}

const OBJECT_TYPES: ReadonlySet<string> = new Set([
  'dataObject',
  'dataObjectReference',
  'property',
  'dataInput',
  'dataOutput',
]);

function* behaviors(context: RuleContext): Iterable<Finding> {
  for (const loop of multiInstances(context)) {
    const behavior = loop.attributes.get('behavior')?.trim() ?? 'All';
    const events = [
      ['noneBehaviorEventRef', 'None', 'LOP-09'],
      ['oneBehaviorEventRef', 'One', 'LOP-10'],
    ] as const;
    for (const [attribute, wanted, rule] of events) {
      if (loop.attributes.has(attribute) && behavior !== wanted) yield finding(rule, loop);
      const definition = referencedElement(context.document, loop, attribute);
      if (definition !== undefined) yield* thrown(loop, definition);
    }
    const complex = childrenOfType(loop, 'complexBehaviorDefinition');
    if ((behavior === 'Complex') !== complex.length > 0) yield finding('LOP-11', loop);
    for (const definition of complex
      .flatMap((each) => childrenOfType(each, 'event'))
      .flatMap(({ children }) => children)) {
      if (EVENT_DEFINITION_TYPES.has(definition.type)) yield* thrown(loop, definition);
    }
  }
}

/** Triggers that a report may throw: those that a boundary event of the activity can catch (BPMN 2.0.2, 10.3.8). */
const THROWABLE: ReadonlySet<string> = new Set([
  'messageEventDefinition',
  'signalEventDefinition',
  'escalationEventDefinition',
  'errorEventDefinition',
]);

function* thrown(loop: BpmnElement, { type, position }: BpmnElement): Iterable<Finding> {
  if (THROWABLE.has(type)) return;
  yield finding('LOP-12', loop, { position, values: { t: type.replace('EventDefinition', '') } });
}

function* itemTypes(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const loop of multiInstances(context)) {
    const sides = [
      ['inputDataItem', 'loopDataInputRef', 'input'],
      ['outputDataItem', 'loopDataOutputRef', 'output'],
    ] as const;
    for (const [itemName, collectionName, side] of sides) {
      const item = childrenOfType(loop, itemName)[0];
      const collection = referencedElement(document, loop, collectionName);
      if (item === undefined || collection === undefined) continue;
      const one = itemOf(document, item);
      const all = itemOf(document, collection);
      // One of many is not itself many: a type that is a collection is not that of its items.
      if (isItemType(one, all) && !isCollection(document, item)) continue;
      yield finding('LOP-13', loop, { position: item.position, values: { x: side } });
    }
  }
}

/** Whether an item has the type of the collection's items, which the collection's item definition names (BPMN 2.0, 8.4.10). */
function isItemType(item: BpmnElement | undefined, collection: BpmnElement | undefined): boolean {
  if (item === undefined || collection === undefined) return true;
  if (structureOf(item) === null || structureOf(collection) === null) return true;
  return agrees(item, collection);
}

export const LOOP_RULES: readonly Rule[] = [standardLoops, counts, collections, behaviors, itemTypes];
