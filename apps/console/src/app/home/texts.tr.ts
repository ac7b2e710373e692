// The Turkish texts of the home page.
import type { TextsOf } from '../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Ana sayfa',
  tasks: 'Görevleriniz',
  allTasks: (total) => `Hepsi: ${total}`,
  noTasks: 'Sizi bekleyen bir şey yok.',
  requests: 'Başlattıklarınız',
  noRequests: 'Henüz bir şey başlatmadınız.',
  start: 'Süreç başlat',
  standsAt: 'bulunduğu yer:',
  ended: 'bitti',
  health: 'İşletim',
  failures: (count, total) => (count === 0 ? 'Bozuk bir şey yok.' : `${total} hata birini bekliyor.`),
  lookAt: 'Bak',
  stuck: (count, total) => (count === 0 ? 'Takılan örnek yok.' : `${total} örnek takıldı.`),
  lookAtStuck: 'Takılanlara bak',
  late: (count, total) => (count === 0 ? 'Geciken görev yok.' : `${total} görev gecikti.`),
  lookAtLate: 'Gecikenlere bak',
  startable: 'Başlatabilecekleriniz',
  allStartable: 'Bütün süreçler',
  nothingToStart: 'Başlatabileceğiniz bir süreç yok.',
  due: 'son tarih',
  nobody: 'henüz üstlenilmedi',
};
