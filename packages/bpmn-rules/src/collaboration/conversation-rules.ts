// These rules judge conversations: who takes part, what links join, what is called, and whose message flows are grouped.
import { type BpmnElement, childrenOfType, findReference, resolveReference } from '../facts/types/document.ts';
import { CONVERSATION_NODE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding, words } from '../rule/finding.ts';
import {
  aboutReference,
  elementsOfType,
  elementsOfTypes,
  isMissed,
  type Rule,
  type RuleContext,
} from '../rule/rule-context.ts';
import { callRule } from './call-rule.ts';
import { collaborationOf } from './pools.ts';

/**
 * Checks that conversation nodes have participants: named by the node itself, joined to it by a link, or tied to it by a call's
 * association.
 */
function* participants(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  const linked = new Map<BpmnElement, Set<BpmnElement>>();
  for (const link of elementsOfType(context, 'conversationLink')) {
    const ends = link.references.flatMap((reference) => resolveReference(document, reference) ?? []);
    for (const node of ends.filter((end) => CONVERSATION_NODE_TYPES.has(end.type))) {
      const participants = linked.get(node) ?? new Set();
      linked.set(node, participants);
      for (const end of ends) if (end.type === 'participant') participants.add(end);
    }
  }
  for (const node of elementsOfTypes(context, CONVERSATION_NODE_TYPES)) {
    const named = node.references.filter(({ attribute }) => attribute === 'participantRef');
    const called = childrenOfType(node, 'participantAssociation').flatMap(({ references }) =>
      references.filter(({ attribute }) => attribute === 'outerParticipantRef'),
    );
    const names = [...named, ...called].map((reference) => resolveReference(document, reference) ?? reference.text);
    if (new Set([...names, ...(linked.get(node) ?? [])]).size < 2) yield finding('CNV-01', node);
  }
}

function* links(context: RuleContext): Iterable<Finding> {
  const { document } = context;
  for (const link of elementsOfType(context, 'conversationLink')) {
    const ends = ['sourceRef', 'targetRef'].map((attribute) => {
      const reference = findReference(link, attribute);
      return reference === undefined ? undefined : resolveReference(document, reference);
    });
    const [source, target] = ends.map(kindOfEnd);
    if (source === 'unknown' || target === 'unknown') continue;
    if (source === 'other' || target === 'other' || source === target) yield finding('CNV-02', link);
  }
}

/** Answers what an end of a link is; REF-01 reports one that leads to nothing. */
function kindOfEnd(end: BpmnElement | undefined): 'participant' | 'node' | 'other' | 'unknown' {
  if (end === undefined) return 'unknown';
  if (end.type === 'participant') return 'participant';
  return CONVERSATION_NODE_TYPES.has(end.type) ? 'node' : 'other';
}

const CALLED_TYPES: ReadonlySet<string> = new Set(['collaboration', 'globalConversation']);
const calls = callRule('CNV-03', 'callConversation', 'calledCollaborationRef', CALLED_TYPES);

function* globalConversations(context: RuleContext): Iterable<Finding> {
  for (const conversation of elementsOfType(context, 'globalConversation')) {
    for (const node of conversation.children.filter((child) => CONVERSATION_NODE_TYPES.has(child.type))) {
      yield finding('CNV-04', node, { about: 'element', values: { x: words(node.type) } });
    }
  }
}

function* messageFlows(context: RuleContext): Iterable<Finding> {
  for (const node of elementsOfTypes(context, CONVERSATION_NODE_TYPES)) {
    const collaboration = collaborationOf(node);
    for (const reference of node.references) {
      const { attribute, text, position } = reference;
      if (attribute !== 'messageFlowRef') continue;
      const flow = resolveReference(context.document, reference);
      if (flow === undefined ? !isMissed(context, reference) : flow.type !== 'messageFlow') continue;
      if (flow?.parent === collaboration && collaboration !== null) continue;
      yield finding('CNV-05', node, { position, about: aboutReference(attribute, text), values: { m: text } });
    }
  }
}

export const CONVERSATION_RULES: readonly Rule[] = [participants, links, calls, globalConversations, messageFlows];
