// Rules of what choreographies hold: their activities, participants, messages and calls.
import {
  type BpmnDocument,
  type BpmnElement,
  findReference,
  referencedElement,
  resolveReference,
} from '../facts/types/document.ts';
import { ACTIVITY_TYPES, CHOREOGRAPHY_ACTIVITY_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, label, words } from '../rule/finding.ts';
import {
  aboutReference,
  elementsOfType,
  elementsOfTypes,
  isMissed,
  type Rule,
  type RuleContext,
} from '../rule/rule-context.ts';
import { callRule } from './call-rule.ts';

/** The elements that hold the flow elements of a choreography. */
export const CHOREOGRAPHY_SCOPE_TYPES: ReadonlySet<string> = new Set([
  'choreography',
  'globalChoreographyTask',
  'subChoreography',
]);

/** Collects the participants that a choreography activity names, each once. */
export function participantsOf(document: BpmnDocument, activity: BpmnElement): ReadonlySet<BpmnElement> {
  const named = activity.references.filter(({ attribute }) => attribute === 'participantRef');
  return new Set(named.flatMap((reference) => resolveReference(document, reference) ?? []));
}

function namesOf({ references }: BpmnElement, attribute: string) {
  return references.filter((reference) => reference.attribute === attribute);
}

function* twoParticipants(context: RuleContext): Iterable<Finding> {
  for (const task of elementsOfType(context, 'choreographyTask')) {
    const named = namesOf(task, 'participantRef').map(({ text }) => text);
    // A participant that is named twice is one participant.
    if (named.length !== 2 || new Set(named).size !== 2) {
      yield finding('CHO-01', task, { about: 'child participantRef' });
    }
  }
}

function* initiators(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const element of elementsOfTypes(context, new Set([...CHOREOGRAPHY_ACTIVITY_TYPES, 'globalChoreographyTask']))) {
    const reference = findReference(element, 'initiatingParticipantRef');
    if (reference === undefined || reference.namespace === null) continue;
    const initiator = resolveReference(document, reference);
    const isPart =
      element.type === 'globalChoreographyTask'
        ? initiator?.type === 'participant' && initiator.parent === element
        : namesOf(element, 'participantRef').some(({ text }) => text === reference.text) ||
          (initiator !== undefined && participantsOf(document, element).has(initiator));
    if (isPart || (initiator === undefined && !isMissed(context, reference))) continue;
    const { attribute, text, position } = reference;
    yield finding('CHO-02', element, { position, about: aboutReference(attribute, text) });
  }
}

function* taskMessages(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const task of elementsOfType(context, 'choreographyTask')) {
    const named = namesOf(task, 'messageFlowRef');
    if (named.length === 0) yield finding('CHO-03', task, { about: 'child messageFlowRef' });
    const surplus = task.children.filter(({ type }) => type === 'messageFlowRef')[2];
    if (surplus !== undefined) yield finding('CHO-03', surplus, { about: 'element' });
    const participants = participantsOf(document, task);
    // With one participant there is no between, and CHO-01 says so.
    if (participants.size < 2) continue;
    for (const reference of named.slice(0, 2)) {
      const flow = resolveReference(document, reference);
      if (flow?.type !== 'messageFlow') continue;
      const ends = ['sourceRef', 'targetRef'].map((attribute) => referencedElement(document, flow, attribute));
      const isBetween = ends.every((end) => end === undefined || participants.has(end));
      if (!isBetween) yield finding('CHO-03', task, { position: reference.position });
    }
  }
}

const DATA_TYPES: ReadonlySet<string> = new Set(['dataObject', 'dataObjectReference', 'dataStoreReference']);

function* contents(context: RuleContext): Iterable<Finding> {
  for (const scope of elementsOfTypes(context, CHOREOGRAPHY_SCOPE_TYPES)) {
    for (const child of scope.children) {
      if (!ACTIVITY_TYPES.has(child.type) && !DATA_TYPES.has(child.type)) continue;
      yield finding('CHO-05', child, { about: 'element', values: { x: `${words(child.type)} ${label(child)}` } });
    }
  }
}

/** Checks the participants of a sub-choreography, which is reported once with those that it leaves out. */
function* nestedParticipants(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const outer of elementsOfType(context, 'subChoreography')) {
    const own = participantsOf(document, outer);
    const inner = outer.children.filter((child) => CHOREOGRAPHY_ACTIVITY_TYPES.has(child.type));
    const left = new Set(inner.flatMap((child) => [...participantsOf(document, child)]));
    const missing = [...left].filter((participant) => !own.has(participant)).map(label);
    if (missing.length > 0) yield finding('CHO-06', outer, { values: { p: missing.join(', ') } });
  }
}

const CALLED_TYPES: ReadonlySet<string> = new Set(['choreography', 'globalChoreographyTask']);
const calls = callRule('CHO-07', 'callChoreography', 'calledChoreographyRef', CALLED_TYPES);

const WITHOUT_CHOREOGRAPHY: Readonly<Record<string, readonly [string, string]>> = {
  choreography: ['choreography', 'koreografiye'],
  globalChoreographyTask: ['choreography', 'koreografiye'],
  globalConversation: ['global conversation', 'genel konuşmaya'],
};

function* choreographyNames(context: RuleContext): Iterable<Finding> {
  for (const element of elementsOfTypes(context, new Set(Object.keys(WITHOUT_CHOREOGRAPHY)))) {
    const [type = '', typeTr = ''] = WITHOUT_CHOREOGRAPHY[element.type] ?? [];
    for (const { attribute, text, position } of namesOf(element, 'choreographyRef')) {
      yield finding('CHO-10', element, { position, about: aboutReference(attribute, text), values: { type, typeTr } });
    }
  }
}

export const CHOREOGRAPHY_RULES: readonly Rule[] = [
  twoParticipants,
  initiators,
  taskMessages,
  contents,
  nestedParticipants,
  calls,
  choreographyNames,
];
