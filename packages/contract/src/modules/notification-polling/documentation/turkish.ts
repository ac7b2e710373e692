// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import type { notificationPollingContract } from '../module.ts';

export const notificationPollingTurkish: TurkishOf<typeof notificationPollingContract> = {
  title: 'Bildirim sorgulama',
  summaries: {
    queryPage: 'Duyuruları sayfalar',
    send: 'Bir duyuru gönderir',
    getUnreadNotificationCountByUser: 'Kullanıcının okumadıklarını sayar',
  },
};
