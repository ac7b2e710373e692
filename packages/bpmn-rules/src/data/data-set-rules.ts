// These rules judge input and output sets: which data each holds, and how they refer to one another (BPMN 2.0, 10.4.2).
import { type BpmnDocument, type BpmnElement, childrenOfType } from '../facts/types/document.ts';
import { named } from '../facts/types/item-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import { elementsOfType, elementsOfTypes, type Rule, type RuleContext } from '../rule/rule-context.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';

/** Names the parts of one of the two sides, as the standard has them. */
interface Side {
  readonly set: string;
  readonly data: string;
  readonly refs: string;
  readonly optional: string;
  readonly whileExecuting: string;
  readonly inNoSet: RuleId;
  readonly strayOptional: RuleId;
  readonly strayWhileExecuting: RuleId;
}

const SIDES: readonly Side[] = [
  {
    set: 'inputSet',
    data: 'dataInput',
    refs: 'dataInputRefs',
    optional: 'optionalInputRefs',
    whileExecuting: 'whileExecutingInputRefs',
    inNoSet: 'DAT-01',
    strayOptional: 'DAT-03',
    strayWhileExecuting: 'DAT-04',
  },
  {
    set: 'outputSet',
    data: 'dataOutput',
    refs: 'dataOutputRefs',
    optional: 'optionalOutputRefs',
    whileExecuting: 'whileExecutingOutputRefs',
    inNoSet: 'DAT-02',
    strayOptional: 'DAT-05',
    strayWhileExecuting: 'DAT-06',
  },
];

const OWNER_TYPES: ReadonlySet<string> = new Set([
  'ioSpecification',
  'startEvent',
  'endEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'boundaryEvent',
]);

function* membership(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const owner of elementsOfTypes(context, OWNER_TYPES)) {
    for (const side of SIDES) {
      const data = childrenOfType(owner, side.data);
      const sets = childrenOfType(owner, side.set);
      // The only set of an event may be left out: it would hold all there is.
      if (owner.type !== 'ioSpecification' && sets.length === 0) continue;
      const held = new Set(sets.flatMap((set) => named(document, set, side.refs)));
      for (const each of data) {
        if (!held.has(each)) yield finding(side.inNoSet, each, { values: { x: label(each) } });
      }
      for (const set of sets) yield* setContent(document, owner, set, side);
    }
  }
}

function* setContent(document: BpmnDocument, owner: BpmnElement, set: BpmnElement, side: Side): Iterable<Finding> {
  const held = named(document, set, side.refs);
  for (const each of held) {
    if (each.type === side.data && each.parent !== owner) yield finding('DAT-08', set);
  }
  for (const [attribute, rule] of [
    [side.optional, side.strayOptional],
    [side.whileExecuting, side.strayWhileExecuting],
  ] as const) {
    for (const each of named(document, set, attribute)) {
      if (!held.includes(each)) yield finding(rule, set, { values: { x: label(each) } });
    }
  }
}

function* mutual(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const pairs = [
    ['inputSet', 'outputSetRefs', 'inputSetRefs'],
    ['outputSet', 'inputSetRefs', 'outputSetRefs'],
  ] as const;
  for (const [type, forth, back] of pairs) {
    for (const set of elementsOfType(context, type)) {
      for (const other of named(document, set, forth)) {
        if (!named(document, other, back).includes(set)) yield finding('DAT-07', set);
      }
    }
  }
}

export const DATA_SET_RULES: readonly Rule[] = [membership, mutual];
