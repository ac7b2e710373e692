// These rules judge collaborations: participants, their multiplicity and processes, and what associations between two sides name.
import {
  type BpmnElement,
  type BpmnReference,
  childrenOfType,
  findReference,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { COLLABORATION_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label } from '../rule/finding.ts';
import {
  aboutReference,
  elementsOfType,
  elementsOfTypes,
  isMissed,
  type Rule,
  type RuleContext,
} from '../rule/rule-context.ts';
import { collaborationOf, collaborationsOf } from './pools.ts';

function* multiplicities(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfType(context, 'participantMultiplicity')) {
    const minimum = wholeNumber(element, 'minimum', 0);
    const maximum = wholeNumber(element, 'maximum', 1);
    // DOC-07 reports what is no number.
    if (Number.isNaN(minimum) || Number.isNaN(maximum)) continue;
    if (minimum < 0 || maximum < 1 || maximum < minimum) yield finding('COL-04', element);
  }
}

function wholeNumber(element: BpmnElement, name: string, absent: number): number {
  const value = element.attributes.get(name)?.trim();
  if (value === undefined) return absent;
  return /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
}

function* owners({ document }: RuleContext): Iterable<Finding> {
  for (const collaboration of collaborationsOf(document)) {
    const owned = new Set<BpmnElement>();
    for (const participant of childrenOfType(collaboration, 'participant')) {
      const reference = findReference(participant, 'processRef');
      const process = reference === undefined ? undefined : resolveReference(document, reference);
      if (reference === undefined || process?.type !== 'process') continue;
      const { position } = reference;
      if (owned.has(process)) yield finding('COL-09', participant, { position, values: { k: label(process) } });
      owned.add(process);
    }
  }
}

const ASSOCIATION_TYPES: ReadonlySet<string> = new Set(['participantAssociation', 'messageFlowAssociation']);

function* associations(context: RuleContext): Iterable<Finding> {
  for (const association of elementsOfTypes(context, ASSOCIATION_TYPES)) {
    const called = calledSides(context, association);
    const calling = collaborationOf(association);
    for (const reference of association.references) {
      if (reference.namespace === null) continue;
      const isInner = reference.attribute.startsWith('inner');
      const isWrong = isInner
        ? !namesPart(context, association, reference, (owner) => called?.includes(owner) ?? owner !== calling)
        : !namesPart(context, association, reference, (owner) => owner === calling);
      if (isWrong) yield wrongSide(association, reference, isInner);
    }
  }
}

/** Lists the sides that are called; null where none is known, or where a name leads out of the file and may bring any. */
function calledSides({ document }: RuleContext, { parent }: BpmnElement): readonly BpmnElement[] | null {
  if (parent === null) return null;
  const names = ['calledCollaborationRef', 'calledChoreographyRef', 'choreographyRef'];
  const own = parent.references.filter(({ attribute }) => names.includes(attribute));
  const called = own.map((reference) => resolveReference(document, reference));
  const definitional = childrenOfType(parent, 'participant').map((participant) => {
    const process = referencedElement(document, participant, 'processRef');
    return process === undefined ? undefined : referencedElement(document, process, 'definitionalCollaborationRef');
  });
  // A name that leads out of the file may bring any side.
  if (called.includes(undefined)) return null;
  const known = [...called, ...definitional].filter((side) => side !== undefined);
  return known.length === 0 ? null : known;
}

function namesPart(
  context: RuleContext,
  association: BpmnElement,
  reference: BpmnReference,
  isSide: (owner: BpmnElement) => boolean,
): boolean {
  const part = resolveReference(context.document, reference);
  if (part === undefined) return !isMissed(context, reference);
  const type = association.type === 'participantAssociation' ? 'participant' : 'messageFlow';
  if (part.type !== type || part.parent === null || !COLLABORATION_TYPES.has(part.parent.type)) return false;
  return isSide(part.parent);
}

function wrongSide(association: BpmnElement, { attribute, text, position }: BpmnReference, isInner: boolean): Finding {
  const isParticipant = association.type === 'participantAssociation';
  const values = {
    which: isInner ? 'inner' : 'outer',
    whichTr: isInner ? 'iç' : 'dış',
    what: isParticipant ? 'participant' : 'message flow',
    whatTr: isParticipant ? 'katılımcısını' : 'mesaj akışını',
    side: isInner ? 'called' : 'calling',
    sideTr: isInner ? 'çağrılan' : 'çağıran',
  };
  return finding('COL-08', association, { position, about: aboutReference(attribute, text), values });
}

export const COLLABORATION_RULES: readonly Rule[] = [multiplicities, owners, associations];
