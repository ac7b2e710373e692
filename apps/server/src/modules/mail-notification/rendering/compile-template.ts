// Compiles the source of one locale: checks it, puts it into its layout, writes its styles into elements, makes a text
// part, and lists its variables.
import type { Template } from 'liquidjs';
import { secretProblems } from './check-secrets.ts';
import { guardStyles, inlineStyles, resolveContentType, textOfHtml, withinLayout } from './content-forms.ts';
import { engines } from './liquid/liquid-engines.ts';
import type {
  CompiledContent,
  CompileOutcome,
  CompileRequest,
  Forms,
  Place,
  SourceProblem,
  TextPart,
} from './liquid/rendering.types.ts';
import { SourceTooRich } from './liquid/source-bounds.ts';
import { placeAt } from './liquid/source-places.ts';
import { renderedCode, sourceTokens } from './liquid/source-tokens.ts';
import { askedPaths, foundVariables, readFailure } from './liquid/variable-places.ts';
import { type CheckedPlaces, checkPlaces } from './markup/check-places.ts';
import { renderCompiled, timeRendering } from './render-compiled.ts';

/** Milliseconds of a quick rendering; a template that takes longer with its sample data gets a thread. */
const QUICK_MS = 5;
const SAMPLE_RENDERS = 3;
/** Longest literal range that counts as quick; one made of data may have any size. */
const QUICK_RANGE_MAX = 1_000;
/** Characters of a quick source: listing what is missing in a longer one takes long, whatever its sample takes. */
const QUICK_CHARACTERS_MAX = 65_536;
const QUICK_TOKENS_MAX = 100;
/** Filters whose time grows faster than their input. */
const SLOW_FILTERS =
  /\|\s*(?:strip_html|sort|sort_natural|uniq|group_by|\w+_exp|find\w*|replace\w*|split|times|append)\b/;

/** Thrown with all problems. */
class Refused extends Error {
  readonly problems: readonly SourceProblem[];
  constructor(problems: readonly SourceProblem[]) {
    super('the source is refused');
    this.problems = problems;
  }
}

interface Part {
  readonly part: TextPart;
  readonly form: keyof Forms;
  readonly source: string;
}

/** Parses a part, or answers its problems. */
function parsePart({ part, form, source }: Part, locale: string): Template[] {
  try {
    return engines[form].parse(source);
  } catch (error) {
    const failure = readFailure(error, { part, locale, source, templates: [], places: [], partials: {} });
    throw new Refused(failure.problems);
  }
}

function tagProblems({ part, source }: Part, { type, source: { locale } }: CompileRequest): readonly SourceProblem[] {
  const tokens = sourceTokens(source);
  const problemAt = (at: number, message: string): SourceProblem => ({
    code: 'TEMPLATE_SYNTAX_ERROR',
    message,
    part,
    locale,
    ...placeAt(source, at),
  });
  const unnamed = tokens
    .filter((token) => token.name === 'render' && renderedCode(token) === null)
    .map(({ begin }) => problemAt(begin, "A partial is named literally: {% render 'code' %}."));
  const contents = tokens.filter(({ name }) => name === 'content');
  if (type !== 'LAYOUT' || part === 'subject') {
    return [...unnamed, ...contents.map(({ begin }) => problemAt(begin, 'Only a layout has {% content %}.'))];
  }
  return contents.length === 1 ? unnamed : [...unnamed, problemAt(0, 'A layout has {% content %} exactly once.')];
}

