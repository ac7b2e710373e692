// The Turkish texts of the list of failures.
import type { TextsOf } from '../../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const tr: TextsOf<typeof en> = {
  title: 'Hatalar',
  what: 'Ne ters gitti',
  element: 'Öğe',
  when: 'Ne zaman',
  kind: 'Tür',
  empty: 'Bozuk bir şey yok. Bir süreçte başarısız olan ve insan gerektirenler burada görünür.',
};
