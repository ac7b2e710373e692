// Writes the pages behind the links by which people unsubscribe, in English and Turkish.
import type { Language } from '@keelson/contract';
import { smallPage } from '../../../kernel/http/answer/small-page.ts';
import type { Unsubscription } from './unsubscribe-token.ts';

/** Form that mail programs post (RFC 8058, 3.1), and the button as well. */
export const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' } as const;

const texts = {
  en: {
    title: 'Unsubscribe',
    question: (who: string, group: string) => `No more mails of “${group}” for ${who}?`,
    button: 'Unsubscribe',
    doneTitle: 'Unsubscribed',
    done: (who: string, group: string) => `${who} gets no more mails of “${group}”.`,
    other: 'Other mails still arrive.',
  },
  tr: {
    title: 'Abonelikten çık',
    question: (who: string, group: string) => `“${group}” e-postaları artık ${who} adresine gönderilmesin mi?`,
    button: 'Abonelikten çık',
    doneTitle: 'Abonelikten çıkıldı',
    done: (who: string, group: string) => `“${group}” e-postaları artık ${who} adresine gönderilmeyecek.`,
    other: 'Diğer e-postalar gelmeye devam eder.',
  },
} as const satisfies Readonly<Record<Language, object>>;

/** Shows a part of an address, enough for its owner: a forwarded mail reveals nothing else. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const [first = ''] = address;
  return `${first}•••${address.slice(at)}`;
}

export function askingPage({ address, group }: Unsubscription, language: Language): string {
  const { title, question, button, other } = texts[language];
  const sentences = [question(maskedAddress(address), group), other];
  return smallPage({ language, title, sentences, button: { text: button, fields: ONE_CLICK } });
}

export function donePage({ address, group }: Unsubscription, language: Language): string {
  const { doneTitle, done, other } = texts[language];
  return smallPage({ language, title: doneTitle, sentences: [done(maskedAddress(address), group), other] });
}
