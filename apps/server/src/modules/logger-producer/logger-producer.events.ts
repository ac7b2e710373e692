// Declares the kinds of events that the logger itself writes.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const loggerProducerEvents = defineEvents({
  auditRead: {
    name: 'log.audit-read',
    type: 'AUDIT',
    description: {
      en: 'Somebody looked at events of audit and security, or could have seen them by his query.',
      tr: 'Denetim ve güvenlik olaylarına bakıldı ya da sorgu bunları gösterebilirdi.',
    },
  },
  exported: {
    name: 'log.exported',
    type: 'AUDIT',
    description: {
      en: 'Somebody took events away as a file; it says which and how many.',
      tr: 'Olaylar dosya olarak dışarı alındı; hangileri ve kaç tane oldukları yazılıdır.',
    },
  },
  cacheChanged: {
    name: 'log.cache-changed',
    type: 'AUDIT',
    description: {
      en: 'Somebody switched events on or off by an entry of the producer cache.',
      tr: 'Üretici önbelleğindeki bir kayıtla olaylar açıldı ya da kapatıldı.',
    },
  },
  auditVerified: {
    name: 'log.audit-verified',
    type: 'AUDIT',
    description: {
      en: 'Somebody verified the chain of a tenant’s audit; it says what came of it.',
      tr: 'Bir kiracının denetim zinciri doğrulandı; sonucu da yazılıdır.',
    },
  },
  deadLetterRetried: {
    name: 'log.dead-letter-retried',
    type: 'AUDIT',
    description: {
      en: 'Somebody had events stored that could not be stored before.',
      tr: 'Daha önce saklanamayan olaylar saklandı.',
    },
  },
  deadLetterDeleted: {
    name: 'log.dead-letter-deleted',
    type: 'AUDIT',
    description: {
      en: 'Somebody removed an event that could not be stored.',
      tr: 'Saklanamayan bir olay silindi.',
    },
  },
  retentionCut: {
    name: 'log.retention-cut',
    type: 'AUDIT',
    description: {
      en: 'Events of a tenant that were kept for their time were removed.',
      tr: 'Bir kiracının saklama süresi dolan olayları silindi.',
    },
  },
});
