// Builds the pages behind links: static, their own script only, in English and Turkish, usable without anything else.
import { hash } from 'node:crypto';
import type { Language } from '@keelson/contract';
import { linkPageScript } from './link-page-script.ts';
import { linkPageStyle } from './link-page-style.ts';
import { type LinkPage, pageTexts, sharedTexts } from './link-page-texts.ts';

export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Says where each page posts to, relative to its own address, and as what it posts the token. */
const forms: Readonly<Record<LinkPage, { readonly action: string; readonly tokenField: string }>> = {
  activate: { action: '../activate', tokenField: 'activationToken' },
  reset: { action: '../password/reset', tokenField: 'resetToken' },
  email: { action: '../email/confirm', tokenField: 'token' },
};

const source = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/**
 * Content security policy: nothing from elsewhere, nothing inline but the page's style and script, no frame,
 * connections to this service only.
 */
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

/** Field that is shown once the service asks for a code. */
function codeField(language: Language): string {
  return `<div id="code-row" hidden>
<label for="code">${sharedTexts[language].code}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" spellcheck="false" autocapitalize="none"
  aria-describedby="reasons">
</div>
`;
}

function render(page: LinkPage, language: Language, minLength: number, home: string): string {
  const words = pageTexts[page][language];
  const { working, empty, missing, failed } = sharedTexts[language];
  const { action, tokenField } = forms[page];
  const messages = Object.entries({ working, empty, done: words.done, over: words.over, missing, failed });
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
<p id="intro">${words.intro(minLength)}</p>
<form id="form" novalidate data-action="${action}" data-token-field="${tokenField}">
${inputs}<ul id="reasons" role="alert"></ul>
<button id="submit" type="submit">${words.submit}</button>
</form>
<p id="status" role="status" ${messages.map(([name, text]) => `data-${name}="${text}"`).join(' ')}></p>
<a id="home" href="${home}" hidden>${sharedTexts[language].home}</a>
<noscript><p class="problem">${words.noScript}</p></noscript>
</main>
<script>${linkPageScript}</script>
</body>
</html>
`;
}

/**
 * Makes pages once for each page, language and length: `minLength` is what the suite asks of a password at the moment, `home`
 * the address of the start page.
 */
export function createLinkPages(minLength: () => number, home: string): (page: LinkPage, language: Language) => Page {
  const headers = { 'content-security-policy': CONTENT_SECURITY_POLICY, vary: 'Accept-Language' };
  // Pages are kept by length: the setting has some hundred values at most.
  const made = new Map<string, Page>();
  return (page, language) => {
    const length = minLength();
    const key = `${page} ${language} ${length}`;
    const known = made.get(key) ?? { html: render(page, language, length, home), headers };
    made.set(key, known);
    return known;
  };
}
