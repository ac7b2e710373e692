// Declares the pages of events and of the audit in the platform's menu.
import { defineMenu } from '../../kernel/menu-definition.ts';

export const loggerProducerMenu = defineMenu('logger-producer', 'platform', [
  {
    name: 'events',
    displayName: 'Events',
    icon: 'activity',
    path: '/platform/events',
    orderNumber: 400,
    displayNameMap: { en: 'Events', tr: 'Olaylar' },
    authorityList: [{ authority: 'LOG_VIEW' }, { authority: 'LOG_AUDIT_VIEW' }],
  },
  {
    name: 'audit',
    displayName: 'Audit',
    icon: 'shield',
    path: '/platform/audit',
    orderNumber: 410,
    displayNameMap: { en: 'Audit', tr: 'Denetim' },
    authorityList: [{ authority: 'LOG_AUDIT_VIEW' }],
  },
]);
