// This is the schema of chapters 9 and 11 of the standard: collaborations, conversations, choreographies.
import { BASE, FLOW_NODE, NAME_ONLY, NAMED, type SchemaTable } from './schema-parts.ts';

const COLLABORATION =
  `${BASE} participant* messageFlow* @artifact* @conversationNode* conversationAssociation* participantAssociation* ` +
  'messageFlowAssociation* correlationKey* choreographyRef* conversationLink*';
const COLLABORATION_ATTRIBUTES = `${NAMED} isClosed:boolean=false`;

const PARTICIPANTS: SchemaTable = {
  participant: {
    attributes: `${NAMED} processRef:name`,
    children: `${BASE} interfaceRef* endPointRef* participantMultiplicity?`,
  },
  interfaceRef: NAME_ONLY,
  endPointRef: NAME_ONLY,
  participantMultiplicity: { attributes: 'id:ID minimum:int=0 maximum:int=1', children: BASE },
  partnerEntity: { attributes: NAMED, children: `${BASE} participantRef*` },
  partnerRole: { attributes: NAMED, children: `${BASE} participantRef*` },
  participantRef: NAME_ONLY,
  participantAssociation: { attributes: 'id:ID', children: `${BASE} innerParticipantRef outerParticipantRef` },
  innerParticipantRef: NAME_ONLY,
  outerParticipantRef: NAME_ONLY,
};

const MESSAGE_FLOWS: SchemaTable = {
  messageFlow: { attributes: `${NAMED} sourceRef!:name targetRef!:name messageRef:name`, children: BASE },
  messageFlowAssociation: {
    attributes: 'id:ID innerMessageFlowRef!:name outerMessageFlowRef!:name',
    children: BASE,
  },
  messageFlowRef: NAME_ONLY,
};

const CONVERSATION_NODE = `${BASE} participantRef* messageFlowRef* correlationKey*`;

const CONVERSATIONS: SchemaTable = {
  conversation: { attributes: NAMED, children: CONVERSATION_NODE },
  subConversation: { attributes: NAMED, children: `${CONVERSATION_NODE} @conversationNode*` },
  callConversation: {
    attributes: `${NAMED} calledCollaborationRef:name`,
    children: `${CONVERSATION_NODE} participantAssociation*`,
  },
  conversationLink: { attributes: `${NAMED} sourceRef!:name targetRef!:name`, children: BASE },
  conversationAssociation: {
    attributes: 'id:ID innerConversationNodeRef!:name outerConversationNodeRef!:name',
    children: BASE,
  },
  globalConversation: { attributes: COLLABORATION_ATTRIBUTES, children: COLLABORATION },
};

const CHOREOGRAPHY_ACTIVITY = `${FLOW_NODE} participantRef{2,} correlationKey*`;
const CHOREOGRAPHY_ACTIVITY_ATTRIBUTES = `${NAMED} initiatingParticipantRef!:name loopType:None|Standard|MultiInstanceSequential|MultiInstanceParallel=None`;

const CHOREOGRAPHIES: SchemaTable = {
  choreography: { attributes: COLLABORATION_ATTRIBUTES, children: `${COLLABORATION} @flowElement*` },
  globalChoreographyTask: {
    attributes: `${COLLABORATION_ATTRIBUTES} initiatingParticipantRef:name`,
    children: `${COLLABORATION} @flowElement*`,
  },
  choreographyTask: {
    attributes: CHOREOGRAPHY_ACTIVITY_ATTRIBUTES,
    children: `${CHOREOGRAPHY_ACTIVITY} messageFlowRef{1,2}`,
  },
  subChoreography: {
    attributes: CHOREOGRAPHY_ACTIVITY_ATTRIBUTES,
    children: `${CHOREOGRAPHY_ACTIVITY} @flowElement* @artifact*`,
  },
  callChoreography: {
    attributes: `${CHOREOGRAPHY_ACTIVITY_ATTRIBUTES} calledChoreographyRef:name`,
    children: `${CHOREOGRAPHY_ACTIVITY} participantAssociation*`,
  },
};

export const COLLABORATION_SCHEMAS: SchemaTable = {
  collaboration: { attributes: COLLABORATION_ATTRIBUTES, children: COLLABORATION },
  choreographyRef: NAME_ONLY,
  ...PARTICIPANTS,
  ...MESSAGE_FLOWS,
  ...CONVERSATIONS,
  ...CHOREOGRAPHIES,
};
