// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import type { mailNotificationContract } from '../module.ts';

export const mailNotificationTurkish: TurkishOf<typeof mailNotificationContract> = {
  title: 'E-posta bildirimi',
  summaries: {
    calendarNotify: 'Takvim daveti gönderir',
    notify: 'Şablondan bir e-posta gönderir',
    notifyWithContent: 'Kendi içeriğiyle bir e-posta gönderir',
    mail_preview: 'E-postayı gideceği biçimde gösterir',
    activateByUuid: 'Bir şablonu etkinleştirir',
    deactivateByUuid: 'Bir şablonu devre dışı bırakır',
    delete: 'Bir şablonu siler',
    getByUuid: 'Bir şablon',
    isEnabled: 'Bir şablonun etkin olup olmadığını söyler',
    template_preview: 'Şablonu doldurulmuş olarak gösterir',
    queryDataPage: 'Şablonları sayfalar',
    save: 'Bir şablon oluşturur',
    update: 'Bir şablonu değiştirir',
    queryMailPage: 'E-postaları ve akıbetlerini sayfalar',
  },
};
