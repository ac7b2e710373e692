// Declares the kinds of events of the menu.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const systemMenuEvents = defineEvents({
  changed: {
    name: 'menu.changed',
    type: 'AUDIT',
    description: {
      en: 'Somebody changed applications, menu items, their conditions, their order or what a tenant lays over them.',
      tr: 'Uygulamalar, menü öğeleri, koşulları, sıraları veya bir kiracının bunların üzerine koydukları değiştirildi.',
    },
  },
});
