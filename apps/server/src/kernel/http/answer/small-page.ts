// Writes the small pages that need no script: a title, a few sentences, a button perhaps.
import type { Language } from '@keelson/contract';
import { escapeHtml } from '../../text/escape-html.ts';
import { iconLink, PRODUCT } from '../product.ts';

export interface SmallPage {
  readonly language: Language;
  readonly title: string;
  readonly sentences: readonly string[];
  /** Button that posts these fields to the address of the page, whatever prefix that has. */
  readonly button?: { readonly text: string; readonly fields: Readonly<Record<string, string>> };
  /** Link to an address of this server. */
  readonly link?: { readonly text: string; readonly address: string };
}

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}' +
  'main{max-width:28rem;padding:2rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25}' +
  '.product{margin:0;font-weight:700}button{padding:.75rem 1.5rem;font:inherit;font-weight:600;cursor:pointer}';

/** Writes the page; every text is escaped. */
export function smallPage({ language, title, sentences, button, link }: SmallPage): string {
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  const fields = Object.entries(button?.fields ?? {})
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const form =
    button === undefined ? '' : `<form method="post">${fields}<button>${escapeHtml(button.text)}</button></form>`;
  const way = link === undefined ? '' : `<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.text)}</a></p>`;
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} · ${PRODUCT}</title>${iconLink}` +
    `<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${STYLE}</style></head>` +
    `<body><main><p class="product">${PRODUCT}</p><h1>${escapeHtml(title)}</h1>${paragraphs}${form}${way}</main></body></html>`
  );
}
