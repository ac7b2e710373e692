// The page behind an activation link: static, its own script only, in English and Turkish, usable without anything else.
import { hash } from 'node:crypto';
import type { Language } from '@keelson/contract';
import { passwordSettings } from '../authentication.settings.ts';
import { activationScript } from './activation-page-script.ts';
import { activationStyle } from './activation-page-style.ts';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MIN_LENGTH = String(passwordSettings.minLength.default);

const texts = {
  en: {
    title: 'Set your password',
    intro: `Choose a password of at least ${MIN_LENGTH} characters. Several words with spaces are easy to remember and hard to guess.`,
    password: 'New password',
    show: 'Show the password',
    submit: 'Set the password',
    working: 'One moment …',
    done: 'Your password is set. You can sign in now.',
    missing: 'This address has no token. Open the whole link that you were given.',
    failed: 'The service did not answer. Please try again.',
    noScript: 'This page needs JavaScript to set your password.',
  },
  tr: {
    title: 'Parolanızı belirleyin',
    intro: `En az ${MIN_LENGTH} karakterlik bir parola seçin. Boşluklarla ayrılmış birkaç sözcük akılda kolay kalır ve zor tahmin edilir.`,
    password: 'Yeni parola',
    show: 'Parolayı göster',
    submit: 'Parolayı belirle',
    working: 'Bir saniye …',
    done: 'Parolanız belirlendi. Artık oturum açabilirsiniz.',
    missing: 'Bu adreste anahtar yok. Size verilen bağlantının tamamını açın.',
    failed: 'Hizmet yanıt vermedi. Lütfen yeniden deneyin.',
    noScript: 'Parolanızı belirlemek için bu sayfanın JavaScript çalıştırması gerekir.',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;

const source = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Nothing from elsewhere, nothing inline but these two, in nobody's frame, and only this service is spoken to. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src ${source(activationScript)}`,
  `style-src ${source(activationStyle)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function render(language: Language): string {
  const words = texts[language];
  const { working, done, missing, failed } = words;
  // Own constants without quotes or angle brackets, so they stand in attributes as they are.
  const messages = Object.entries({ working, done, missing, failed }).map(([name, text]) => `data-${name}="${text}"`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title} · Keelson</title>
<style>${activationStyle}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p id="intro">${words.intro}</p>
<form id="form" novalidate>
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus spellcheck="false"
  autocapitalize="none" aria-describedby="intro reasons">
<label class="check"><input id="show" type="checkbox"> ${words.show}</label>
<ul id="reasons" role="alert"></ul>
<button id="submit" type="submit">${words.submit}</button>
</form>
<p id="status" role="status" ${messages.join(' ')}></p>
<noscript><p class="problem">${words.noScript}</p></noscript>
</main>
<script>${activationScript}</script>
</body>
</html>
`;
}

/** Made once for each language; the answer depends on nothing else. */
export function createActivationPages(): (language: Language) => Page {
  const headers = { 'content-security-policy': CONTENT_SECURITY_POLICY, vary: 'Accept-Language' };
  const pages: Readonly<Record<Language, Page>> = {
    en: { html: render('en'), headers },
    tr: { html: render('tr'), headers },
  };
  return (language) => pages[language];
}
