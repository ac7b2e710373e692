// The pages behind links: static, their own script only, in English and Turkish, usable without anything else.
import { hash } from 'node:crypto';
import type { Language } from '@keelson/contract';
import { linkPageScript } from './link-page-script.ts';
import { linkPageStyle } from './link-page-style.ts';
import { type LinkPage, pageTexts, sharedTexts } from './link-page-texts.ts';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where each page posts to, relative to its own address, and as what it posts the token. */
const forms: Readonly<Record<LinkPage, { readonly action: string; readonly tokenField: string }>> = {
  activate: { action: '../activate', tokenField: 'activationToken' },
  reset: { action: '../password/reset', tokenField: 'resetToken' },
  email: { action: '../email/confirm', tokenField: 'token' },
};

const source = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Nothing from elsewhere, nothing inline but these two, in nobody's frame, and only this service is spoken to. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `script-src ${source(linkPageScript)}`,
  `style-src ${source(linkPageStyle)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function passwordFields(language: Language): string {
  const { username, password, show } = sharedTexts[language];
  return `<div id="username-row" hidden>
<label for="username">${username}</label>
<input id="username" name="username" type="text" autocomplete="username" readonly>
</div>
<label for="password">${password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus spellcheck="false"
  autocapitalize="none" aria-describedby="intro reasons">
<label class="check"><input id="show" type="checkbox"> ${show}</label>
`;
}

/** Shown once the service asks for a code. */
function codeField(language: Language): string {
  return `<div id="code-row" hidden>
<label for="code">${sharedTexts[language].code}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" spellcheck="false" autocapitalize="none"
  aria-describedby="reasons">
</div>
`;
}

function render(page: LinkPage, language: Language): string {
  const words = pageTexts[page][language];
  const { working, missing, failed } = sharedTexts[language];
  const { action, tokenField } = forms[page];
  const messages = Object.entries({ working, done: words.done, missing, failed });
  const inputs = (page === 'email' ? '' : passwordFields(language)) + (page === 'reset' ? codeField(language) : '');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title} · Keelson</title>
<style>${linkPageStyle}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p id="intro">${words.intro}</p>
<form id="form" novalidate data-action="${action}" data-token-field="${tokenField}">
${inputs}<ul id="reasons" role="alert"></ul>
<button id="submit" type="submit">${words.submit}</button>
</form>
<p id="status" role="status" ${messages.map(([name, text]) => `data-${name}="${text}"`).join(' ')}></p>
<noscript><p class="problem">${words.noScript}</p></noscript>
</main>
<script>${linkPageScript}</script>
</body>
</html>
`;
}

/** Made once for each page and language; the answer depends on nothing else. */
export function createLinkPages(): (page: LinkPage, language: Language) => Page {
  const headers = { 'content-security-policy': CONTENT_SECURITY_POLICY, vary: 'Accept-Language' };
  const made = new Map<string, Page>();
  for (const page of ['activate', 'reset', 'email'] as const) {
    for (const language of ['en', 'tr'] as const) {
      made.set(`${page} ${language}`, { html: render(page, language), headers });
    }
  }
  return (page, language) => made.get(`${page} ${language}`)!;
}
