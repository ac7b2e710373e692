// Lists the markup that a sensitive mail may have; none of it loads anything from another host.
import { SAFE_STYLE_VALUE, safeProperties } from '../markup/safe-styles.ts';

const wordElements =
  'a b strong i em u s del ins small sub sup code span h1 h2 h3 h4 h5 h6 p br hr blockquote pre center ul ol li dl dt dd';
const tableElements = 'table caption thead tbody tfoot tr th td';
const elements = new Set(
  `html head meta title body div main section article header footer nav img ${wordElements} ${tableElements}`.split(
    ' ',
  ),
);

/** Elements that stand within a word; all others separate the text around them. */
const withinWords = new Set('a b strong i em u s del ins small sub sup code span img'.split(' '));

const ANY = /^/;
const WORDS = /^[A-Za-z0-9#%.,_ -]*$/;
const attributes = new Map<string, RegExp>([
  ...'lang dir role title alt aria-label aria-hidden'.split(' ').map((name) => [name, ANY] as const),
  ...'align valign width height bgcolor border cellpadding cellspacing colspan rowspan'
    .split(' ')
    .map((name) => [name, WORDS] as const),
  // A literal address leads to no other host, and loads nothing.
  ['a href', /^(?:mailto|tel):/i],
  ['a target', WORDS],
  ['a rel', WORDS],
  ['img src', /^(?:cid:|data:image\/(?:png|gif|jpeg|webp);)/i],
  ['meta charset', WORDS],
  [
    'meta name',
    /^(?:viewport|color-scheme|supported-color-schemes|format-detection|x-apple-disable-message-reformatting)$/,
  ],
  ['meta content', /^[A-Za-z0-9=.,:;_ -]*$/],
]);

function styleProblem(style: string): string | null {
  for (const declaration of style.split(';')) {
    const [property = '', ...value] = declaration.split(':');
    const name = property.trim().toLowerCase();
    if (name === '' && value.length === 0) continue;
    if (!safeProperties.includes(name)) return `A sensitive template has no style ${name}.`;
    if (!SAFE_STYLE_VALUE.test(value.join(':').trim())) return `A sensitive template has no such value of ${name}.`;
  }
  return null;
}

export function isAllowedElement(name: string): boolean {
  return elements.has(name);
}

export function standsWithinWords(name: string): boolean {
  return withinWords.has(name);
}

/** Answers the problem of an attribute without data; null: there is none. */
export function attributeProblem(element: string, name: string, value: string): string | null {
  if (name === 'style') return styleProblem(value);
  const allowed = attributes.get(`${element} ${name}`) ?? attributes.get(name);
  if (allowed === undefined) return `A sensitive template has no attribute ${name} of ${element}.`;
  if (allowed.test(value)) return null;
  if (name === 'href') return 'A link of a sensitive template leads to one variable, mailto: or tel:.';
  return `A sensitive template has no such value of ${name}.`;
}
