// Declares the kinds of events of templates.
import { defineEvents } from '../../kernel/records/event-definition.ts';

export const templateEvents = defineEvents({
  templateSaved: {
    name: 'mail.template-saved',
    type: 'AUDIT',
    description: { en: 'Somebody created or changed a template.', tr: 'Bir şablon oluşturuldu ya da değiştirildi.' },
  },
  templateRemoved: {
    name: 'mail.template-removed',
    type: 'AUDIT',
    description: { en: 'Somebody deleted a template.', tr: 'Bir şablon silindi.' },
  },
  templateActivated: {
    name: 'mail.template-activated',
    type: 'AUDIT',
    description: { en: 'Somebody enabled a template.', tr: 'Bir şablon etkinleştirildi.' },
  },
  templateDeactivated: {
    name: 'mail.template-deactivated',
    type: 'AUDIT',
    description: { en: 'Somebody disabled a template.', tr: 'Bir şablon devre dışı bırakıldı.' },
  },
  templateRestored: {
    name: 'mail.template-restored',
    type: 'AUDIT',
    description: {
      en: 'Somebody restored an old version of a template, or what its module ships.',
      tr: 'Bir şablonun eski bir sürümüne ya da modülün sunduğu hâline dönüldü.',
    },
  },
});
