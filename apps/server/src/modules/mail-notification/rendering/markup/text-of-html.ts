// Makes a text of HTML: separate blocks stay separate in the text, and pictures become their descriptions.
import { createRequire } from 'node:module';

// The tool is loaded when it is needed, which is in a thread: the process itself does not need it.
const require = createRequire(import.meta.url);

interface Element {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string>>;
  readonly children: readonly unknown[];
}
type Walk = (children: readonly unknown[], builder: Builder) => void;
type Format = (element: Element, walk: Walk, builder: Builder, options: object) => void;
interface Builder {
  readonly options: { readonly formatters: { readonly anchor: Format; readonly inline: Format } };
  /** Adds text; white space next to white space or at the end of a line is dropped. */
  addInline(text: string): void;
  openBlock(options: object): void;
  closeBlock(options: object): void;
}

/** Types of the package, which brings none. */
interface HtmlToText {
  convert(html: string, options: object): string;
}

const oneLine = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
/** Styles that make blocks or cells of links and parts of a line: buttons of mails are links. */
const BLOCK_STYLE = /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item|table|table-row)\s*(?:;|!|$)/i;
const CELL_STYLE = /(?:^|;)\s*display\s*:\s*(?:inline-(?:block|flex|grid|table)|table-cell)\s*(?:;|!|$)/i;

/** Formats an element with a break before and after it, so that the words of two table cells do not run together. */
function formatApart(element: Element, walk: Walk, builder: Builder): void {
  builder.addInline(' ');
  walk(element.children, builder);
  builder.addInline(' ');
}

function formatStyled(element: Element, walk: Walk, builder: Builder, options: object): void {
  const style = element.attribs.style ?? '';
  const { anchor, inline } = builder.options.formatters;
  const isBlock = BLOCK_STYLE.test(style);
  const edge = CELL_STYLE.test(style) ? ' ' : '';
  if (isBlock) builder.openBlock(oneLine);
  builder.addInline(edge);
  (element.name === 'a' ? anchor : inline)(element, walk, builder, options);
  builder.addInline(edge);
  if (isBlock) builder.closeBlock(oneLine);
}

/** Writes the description of a picture, which is empty for decoration (HTML, 4.8.4.4.4). */
function formatPicture({ attribs }: Element, _walk: Walk, builder: Builder): void {
  const shown = (attribs.alt ?? '').trim();
  if (shown !== '') builder.addInline(` ${shown} `);
}

const APART = ['td', 'th', 'button', 'option', 'label', 'legend', 'rt'];
/** Elements that are blocks on a page, but not to the tool by itself. */
const BLOCKS =
  'tr dt dd address caption center details dialog fieldset figcaption figure hgroup noscript optgroup search summary'.split(
    ' ',
  );
const SKIPPED = ['style', 'title', 'template', 'datalist', 'rp'];

const textOptions = {
  wordwrap: false,
  limits: { maxInputLength: 2_000_000, maxDepth: 200 },
  formatters: { apart: formatApart, styled: formatStyled, picture: formatPicture },
  selectors: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...APART.map((selector) => ({ selector, format: 'apart' })),
    ...BLOCKS.map((selector) => ({ selector, format: 'block', options: oneLine })),
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'dl', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'menu', format: 'unorderedList' },
    { selector: 'img', format: 'picture' },
    { selector: 'q', format: 'inlineSurround', options: { prefix: '“', suffix: '”' } },
    { selector: 'span', format: 'styled' },
    { selector: 'a', format: 'styled', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
  ],
};

/** Makes a text of HTML without Liquid. */
export function textOfPlainHtml(html: string): string {
  return (require('html-to-text') as HtmlToText).convert(html, textOptions).replace(/ +$/gm, '');
}
