// Knows the language of the pages, and writes dates and numbers in it.
import { useSyncExternalStore } from 'react';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts';

export const languages = ['en', 'tr'] as const;
export type Language = (typeof languages)[number];

const KEY = 'keelson.language';

function firstLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  const wished = [kept ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  for (const tag of wished) {
    const found = languages.find((language) => language === tag);
    if (found !== undefined) return found;
  }
  return 'en';
}

let current: Language = firstLanguage();
document.documentElement.lang = current;
const listeners = new Set<() => void>();
/** What has to be at hand in a language before the pages are shown in it. */
const preparations = new Set<(language: Language) => Promise<unknown>>();

export function currentLanguage(): Language {
  return current;
}

/** Prepares for a language before it is shown, which waits until what it needs is there. */
export function beforeLanguage(prepare: (language: Language) => Promise<unknown>): void {
  preparations.add(prepare);
}

export async function setLanguage(language: Language): Promise<void> {
  await Promise.all([...preparations].map((prepare) => prepare(language)));
  current = language;
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

// Whoever chooses a language in one tab reads all of them in it.
addEventListener('storage', ({ key, newValue }) => {
  const chosen = languages.find((language) => language === newValue);
  if (key === KEY && chosen !== undefined && chosen !== current) void setLanguage(chosen);
});

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage);
}

/** Writes a date to the minute, in the time zone of whoever looks. */
export function formatDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
}

export function formatExactDate(iso: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
}

/** Writes how far away a date is, in the largest unit that fits. */
export function formatDistance(iso: string, language: Language, nowMs = Date.now()): string {
  const away = new Date(iso).getTime() - nowMs;
  const size = Math.abs(away);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (size < HOUR_MS) return words.format(Math.round(away / MINUTE_MS), 'minute');
  if (size < DAY_MS) return words.format(Math.round(away / HOUR_MS), 'hour');
  return words.format(Math.round(away / DAY_MS), 'day');
}

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}
