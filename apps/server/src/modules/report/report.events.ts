// Declares the kinds of events of reports.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const reportEvents = defineEvents({
  saved: {
    name: 'report.saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody created, changed, moved, enabled or disabled a report; the detail has plain fields that differ and the names of parts that do.',
      tr: 'Bir rapor oluşturuldu, değiştirildi, taşındı, etkinleştirildi ya da devre dışı bırakıldı; ayrıntıda farklı düz alanlar ve farklı bölümlerin adları var.',
    },
  },
  deleted: {
    name: 'report.deleted',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a report.', tr: 'Bir rapor silindi.' },
  },
  groupDeleted: {
    name: 'report.group-deleted',
    type: 'AUDIT',
    description: {
      en: 'Somebody deleted a report group; the detail has the mode.',
      tr: 'Bir rapor grubu silindi; ayrıntıda silme biçimi var.',
    },
  },
  groupSaved: {
    name: 'report.group-saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody created, changed or moved a report group; the detail has what differs.',
      tr: 'Bir rapor grubu oluşturuldu, değiştirildi ya da taşındı; ayrıntıda farklar var.',
    },
  },
});
