// The Turkish texts of the inbox.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Gelen kutusu',
  kind: 'Tür',
  announcements: 'Duyurular',
  notifications: 'Bildirimler',
  show: 'Göster',
  all: 'Hepsi',
  unread: 'Okunmamış',
  archivedOnes: 'Arşivlenmiş',
  search: 'Başlık ve içerikte ara',
  empty: 'Burada bir şey yok. Kurumunuzun duyuruları ve sizi bekleyenler burada kendiliğinden görünür.',
  openTask: 'Görevi aç',
  acknowledge: 'Okudum ve anladım',
  markRead: 'Okundu olarak işaretle',
  markUnread: 'Okunmadı olarak işaretle',
  archive: 'Arşivle',
  archived: 'Arşivlendi.',
  unarchive: 'Arşivden çıkar',
  dismiss: 'Kapat',
  dismissed: 'Kapatıldı.',
  delete: 'Sil',
  deleteQuestion: 'Bu bildirim kalıcı olarak silinir.',
  deleted: 'Bildirim silindi.',
  readAll: 'Hepsini okundu yap',
  readAllDone: 'Onayınızı bekleyenler dışında hepsi okundu.',
};
