// This says what becomes of chapters 9, 11 and 12 of the standard: collaborations, conversations, choreographies, diagrams.
import { supportClaims } from './support.ts';

const CONVERSATIONS = 'conversation subConversation callConversation';
const CHOREOGRAPHY_ACTIVITIES = 'choreographyTask subChoreography callChoreography';
const CHOREOGRAPHIES = 'choreography globalChoreographyTask';

export const COLLABORATION_SUPPORT = supportClaims(`
  collaboration = xml/compile/events/message-targets | xml/compile/events/compile-event
  participant = xml/compile/events/message-targets | xml/compile/events/compile-event
  participant @ processRef = xml/compile/events/message-targets | xml/compile/events/compile-event
  messageFlow = xml/compile/events/message-targets | xml/compile/events/compile-event
  messageFlow @ sourceRef targetRef = xml/compile/events/message-targets | xml/compile/events/compile-event
  messageFlow @ messageRef ~ only checked (COL-07)
  collaboration participant messageFlow @ name ~ for the reader
  interfaceRef endPointRef ~ messages are matched by name
  participantMultiplicity ~ how many take part is up to whoever starts instances
  participantMultiplicity @ minimum maximum ~ only checked (COL-04)
  partnerEntity partnerRole participantRef ~ who stands behind a participant
  partnerEntity partnerRole @ name ~ for the reader
  participantAssociation innerParticipantRef outerParticipantRef ~ only checked (COL-08)
  messageFlowAssociation messageFlowRef ~ only checked (COL-08)
  messageFlowAssociation @ innerMessageFlowRef outerMessageFlowRef ~ only checked (COL-08)
  collaboration globalConversation ${CHOREOGRAPHIES} @ isClosed ~ messages outside of the drawing are sent all the same

  ${CONVERSATIONS} conversationLink conversationAssociation globalConversation ~ a view of message flows
  ${CONVERSATIONS} conversationLink globalConversation @ name ~ a view of message flows
  callConversation @ calledCollaborationRef ~ a view of message flows
  conversationLink @ sourceRef targetRef ~ a view of message flows
  conversationAssociation @ innerConversationNodeRef outerConversationNodeRef ~ a view of message flows

  ${CHOREOGRAPHIES} ~ a contract between processes; each of them is executed for itself
  choreographyRef ~ a contract between processes
  ${CHOREOGRAPHY_ACTIVITIES} ~ a contract between processes
  ${CHOREOGRAPHIES} ${CHOREOGRAPHY_ACTIVITIES} @ name ~ a contract between processes
  globalChoreographyTask ${CHOREOGRAPHY_ACTIVITIES} @ initiatingParticipantRef ~ a contract between processes
  ${CHOREOGRAPHY_ACTIVITIES} @ loopType ~ a contract between processes
  callChoreography @ calledChoreographyRef ~ a contract between processes
`);

export const DIAGRAM_SUPPORT = supportClaims(`
  * ~ how the model looks
  * @ * ~ how the model looks
`);
