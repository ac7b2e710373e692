// Gathers the examples of the module.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { attachmentExamples } from '../attachments/attachment-examples.ts';
import { calendarExamples } from '../calendar/calendar-examples.ts';
import { mailExamples } from '../mails/mail-examples.ts';
import type { mailNotificationContract } from '../module.ts';
import { providerExamples } from '../providers/provider-examples.ts';
import { senderExamples } from '../senders/sender-examples.ts';
import { sendExamples } from '../sends/send-examples.ts';
import { suppressionExamples } from '../suppressions/suppression-examples.ts';
import { templateExamples } from '../templates/template-examples.ts';

export const mailNotificationExamples: ExamplesOf<typeof mailNotificationContract> = {
  ...calendarExamples,
  ...mailExamples,
  ...sendExamples,
  ...attachmentExamples,
  ...templateExamples,
  ...suppressionExamples,
  ...providerExamples,
  ...senderExamples,
};
