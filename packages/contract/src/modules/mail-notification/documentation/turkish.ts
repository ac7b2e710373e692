// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import { attachmentSummaries } from '../attachments/attachment-turkish.ts';
import { calendarSummaries } from '../calendar/calendar-turkish.ts';
import { mailSummaries } from '../mails/mail-turkish.ts';
import type { mailNotificationContract } from '../module.ts';
import { providerSummaries } from '../providers/provider-turkish.ts';
import { senderSummaries } from '../senders/sender-turkish.ts';
import { sendSummaries } from '../sends/send-turkish.ts';
import { suppressionSummaries } from '../suppressions/suppression-turkish.ts';
import { templateSummaries } from '../templates/template-turkish.ts';

export const mailNotificationTurkish: TurkishOf<typeof mailNotificationContract> = {
  title: 'E-posta bildirimi',
  summaries: {
    ...calendarSummaries,
    ...sendSummaries,
    ...templateSummaries,
    ...mailSummaries,
    ...suppressionSummaries,
    ...providerSummaries,
    ...senderSummaries,
    ...attachmentSummaries,
  },
};