/** Checks each part that a person wrote, and answers the places of its variables. */
function checkParts(request: CompileRequest, parts: readonly Part[]): Readonly<Record<TextPart, readonly Place[]>> {
  const { locale } = request.source;
  const problems: SourceProblem[] = [];
  const places: Record<TextPart, readonly Place[]> = { subject: [], content: [], textContent: [] };
  for (const one of parts) {
    const { part, form, source } = one;
    try {
      const templates = parsePart(one, locale);
      problems.push(...tagProblems(one, request));
      places[part] = foundVariables(templates).map(({ line, column }) => ({ part, locale, line, column }));
      // A sensitive part is checked as a whole, with its layout.
      if (form !== 'html' || request.sensitive) continue;
      const unsafe = checkPlaces(source).problems.map(
        ({ at, message }) =>
          ({ code: 'TEMPLATE_CONTENT_UNSAFE', message, part, locale, ...placeAt(source, at) }) as const,
      );
      problems.push(...unsafe);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new Refused(problems);
  return places;
}

/** Puts the places of the layout around those of the content, in the order of the whole. */
function composedPlaces(layout: string, own: readonly Place[], around: readonly Place[]): readonly Place[] {
  const content = sourceTokens(layout).find(({ name }) => name === 'content');
  const before = foundVariables(engines.text.parse(layout)).filter(({ line, column }) => {
    const at = placeAt(layout, content?.begin ?? 0);
    return line < at.line || (line === at.line && column < at.column);
  }).length;
  return [...around.slice(0, before), ...own, ...around.slice(before)];
}

/** Makes the text of HTML. It may have lost one end of a condition with its element; then the Liquid is left out. */
function generatedText(html: string): string {
  const text = textOfHtml(html);
  try {
    engines.text.parse(text);
    return text;
  } catch {
    return sourceTokens(text)
      .filter(({ kind }) => kind !== 'tag')
      .map((token) => token.text)
      .join('');
  }
}

/** Places of a part without data in styles and addresses. */
const noPlaces: CheckedPlaces = { problems: [], checksUrls: false, inStyles: new Set() };

type Forming = Pick<
  CompiledContent,
  'resolvedContentType' | 'html' | 'text' | 'textIsGenerated' | 'checksUrls' | 'places'
>;

function formsOfContent(request: CompileRequest, written: Readonly<Record<TextPart, readonly Place[]>>): Forming {
  const { source, layout } = request;
  const resolvedContentType = resolveContentType(source);
  if (resolvedContentType === 'TEXT') {
    const text = layout === null ? source.content : withinLayout(layout.text, source.content);
    const content =
      layout === null ? written.content : composedPlaces(layout.text, written.content, layout.places.textContent);
    const places = { ...written, content };
    return { resolvedContentType, html: null, text, textIsGenerated: false, checksUrls: false, places };
  }
  const composed = layout === null ? source.content : withinLayout(layout.html, source.content);
  const isLeft = request.type === 'LAYOUT' || request.keepsStyles === true || request.sensitive;
  const whole = isLeft ? composed : inlineStyles(composed);
  const checked = request.sensitive ? noPlaces : checkPlaces(whole);
  if (checked.problems.length > 0) {
    const { locale } = source;
    const problems = checked.problems.map(
      ({ message }) => ({ code: 'TEMPLATE_CONTENT_UNSAFE', message, part: 'content', locale }) as const,
    );
    throw new Refused(problems);
  }
  const html = request.type === 'LAYOUT' ? whole : guardStyles(whole, checked.inStyles);
  const content =
    layout === null ? written.content : composedPlaces(layout.html, written.content, layout.places.content);
  const textIsGenerated = source.textContent === null;
  if (source.textContent === null) {
    const text = generatedText(whole);
    return {
      resolvedContentType,
      html,
      text,
      textIsGenerated,
      checksUrls: checked.checksUrls,
      places: { ...written, content },
    };
  }
  const text = layout === null ? source.textContent : withinLayout(layout.text, source.textContent);
  const textContent =
    layout === null ? written.textContent : composedPlaces(layout.text, written.textContent, layout.places.textContent);
  const places = { ...written, content, textContent };
  return { resolvedContentType, html, text, textIsGenerated, checksUrls: checked.checksUrls, places };
}

/** Says by the source alone whether a template may be slow with other data than its sample. */
function mayBeSlow(source: string): boolean {
  if (source.length > QUICK_CHARACTERS_MAX) return true;
  const tokens = sourceTokens(source).filter(({ kind }) => kind !== 'text');
  if (tokens.length > QUICK_TOKENS_MAX) return true;
  let depth = 0;
  for (const { name, inner, text } of tokens) {
    if (name === 'render' || SLOW_FILTERS.test(text)) return true;
    const range = /\(\s*([^\s.)]+)\s*\.\.\s*([^\s)]+)\s*\)/.exec(inner);
    if (range !== null && !(Number(range[2]) - Number(range[1]) <= QUICK_RANGE_MAX)) return true;
    if (name === 'for') depth += 1;
    if (name === 'endfor') depth -= 1;
    if (depth > 1) return true;
  }
  return false;
}

