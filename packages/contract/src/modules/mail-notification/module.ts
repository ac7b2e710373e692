// Declares mail notification: sending mails and keeping their templates.
import { defineModule } from '../../operations/define.ts';
import { attachmentOperations } from './attachments/attachment-operations.ts';
import { calendarOperations } from './calendar/calendar-operations.ts';
import { mailAuthorities } from './mails/mail-authorities.ts';
import { mailOperations } from './mails/mail-operations.ts';
import { providerAuthorities } from './providers/provider-authorities.ts';
import { providerOperations } from './providers/provider-operations.ts';
import { senderOperations } from './senders/sender-operations.ts';
import { sendOperations } from './sends/send-operations.ts';
import { suppressionAuthorities } from './suppressions/suppression-authorities.ts';
import { suppressionOperations } from './suppressions/suppression-operations.ts';
import { templateAuthorities } from './templates/template-authorities.ts';
import { templateOperations } from './templates/template-operations.ts';
import { templateTransferOperations } from './templates/transfer-operations.ts';

export const mailNotificationContract = defineModule({
  name: 'mail-notification',
  title: 'Mail notification',
  prefixes: ['/notification-mail-server', '/gw/notification-mail-server'],
  operations: {
    ...mailOperations,
    ...attachmentOperations,
    ...calendarOperations,
    ...sendOperations,
    ...templateOperations,
    ...templateTransferOperations,
    ...suppressionOperations,
    ...providerOperations,
    ...senderOperations,
  },
  authorities: [...mailAuthorities, ...templateAuthorities, ...suppressionAuthorities, ...providerAuthorities],
});
