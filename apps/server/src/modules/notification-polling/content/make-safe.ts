// Makes the form of a content that a page may insert: from text, Markdown or HTML, by one short list of what is allowed.
import { createRequire } from 'node:module';
import { Marked } from 'marked';
import type sanitizeHtml from 'sanitize-html';
import type { ContentType } from '../record/announcement.types.ts';

/** Depth of elements; deeper ones are left out, as browsers slow down over them without a visible difference. */
const NESTING_MAX = 50;

const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code b strong i em u s del sub sup small ' +
  'ul ol li dl dt dd table thead tbody tfoot tr th td caption a img span'
).split(' ');

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: NESTING_MAX,
  transformTags: {
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href }),
        ...(title === undefined ? {} : { title }),
        rel: 'noopener noreferrer',
      },
    }),
  },
  // An image of another source shows nothing, or reports to its host that somebody reads.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src?.startsWith('https://') !== true,
};

// Loaded at first use: with its parser of styles it takes 18 MiB, and plain text does not need it.
let sanitizer: typeof sanitizeHtml | null = null;

function sanitized(html: string): string {
  sanitizer ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml;
  return sanitizer(html, options);
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

// Raw HTML in Markdown is shown as text; the content type HTML serves it.
const markdown = new Marked({ async: false, gfm: true, renderer: { html: ({ text }) => escapeHtml(text) } });

function rendered(contentType: ContentType, content: string): string {
  if (contentType === 'HTML') return content;
  if (contentType === 'MARKDOWN') return markdown.parse(content) as string;
  return escapeHtml(content).replace(/\r\n?|\n/g, '<br />');
}

/** Delimiters in one paragraph: the renderer's time grows with their square, and these take some milliseconds. */
const DELIMITERS_MAX = 1_000;

function isTooDense(content: string): boolean {
  return content.split(/\n\s*\n/).some((paragraph) => (paragraph.match(/[*_~[\]]/g)?.length ?? 0) > DELIMITERS_MAX);
}

/** Renders a content; null where it nests so deep that the stack overflows, which no person writes. */
function renderedOrNull(contentType: ContentType, content: string): string | null {
  if (contentType === 'MARKDOWN' && isTooDense(content)) return null;
  try {
    return rendered(contentType, content);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Makes the safe form; null where nothing visible is left. */
export function makeSafe(contentType: ContentType, content: string): string | null {
  const written = renderedOrNull(contentType, content);
  if (written === null) return null;
  // Text is safe once it is escaped.
  const html = contentType === 'TEXT' ? written : sanitized(written);
  const isVisible = /<img /.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
  return isVisible ? html : null;
}
