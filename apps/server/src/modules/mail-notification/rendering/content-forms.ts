// Makes the forms of a content: which one a STRING is, styles written into elements, a text of HTML and HTML of a text.
import { createRequire } from 'node:module';
import type juice from 'juice';
import type sanitizeHtml from 'sanitize-html';
import { STYLE_FILTER } from './liquid/local-filters.ts';
import type { ContentSource, Forms, ResolvedContentType } from './liquid/rendering.types.ts';
import { sourceTokens } from './liquid/source-tokens.ts';
import { SAFE_STYLE_VALUE, safeProperties } from './markup/safe-styles.ts';
import { textOfPlainHtml } from './markup/text-of-html.ts';

// The tools are loaded when they are needed, which is in a thread: the process itself does not need them.
const require = createRequire(import.meta.url);

/** Elements whose tags make a text HTML. */
const htmlElements = new Set(
  (
    'a abbr address article aside b bdi bdo big blockquote body br button caption center cite code col colgroup dd del details ' +
    'dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hr html i img ins kbd li link main mark meta ' +
    'nav ol p pre q s samp section small span strike strong style sub summary sup table tbody td tfoot th thead time title ' +
    'tr tt u ul var wbr script iframe form input object embed svg'
  ).split(' '),
);

/** Decides the type by the source outside of Liquid alone: data must not turn a text mail into HTML. */
export function resolveContentType({ content, contentType }: ContentSource): ResolvedContentType {
  if (contentType !== 'STRING') return contentType;
  const tokens = sourceTokens(content);
  return resolveText(tokens.map((token) => (token.kind === 'text' ? token.text : ' ')).join(''));
}

/** As `resolveContentType`, for a text without Liquid. */
export function resolveText(text: string): ResolvedContentType {
  const names = text.matchAll(/<\/?([A-Za-z][A-Za-z0-9]*)(?=[\s/>])/g);
  return [...names].some(([, name]) => htmlElements.has(name!.toLowerCase())) ? 'HTML' : 'TEXT';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Writes a text as HTML: what a person wrote is escaped, what data writes is escaped by the engine. */
export function htmlOfText(source: string): string {
  return rewritten(source, (text) => escapeHtml(text).replace(/\r\n?|\n/g, '<br>\n'));
}

function rewritten(source: string, rewrite: (text: string) => string): string {
  let at = 0;
  let result = '';
  for (const token of sourceTokens(source)) {
    if (token.kind === 'text') continue;
    result += rewrite(source.slice(at, token.begin)) + token.text;
    at = token.end;
  }
  return result + rewrite(source.slice(at));
}

interface Hidden {
  readonly text: string;
  show(text: string): string;
}

/** Replaces outputs and tags by words, for tools that do not know Liquid. */
function hideLiquid(source: string): Hidden {
  const shown: string[] = [];
  // The word must not occur in the source, so that it is made longer until it does not.
  let word = 'zqlq';
  while (source.toLowerCase().includes(word)) word += 'z';
  let at = 0;
  let text = '';
  for (const token of sourceTokens(source)) {
    if (token.kind === 'text') continue;
    text += `${source.slice(at, token.begin)}${word}${shown.length}q`;
    shown.push(token.text);
    at = token.end;
  }
  text += source.slice(at);
  const pattern = new RegExp(`${word}(\\d+)q(?:="")?`, 'gi');
  return { text, show: (changed) => changed.replace(pattern, (_word, index: string) => shown[Number(index)] ?? '') };
}

function liquidOf(source: string): string {
  return sourceTokens(source)
    .filter(({ kind }) => kind !== 'text')
    .map(({ text }) => text)
    .join('\n');
}

/** Bound of pairs of a rule and an element, which are all compared: so many take two seconds at most. */
const STYLED_PAIRS_MAX = 100_000;

/** Counts pairs of a rule and an element, whether they fit or not. */
function styledPairs(html: string): number {
  const rules = html.split('{').length - 1;
  const elements = html.match(/<[a-z]/gi)?.length ?? 0;
  return rules * elements;
}

/**
 * Writes the rules of style elements into the elements that they are for. The HTML stays as it was where Liquid would
 * be changed, and above the bound of pairs: mail programs read style elements, too.
 */
export function inlineStyles(html: string): string {
  if (!/<style[\s>]/i.test(html)) return html;
  const hidden = hideLiquid(html);
  if (styledPairs(hidden.text) > STYLED_PAIRS_MAX) return html;
  const { default: inline } = require('juice/client') as { readonly default: typeof juice };
  try {
    const inlined = hidden.show(inline(hidden.text, { applyWidthAttributes: false, applyHeightAttributes: false }));
    return liquidOf(inlined) === liquidOf(html) ? inlined : html;
  } catch {
    // An unreadable style sheet stays for the mail program, which reads it by its own rules.
    return html;
  }
}

/** Makes a text of HTML with its Liquid but for comments; words that only then read as Liquid are made harmless. */
export function textOfHtml(html: string): string {
  const tokens = sourceTokens(html);
  const hidden = hideLiquid(tokens.map(({ text }) => text).join(''));
  return hidden.show(textOfPlainHtml(hidden.text).replace(/\{(?=[{%])/g, '{ '));
}

/** Answers the position of the content in a layout; 0 where the layout has no place for it. */
export function contentPlace(layout: string): number {
  return sourceTokens(layout).find(({ name }) => name === 'content')?.begin ?? 0;
}

/** Puts the content where the layout has `{% content %}`. */
export function withinLayout(layout: string, content: string): string {
  const place = sourceTokens(layout).find(({ name }) => name === 'content');
  return place === undefined ? content : layout.slice(0, place.begin) + content + layout.slice(place.end);
}

/** Adds the filter of styles to the outputs that begin at these places. */
export function guardStyles(html: string, places: ReadonlySet<number>): string {
  if (places.size === 0) return html;
  let at = 0;
  let result = '';
  for (const token of sourceTokens(html)) {
    if (!places.has(token.begin)) continue;
    result += html.slice(at, token.begin) + token.text.replace(/-?\}\}$/, (end) => ` | ${STYLE_FILTER} ${end}`);
    at = token.end;
  }
  return result + html.slice(at);
}

const sanitizing: sanitizeHtml.IOptions = {
  allowedTags: (
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code b strong i em u s del ins sub sup small big center font ' +
    'ul ol li dl dt dd table thead tbody tfoot tr th td caption col colgroup a img span div'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'name'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    font: ['color', 'size', 'face'],
    '*': [
      'style',
      'align',
      'valign',
      'width',
      'height',
      'bgcolor',
      'border',
      'cellpadding',
      'cellspacing',
      'colspan',
      'rowspan',
    ],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
};

/** Removes everything from HTML that content of any sender must not have. */
export function sanitizedHtml(html: string): string {
  const sanitize = require('sanitize-html') as typeof sanitizeHtml;
  const styles = Object.fromEntries(safeProperties.map((property) => [property, [SAFE_STYLE_VALUE]]));
  return sanitize(html, { ...sanitizing, allowedStyles: { '*': styles } });
}

/** Makes both forms of a layout or partial. */
export function formsOf(html: string | null, text: string): Forms {
  return { html: html ?? htmlOfText(text), text };
}
