// Renders a compiled template with the parameters of one mail; the same code runs on the event loop and in a thread.
import type { Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { storedSecretProblems } from './check-secrets.ts';
import { compiledParts, partialsIn } from './compiled-parts.ts';
import { engines } from './liquid/liquid-engines.ts';
import { READER } from './liquid/local-filters.ts';
import type {
  Forms,
  JsonMap,
  MissingVariable,
  RenderOutcome,
  RenderRequest,
  SourceProblem,
  TextPart,
} from './liquid/rendering.types.ts';
import { type Failure, readFailure } from './liquid/variable-places.ts';
import { checkRendered } from './markup/check-places.ts';
import { hideValues } from './sensitive/marks.ts';
import { showValues } from './sensitive/show-values.ts';

const PARSED_MAX = 1_000;
const LINE_BREAKS = /[\r\n\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;
/** Rounds of filling in missing variables: a template may hide one behind another. */
const LENIENT_ROUNDS_MAX = 20;

/** Parsed forms by form and source: a changed template has another source. */
const parsed = new LRUCache<string, Template[]>({
  max: PARSED_MAX,
  maxSize: 8_000_000,
  sizeCalculation: (_, key) => key.length,
});

function parse(form: keyof Forms, source: string): Template[] {
  const key = `${form} ${source}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const templates = engines[form].parse(source);
  parsed.set(key, templates);
  return templates;
}

interface Rendering extends Failure {
  readonly texts: Readonly<Partial<Record<string, string>>>;
}

function unsafe(message: string, part: TextPart, locale: string): SourceProblem {
  return { code: 'TEMPLATE_CONTENT_UNSAFE', message, part, locale };
}

function renderParts(request: RenderRequest, parameters: JsonMap, isStrict: boolean): Rendering {
  const { compiled, partials, locale, timeZone } = request;
  const texts: Record<string, string> = {};
  const missing: MissingVariable[] = [];
  const problems: SourceProblem[] = [];
  const globals = { [READER]: { locale: locale === 'default' ? 'en' : locale, timeZone } };
  // The engine sees only marks of a sensitive mail, so that nothing in it depends on the values.
  const hidden = request.sensitive ? hideValues(parameters) : null;
  const given = { parameters: hidden?.parameters ?? parameters, partials, globals, isStrict };
  for (const { part, form, source } of compiledParts(compiled)) {
    let templates: Template[] = [];
    try {
      templates = parse(form, source);
      const text = engines[form].render(templates, given);
      const shown = hidden === null ? ({ kind: 'shown', text } as const) : showValues(form, text, hidden.values);
      if (shown.kind === 'shown') texts[`${part} ${form}`] = shown.text;
      else problems.push(...shown.messages.map((message) => unsafe(message, part, locale)));
    } catch (error) {
      const places = compiled.places[part];
      const failure = readFailure(error, {
        part,
        locale,
        source,
        templates,
        places,
        partials: partialsIn(partials, form),
      });
      problems.push(...failure.problems);
      // A text made of the HTML misses only variables that the HTML misses.
      if (part !== 'textContent' || !compiled.textIsGenerated) missing.push(...failure.missing);
      else if (missing.length === 0) missing.push(...failure.missing);
    }
  }
  return { texts, missing, problems };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Puts the value where the path leads; false where it leads into a list, or through something that is no map. */
function putAt(map: Record<string, unknown>, path: string, value: unknown): boolean {
  const keys = path.split('.');
  if (keys.some((key) => !/^[\w-]+$/.test(key) || key === '__proto__')) return false;
  let place = map;
  for (const key of keys.slice(0, -1)) {
    const next = Object.hasOwn(place, key) ? place[key] : {};
    if (!isPlain(next)) return false;
    const copy = { ...next };
    place[key] = copy;
    place = copy;
  }
  const last = keys.at(-1)!;
  if (Object.hasOwn(place, last)) return false;
  place[last] = value;
  return true;
}

/** Puts `⟦path⟧` in place of missing values; one that cannot be placed stays empty. */
function fillMissing(request: RenderRequest) {
  const parameters = { ...request.parameters };
  const missing = new Map<string, MissingVariable>();
  for (let round = 0; round < LENIENT_ROUNDS_MAX; round += 1) {
    const rendering = renderParts(request, parameters, true);
    if (rendering.problems.length > 0 || rendering.missing.length === 0) return { parameters, missing, rendering };
    let isFilled = false;
    for (const one of rendering.missing) {
      if (!missing.has(one.path)) missing.set(one.path, one);
      isFilled = putAt(parameters, one.path, `⟦${one.path}⟧`) || isFilled;
    }
    if (!isFilled) break;
  }
  return { parameters, missing, rendering: null };
}

function renderLeniently(request: RenderRequest): Rendering {
  const { parameters, missing, rendering } = fillMissing(request);
  return { ...(rendering ?? renderParts(request, parameters, false)), missing: [...missing.values()] };
}

/**
 * Answers the shortest of `times` renderings, in milliseconds, with everything missing filled in: reporting it takes
 * longer than rendering.
 */
export function timeRendering(request: RenderRequest, times: number): number {
  const { parameters } = fillMissing(request);
  let shortest = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) {
    const beganMs = performance.now();
    renderParts(request, parameters, false);
    shortest = Math.min(shortest, performance.now() - beganMs);
  }
  return shortest;
}

/** Writes a subject in one line: a line break becomes a space; controls are left out. */
function oneLine(subject: string): string {
  return subject.replace(LINE_BREAKS, ' ').replace(CONTROLS, '').trim();
}

function distinct(missing: readonly MissingVariable[]): readonly MissingVariable[] {
  const keyOf = ({ path, part, line, column, template }: MissingVariable) =>
    [path, part, line, column, template].join(' ');
  return [...new Map(missing.map((one) => [keyOf(one), one])).values()];
}

export function renderCompiled(request: RenderRequest): RenderOutcome {
  const isLenient = request.isLenient === true;
  const secrets = request.sensitive ? storedSecretProblems(request.compiled, request.partials, request.locale) : [];
  if (secrets.length > 0) return { kind: 'refused', problems: secrets };
  const { texts, missing, problems } = isLenient
    ? renderLeniently(request)
    : renderParts(request, request.parameters, true);
  if (problems.length > 0) return { kind: 'refused', problems };
  if (missing.length > 0 && !isLenient) return { kind: 'missing', missing: distinct(missing) };
  const { compiled, locale } = request;
  const html = texts['content html'] ?? null;
  if (html !== null && compiled.checksUrls) {
    const [message] = checkRendered(html);
    if (message !== undefined) return { kind: 'refused', problems: [unsafe(message, 'content', locale)] };
  }
  return {
    kind: 'rendered',
    missing,
    subject: texts['subject text'] === undefined ? null : oneLine(texts['subject text']),
    html,
    text: texts[html === null ? 'content text' : 'textContent text'] ?? '',
  };
}