/** Renders with the sample, and answers the shortest time of a rendering in milliseconds. */
function timeSample({ source, sensitive, partials, sample }: CompileRequest, compiled: CompiledContent): number {
  const request = { compiled, sensitive, partials, locale: source.locale, timeZone: 'UTC', parameters: sample };
  const outcome = renderCompiled({ ...request, isLenient: true });
  if (outcome.kind === 'refused') throw new Refused(outcome.problems);
  return timeRendering(request, SAMPLE_RENDERS);
}

function partsOf({ source: { subject, content, contentType, textContent, locale } }: CompileRequest): readonly Part[] {
  const parts: Part[] = [];
  if (subject !== null) parts.push({ part: 'subject', form: 'text', source: subject });
  // A content that cannot be cut into tokens has no type yet; its problem is reported below.
  let form: keyof Forms = 'text';
  try {
    const type = resolveContentType({ subject, content, contentType, textContent, locale });
    form = type === 'HTML' ? 'html' : 'text';
  } catch {
    form = 'text';
  }
  parts.push({ part: 'content', form, source: content });
  if (textContent !== null) parts.push({ part: 'textContent', form: 'text', source: textContent });
  return parts;
}

function compile(request: CompileRequest): CompiledContent {
  const { source, partials, type } = request;
  const parts = partsOf(request);
  const forming = formsOfContent(request, checkParts(request, parts));
  const { html, text } = forming;
  const forms: readonly (readonly [keyof Forms, string])[] = [
    ...(source.subject === null ? [] : [['text', source.subject] as const]),
    ...(html === null ? [] : [['html', html] as const]),
    ['text', text],
  ];
  const asked = forms.flatMap(([form, whole]) => askedPaths(engines[form].parse(whole), form, partials));
  const codes = parts.flatMap(({ source: written }) =>
    sourceTokens(written).flatMap((token) => (token.name === 'render' ? (renderedCode(token) ?? []) : [])),
  );
  const compiled: CompiledContent = {
    ...forming,
    subject: source.subject,
    variableList: [...new Set(asked)].sort(),
    renders: [...new Set(codes)],
    partialCodes: Object.keys(partials).sort(),
    isQuick: false,
  };
  const secrets = request.sensitive ? secretProblems(request, compiled) : [];
  if (secrets.length > 0) throw new Refused(secrets);
  if (type === 'LAYOUT' || type === 'PARTIAL') return compiled;
  const tookMs = timeSample(request, compiled);
  return { ...compiled, isQuick: tookMs < QUICK_MS && !forms.some(([, whole]) => mayBeSlow(whole)) };
}

function wholeTooRich({ excesses }: SourceTooRich, { source: { locale } }: CompileRequest): readonly SourceProblem[] {
  const code = 'TEMPLATE_RENDER_LIMIT_EXCEEDED';
  return excesses.map(({ message }) => ({ code, message: `With its layout: ${message}`, part: 'content', locale }));
}

/** Compiles, or refuses with every problem of every part. */
export function compileTemplate(request: CompileRequest): CompileOutcome {
  try {
    return { kind: 'compiled', compiled: compile(request) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', problems: error.problems };
    // Each part is within the bounds, but exceeds them with its layout.
    if (error instanceof SourceTooRich) return { kind: 'refused', problems: wholeTooRich(error, request) };
    throw error;
  }
}
