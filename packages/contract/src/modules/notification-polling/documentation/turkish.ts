// Says in Turkish what the module and its operations are.
import type { TurkishOf } from '../../../documentation/turkish.ts';
import type { notificationPollingContract } from '../module.ts';

export const notificationPollingTurkish: TurkishOf<typeof notificationPollingContract> = {
  title: 'Bildirim sorgulama',
  summaries: {
    queryPage: 'Duyuruları sayfalar',
    send: 'Bir duyuru gönderir',
    getUnreadNotificationCountByUser: 'Kullanıcının okumadıklarını sayar',
    updateAnnouncement: 'Bir duyuruyu değiştirir',
    deleteAnnouncement: 'Bir duyuruyu siler',
    publishAnnouncement: 'Bir taslağı ya da zamanlanmış duyuruyu yayımlar',
    withdrawAnnouncement: 'Bir duyuruyu geri çeker',
    getAnnouncement: 'Bir duyuruyu getirir',
    readAnnouncement: 'Bir duyuruyu okundu olarak işaretler',
    unreadAnnouncement: 'Bir duyuruyu okunmadı olarak işaretler',
    archiveAnnouncement: 'Bir duyuruyu arşivler',
    unarchiveAnnouncement: 'Bir duyuruyu arşivden çıkarır',
    dismissAnnouncement: 'Bir duyuruyu kapatır',
    readAnnouncements: 'Duyuruları okundu olarak işaretler',
    archiveAnnouncements: 'Duyuruları arşivler',
    readAllAnnouncements: 'Bir yanıtın kapsadığı bütün duyuruları okundu olarak işaretler',
    getUnreadCount: 'Çağıranın okumadıklarını sayar',
    sendNotification: 'Adı verilen kullanıcılara bildirim gönderir',
    queryNotifications: 'Çağıranın bildirimlerini sayfalar',
    readNotification: 'Bir bildirimi okundu olarak işaretler',
    unreadNotification: 'Bir bildirimi okunmadı olarak işaretler',
    archiveNotification: 'Bir bildirimi arşivler',
    deleteNotification: 'Bir bildirimi siler',
    readNotifications: 'Bildirimleri okundu olarak işaretler',
    archiveNotifications: 'Bildirimleri arşivler',
    readAllNotifications: 'Bir yanıtın kapsadığı bütün bildirimleri okundu olarak işaretler',
    readEverything: 'Bir yanıtın kapsadığı her şeyi okundu olarak işaretler',
    getChanges: 'Bir imleçten bu yana çağıran için değişenler',
    streamChanges: 'Çağıran için yeni olanlar, olduğu anda',
    getUnreadDetail: 'Çağıranın okumadıklarını türlerine göre sayar',
  },
};
