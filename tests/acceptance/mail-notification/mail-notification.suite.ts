// Gathers the acceptance of mail notification.
import { mailNotificationModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { attachmentReaches, ownAttachmentOperations } from './attachment.reach.ts';
import { attachmentScenarios } from './attachment.scenarios.ts';
import { calendarReaches, ownCalendarOperations } from './calendar.reach.ts';
import { calendarScenarios } from './calendar.scenarios.ts';
import { ownProviderOperations, providerReaches } from './mail-provider.reach.ts';
import { providerScenarios } from './mail-provider.scenarios.ts';
import { ownSenderOperations, senderReaches } from './mail-sender.reach.ts';
import { senderScenarios } from './mail-sender.scenarios.ts';
import { ownTemplateOperations, templateReaches } from './mail-template.reach.ts';
import { templateScenarios } from './mail-template.scenarios.ts';
import { mailReaches, ownMailOperations } from './mails.reach.ts';
import { mailScenarios } from './mails.scenarios.ts';
import { sendScenarios } from './send.scenarios.ts';
import { ownSuppressionOperations, suppressionReaches } from './suppression.reach.ts';
import { suppressionScenarios, unsubscribeScenarios } from './suppression.scenarios.ts';

export const mailNotificationSuite: Suite = {
  module: mailNotificationModule,
  scenarios: {
    ...templateScenarios,
    ...sendScenarios,
    ...suppressionScenarios,
    ...providerScenarios,
    ...calendarScenarios,
    ...senderScenarios,
    ...attachmentScenarios,
  },
  mailedScenarios: { ...mailScenarios, ...unsubscribeScenarios },
  reach: {
    claim: 'mail-notification 18',
    reaches: {
      ...templateReaches,
      ...mailReaches,
      ...suppressionReaches,
      ...providerReaches,
      ...calendarReaches,
      ...senderReaches,
      ...attachmentReaches,
      ...calendarReaches,
    },
    named: {},
    own: [
      ...ownTemplateOperations,
      ...ownMailOperations,
      ...ownSuppressionOperations,
      ...ownProviderOperations,
      ...ownCalendarOperations,
      ...ownSenderOperations,
      ...ownAttachmentOperations,
    ],
  },
};
