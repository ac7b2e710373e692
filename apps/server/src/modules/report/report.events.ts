// Declares the kinds of events of reports.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const reportEvents = defineEvents({
  groupSaved: {
    name: 'report.group-saved',
    type: 'AUDIT',
    description: {
      en: 'Somebody created, changed or moved a report group; the detail has what differs.',
      tr: 'Bir rapor grubu oluşturuldu, değiştirildi ya da taşındı; ayrıntıda farklar var.',
    },
  },
});
