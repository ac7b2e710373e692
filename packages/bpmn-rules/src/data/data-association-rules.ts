// Rules of data associations: their ends, their types, and that they do something.
import {
  type BpmnElement,
  type BpmnReference,
  childrenOfType,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { ACTIVITY_TYPES, EVENT_TYPES } from '../facts/types/element-types.ts';
import { agrees, itemOf, named } from '../facts/types/item-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { aboutReference, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';

const ASSOCIATION_TYPES: ReadonlySet<string> = new Set(['dataInputAssociation', 'dataOutputAssociation']);

function associations(context: RuleContext): readonly BpmnElement[] {
  return elementsOfTypes(context, ASSOCIATION_TYPES);
}

function computes(association: BpmnElement): boolean {
  return association.children.some(({ type }) => type === 'transformation' || type === 'assignment');
}

function sourceCount(association: BpmnElement): number {
  return childrenOfType(association, 'sourceRef').length;
}

function* contents(context: RuleContext): Iterable<Finding> {
  for (const association of associations(context)) {
    const owner = association.parent;
    if (owner === null || !isDataOwner(owner)) {
      // The schema refuses the place too.
      yield finding('DAT-14', association, { about: 'element' });
      continue;
    }
    const sources = sourceCount(association);
    const isTransformed = childrenOfType(association, 'transformation').length > 0;
    if (sources > 1 && !isTransformed) yield finding('DAT-09', association);
    if (sources === 0 && !computes(association)) yield finding('DAT-13', association);
  }
}

function isDataOwner({ type }: BpmnElement): boolean {
  return ACTIVITY_TYPES.has(type) || EVENT_TYPES.has(type) || type === 'process' || type === 'event';
}

function* ownEnds(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const association of associations(context)) {
    // Elsewhere the place itself is wrong, and DAT-14 says so.
    if (association.parent === null || !isDataOwner(association.parent)) continue;
    const isInput = association.type === 'dataInputAssociation';
    const attribute = isInput ? 'targetRef' : 'sourceRef';
    const wanted = isInput ? 'dataInput' : 'dataOutput';
    for (const reference of association.references) {
      if (reference.attribute !== attribute) continue;
      const data = resolveReference(document, reference);
      if (data === undefined || isOwnData(association, data, wanted, isInput)) continue;
      yield at(isInput ? 'DAT-10' : 'DAT-11', association, reference);
    }
  }
}

function at(rule: 'DAT-10' | 'DAT-11' | 'PRC-11', association: BpmnElement, reference: BpmnReference): Finding {
  const about = aboutReference(reference.attribute, reference.text);
  return finding(rule, association, { about, position: reference.position });
}

const PROPERTY_TYPE = 'property';

function isOwnData(association: BpmnElement, data: BpmnElement, wanted: string, mayBeProperty: boolean): boolean {
  const isWanted = data.type === wanted || (mayBeProperty && data.type === PROPERTY_TYPE);
  if (!isWanted) return false;
  for (let around = data.parent; around !== null; around = around.parent) {
    if (around === association.parent) return true;
  }
  return false;
}

const CALLABLE_DATA_TYPES: ReadonlySet<string> = new Set(['dataInput', 'dataOutput']);

/** Checks the other end of an association: a data object, a property or the data of the process around, never those of another callable. */
function* foreignCallables(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const association of associations(context)) {
    const attribute = association.type === 'dataInputAssociation' ? 'sourceRef' : 'targetRef';
    for (const reference of association.references) {
      const data = reference.attribute === attribute ? resolveReference(document, reference) : undefined;
      if (data === undefined || !CALLABLE_DATA_TYPES.has(data.type)) continue;
      const callable = data.parent?.parent;
      const isCallable = callable?.parent?.type === 'definitions';
      if (isCallable && callable !== association.process) yield at('PRC-11', association, reference);
    }
  }
}

/** Checks that no association inside writes the inputs of a callable or reads its outputs: its caller does. */
function* processData(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const association of associations(context)) {
    const intoInput = named(document, association, 'targetRef').find((data) => isProcessData(data, 'dataInput'));
    const outOfOutput = named(document, association, 'sourceRef').find((data) => isProcessData(data, 'dataOutput'));
    const broken = intoInput ?? outOfOutput;
    if (broken !== undefined) yield finding('DAT-18', broken);
  }
}

function isProcessData({ type, parent }: BpmnElement, wanted: string): boolean {
  return type === wanted && parent?.type === 'ioSpecification' && parent.parent?.type === 'process';
}

function* types(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const association of associations(context)) {
    if (computes(association)) continue;
    const source = referencedElement(document, association, 'sourceRef');
    const target = referencedElement(document, association, 'targetRef');
    if (source === undefined || target === undefined) continue;
    if (!agrees(itemOf(document, source), itemOf(document, target))) yield finding('DAT-12', association);
  }
}

function* stores(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const association of associations(context)) {
    const ends = [...named(document, association, 'sourceRef'), ...named(document, association, 'targetRef')];
    const store = ends.find(isStore);
    if (store !== undefined) yield finding('DAT-19', association, { values: { x: label(store) } });
  }
}

function isStore({ type }: BpmnElement): boolean {
  return type === 'dataStoreReference' || type === 'dataStore';
}

export const DATA_ASSOCIATION_RULES: readonly Rule[] = [
  contents,
  ownEnds,
  foreignCallables,
  processData,
  types,
  stores,
];
