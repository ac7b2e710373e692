// Declares templates as they are compiled and rendered: plain data, which can be sent to a thread.

export type TextPart = 'subject' | 'content' | 'textContent';
export type ResolvedContentType = 'TEXT' | 'HTML';
export type ContentType = 'STRING' | 'TEXT' | 'HTML';
export type JsonMap = Readonly<Record<string, unknown>>;

/** A place in the source; lines and columns count from 1. */
export interface Place {
  readonly part: TextPart;
  readonly locale: string;
  readonly line: number;
  readonly column: number;
  /** Code of the layout or partial; absent: the template itself. */
  readonly template?: string;
}

/** Says what is wrong with a source. */
export interface SourceProblem extends Partial<Place> {
  readonly code: 'TEMPLATE_SYNTAX_ERROR' | 'TEMPLATE_CONTENT_UNSAFE' | 'TEMPLATE_RENDER_LIMIT_EXCEEDED';
  readonly message: string;
}

export interface MissingVariable extends Partial<Place> {
  /** Path as the template names it, `order.no`; of a loop `items[].price`. */
  readonly path: string;
}

/** Source of one locale. */
export interface ContentSource {
  readonly locale: string;
  /** Null for layouts and partials. */
  readonly subject: string | null;
  readonly content: string;
  readonly contentType: ContentType;
  /** Text part; null: it is made of the HTML. */
  readonly textContent: string | null;
}

/** Both forms of a layout or partial; in the HTML form of a text the text is escaped. */
export interface Forms {
  readonly html: string;
  readonly text: string;
}

/** A layout with its code and, by line and column of each form, the places of its variables. */
export interface LayoutSource extends Forms {
  readonly code: string;
  readonly places: Readonly<Record<'content' | 'textContent', readonly Place[]>>;
}

/** Compiled form that is stored with its source, and rendered. */
export interface CompiledContent {
  readonly resolvedContentType: ResolvedContentType;
  readonly subject: string | null;
  /** Null for text. */
  readonly html: string | null;
  readonly text: string;
  /** True where the text was made of the HTML. */
  readonly textIsGenerated: boolean;
  readonly variableList: readonly string[];
  /** Places in the source of the variables of the compiled form, by part and number. */
  readonly places: Readonly<Record<TextPart, readonly Place[]>>;
  /** Lists the partials that its source names. */
  readonly renders: readonly string[];
  /** Lists all partials that are rendered with it: those of its layout, and those that partials render. */
  readonly partialCodes: readonly string[];
  /** True where a variable stands in an attribute that holds an address. */
  readonly checksUrls: boolean;
  /** True where it may be rendered outside of a thread of its own. */
  readonly isQuick: boolean;
}

/** The partials of a template in one locale, by code. */
export type Partials = Readonly<Record<string, Forms>>;

export interface RenderRequest {
  readonly compiled: CompiledContent;
  /** True where the values of parameters are secret to all but the reader, whatever the template does. */
  readonly sensitive: boolean;
  readonly partials: Partials;
  readonly locale: string;
  readonly timeZone: string;
  readonly parameters: JsonMap;
  /** True where a missing variable shows as `⟦path⟧` and is listed, instead of being a failure. */
  readonly isLenient?: boolean;
}

export interface RenderedParts {
  readonly subject: string | null;
  /** Null for text. */
  readonly html: string | null;
  readonly text: string;
}

export type RenderOutcome =
  | ({ readonly kind: 'rendered'; readonly missing: readonly MissingVariable[] } & RenderedParts)
  | { readonly kind: 'missing'; readonly missing: readonly MissingVariable[] }
  | { readonly kind: 'refused'; readonly problems: readonly SourceProblem[] };

export interface CompileRequest {
  /** LAYOUT holds `{% content %}` once, no other type may. */
  readonly type: string;
  readonly sensitive: boolean;
  readonly source: ContentSource;
  readonly layout: LayoutSource | null;
  readonly partials: Partials;
  /** Sample values, with which it is rendered once, to see that it can be and how long it takes. */
  readonly sample: JsonMap;
  /** True where style elements stay as they are. */
  readonly keepsStyles?: boolean;
}

export type CompileOutcome =
  | { readonly kind: 'compiled'; readonly compiled: CompiledContent }
  | { readonly kind: 'refused'; readonly problems: readonly SourceProblem[] };
