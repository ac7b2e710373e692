// Makes a text of HTML: what stands apart on a page stands apart in the text, and pictures say what they show.
import { createRequire } from 'node:module';

// The tool is loaded where it is needed, which is in a thread: the process itself does without it.
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
  /** White space that meets other white space or the end of a line is none. */
  addInline(text: string): void;
  openBlock(options: object): void;
  closeBlock(options: object): void;
}

/** The package brings no types of its own. */
interface HtmlToText {
  convert(html: string, options: object): string;
}

const oneLine = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
/** Links and parts of a line that a style makes blocks or cells of: buttons of mails are links. */
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

/** A picture that only decorates has an empty text (HTML, 4.8.4.4.4). */
function formatPicture({ attribs }: Element, _walk: Walk, builder: Builder): void {
  const shown = (attribs.alt ?? '').trim();
  if (shown !== '') builder.addInline(` ${shown} `);
}

const APART = ['td', 'th', 'button', 'option', 'label', 'legend', 'rt'];
/** Are blocks on a page, and none to the tool by itself. */
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

/** Makes a text of HTML in which there is no Liquid. */
export function textOfPlainHtml(html: string): string {
  return (require('html-to-text') as HtmlToText).convert(html, textOptions).replace(/ +$/gm, '');
}
