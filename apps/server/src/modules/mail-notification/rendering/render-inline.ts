// Renders content of a request: with Liquid only where it has parameters, sanitised unless the caller may send raw
// HTML.
import { resolveContentType, resolveText, sanitizedHtml } from './content-forms.ts';
import type {
  CompiledContent,
  ContentSource,
  JsonMap,
  RenderedParts,
  RenderOutcome,
} from './liquid/rendering.types.ts';
import { textOfPlainHtml } from './markup/text-of-html.ts';
import { renderCompiled } from './render-compiled.ts';

export interface InlineRequest {
  readonly source: ContentSource;
  /** Parameters; null: subject and content stand as they are, whatever reads as Liquid in them. */
  readonly parameters: JsonMap | null;
  readonly locale: string;
  readonly timeZone: string;
  /** True where the HTML stays as it is. */
  readonly isRaw: boolean;
}

const noPlaces = { subject: [], content: [], textContent: [] } as const;

function literal({ subject, content, contentType, textContent }: ContentSource): RenderedParts {
  const type = contentType === 'STRING' ? resolveText(content) : contentType;
  return { subject, html: type === 'HTML' ? content : null, text: type === 'HTML' ? (textContent ?? '') : content };
}

function compiledOf(source: ContentSource): CompiledContent {
  const { subject, content, textContent } = source;
  // A content that cannot be cut into tokens is refused with its place when it is parsed.
  let resolvedContentType: CompiledContent['resolvedContentType'] = 'TEXT';
  try {
    resolvedContentType = resolveContentType(source);
  } catch {
    resolvedContentType = 'TEXT';
  }
  const isHtml = resolvedContentType === 'HTML';
  return {
    resolvedContentType,
    subject,
    html: isHtml ? content : null,
    text: isHtml ? (textContent ?? '') : content,
    textIsGenerated: isHtml && textContent === null,
    variableList: [],
    places: noPlaces,
    renders: [],
    partialCodes: [],
    checksUrls: false,
    isQuick: false,
  };
}

export function renderInline({ source, parameters, locale, timeZone, isRaw }: InlineRequest): RenderOutcome {
  const rendered: RenderOutcome =
    parameters === null
      ? { kind: 'rendered', missing: [], ...literal(source) }
      : renderCompiled({ compiled: compiledOf(source), sensitive: false, partials: {}, locale, timeZone, parameters });
  if (rendered.kind !== 'rendered' || rendered.html === null) return rendered;
  const html = isRaw ? rendered.html : sanitizedHtml(rendered.html);
  const text = source.textContent === null ? textOfPlainHtml(html) : rendered.text;
  return { ...rendered, html, text };
}
