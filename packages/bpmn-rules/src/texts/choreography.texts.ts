// What the rules of conversations and choreographies say.
import type { RuleTexts } from '../rule-texts.ts';

export const CHOREOGRAPHY_TEXTS = {
  'CNV-01': {
    marks: '',
    en: 'A conversation node needs two or more participants',
    tr: 'Bir konuşma düğümünün iki ya da daha çok katılımcısı olmalı',
    help: 'Name the participants by participantRef, or join them with conversation links.',
  },
  'CNV-02': {
    marks: '',
    en: 'A conversation link joins a participant and a conversation node',
    tr: 'Bir konuşma bağı bir katılımcı ile bir konuşma düğümünü birleştirir',
    help: 'Let one end of the link be a pool and the other a conversation.',
  },
  'CNV-03': {
    marks: '',
    en: 'calledCollaborationRef must name a collaboration or global conversation',
    tr: 'calledCollaborationRef bir işbirliğini ya da genel konuşmayı göstermeli',
    help: 'Name a collaboration or a global conversation; a choreography cannot be called here.',
  },
  'CNV-04': {
    marks: '',
    en: 'A global conversation must not contain conversation nodes',
    tr: 'Genel bir konuşma, konuşma düğümleri içeremez',
    help: 'Move the conversation nodes into a collaboration.',
  },
  'CNV-05': {
    marks: '',
    en: 'Message flow {m} does not belong to this collaboration',
    tr: '{m} mesaj akışı bu işbirliğine ait değil',
    help: 'Name a message flow of the collaboration that holds the conversation.',
  },
  'CHO-01': {
    marks: '',
    en: 'A choreography task needs exactly two participants',
    tr: 'Bir koreografi görevinin tam olarak iki katılımcısı olmalı',
    help: 'Name two different participants; use a sub-choreography for more.',
  },
  'CHO-02': {
    marks: '',
    en: 'initiatingParticipantRef is not one of the participants',
    tr: 'initiatingParticipantRef katılımcılardan biri değil',
    help: 'Let one of the participants of the activity initiate it.',
  },
  'CHO-03': {
    marks: '',
    en: 'A choreography task needs one or two message flows, between its participants',
    tr: 'Bir koreografi görevinin katılımcıları arasında bir ya da iki mesaj akışı olmalı',
    help: 'Name the initiating message flow, and the answer if there is one.',
  },
  'CHO-04': {
    marks: '',
    en: 'Trigger {t} is not allowed in a choreography at {position}',
    tr: 'Koreografide {positionTr} {t} tetikleyicisi kullanılamaz',
    help: 'Messages are exchanged in choreography tasks; keep events to what all participants can see.',
  },
  'CHO-05': {
    marks: '',
    en: '{x} is not allowed in a choreography',
    tr: '{x} bir koreografide kullanılamaz',
    help: 'Data and activities belong to the processes of the participants.',
  },
  'CHO-06': {
    marks: '',
    en: "A sub-choreography's participants must include those inside it: {p}",
    tr: 'Bir alt koreografinin katılımcıları içindekileri kapsamalı: {p}',
    help: 'Add the participants that are named to the sub-choreography.',
  },
  'CHO-07': {
    marks: '',
    en: 'calledChoreographyRef must name a choreography or global choreography task',
    tr: 'calledChoreographyRef bir koreografiyi ya da genel koreografi görevini göstermeli',
    help: 'Name a choreography or a global choreography task.',
  },
  'CHO-08': {
    marks: '',
    en: 'The initiator of {x} takes no part in what precedes it',
    tr: '{x} etkinliğini başlatan, ondan öncekinde yer almıyor',
    help: 'Nobody can know when to begin who has not seen what came before: let a participant of it initiate.',
  },
  'CHO-09': {
    marks: '',
    en: 'Behind an event-based gateway of a choreography only choreography tasks and timers',
    tr: 'Bir koreografide olay tabanlı geçidin ardından yalnız koreografi görevleri ve zamanlayıcılar gelebilir',
    help: 'Replace what stands there by a choreography task or a timer.',
  },
  'CHO-10': {
    marks: '',
    en: 'choreographyRef belongs to a collaboration, not to a {type}',
    tr: 'choreographyRef bir işbirliğine aittir, bir {typeTr} değil',
    help: 'Remove choreographyRef here, or move it to a collaboration.',
  },
} as const satisfies RuleTexts;
