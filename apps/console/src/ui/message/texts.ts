// Offers the texts of announcements and notifications, in the language of the pages.
import { defineTexts } from '../../lib/texts.ts';
import type { en } from './texts.en.ts';

export const useMessageTexts = defineTexts<typeof en>({
  en: async () => (await import('./texts.en.ts')).en,
  tr: async () => (await import('./texts.tr.ts')).tr,
});
