// Checks the forms of a sensitive template: when it is compiled, and again before it is rendered, since it may have
// been stored under other rules.
import { LRUCache } from 'lru-cache';
import { type CompiledPart, compiledParts, partialsIn } from './compiled-parts.ts';
import { contentPlace } from './content-forms.ts';
import type { CompiledContent, CompileRequest, Partials, SourceProblem } from './liquid/rendering.types.ts';
import { placeAt } from './liquid/source-places.ts';
import { checkSensitive, type SensitiveProblem } from './sensitive/check-sensitive.ts';

interface FoundProblem extends SensitiveProblem, CompiledPart {}

/** Checked forms that are remembered, of some ten kilobytes each. */
const CHECKED_MAX = 1_000;
const CHECKED_CHARACTERS_MAX = 10_000_000;

const checked = new LRUCache<string, readonly SensitiveProblem[]>({
  max: CHECKED_MAX,
  maxSize: CHECKED_CHARACTERS_MAX,
  sizeCalculation: (_, key) => key.length,
});

/** Finds problems; those of its layout and partials with a secret count for the template. */
function findProblems(compiled: CompiledContent, partials: Partials): readonly FoundProblem[] {
  const found = compiledParts(compiled).flatMap((one) => {
    const within = partialsIn(partials, one.form);
    const key = JSON.stringify([one.form, one.source, within]);
    const problems = checked.get(key) ?? checkSensitive(one.form, one.source, within);
    checked.set(key, problems);
    return problems.map((problem) => ({ ...one, ...problem }));
  });
  // A text made of the HTML has only those problems that the conversion makes.
  const isGenerated = compiled.textIsGenerated && found.some(({ form }) => form === 'html');
  return isGenerated ? found.filter(({ part }) => part !== 'textContent') : found;
}

/** Answers the place in the content, or in a partial; none where it is the layout, or a text made of the HTML. */
function placeOf(
  { source, layout, partials }: CompileRequest,
  { part, form, source: whole, template, at }: FoundProblem,
): Pick<SourceProblem, 'template' | 'line' | 'column'> {
  if (template !== null) {
    const of = partials[template]?.[form];
    return at === undefined || of === undefined ? { template } : { template, ...placeAt(of, at) };
  }
  const written = source[part];
  const begin = layout === null || part === 'subject' ? 0 : contentPlace(layout[form]);
  const within = (at ?? -1) - begin;
  if (written === null || !whole.startsWith(written, begin) || within < 0 || within > written.length) return {};
  return placeAt(written, within);
}

/** Finds problems of a template, with their places in the source that a person wrote. */
export function secretProblems(request: CompileRequest, compiled: CompiledContent): readonly SourceProblem[] {
  const { locale } = request.source;
  return findProblems(compiled, request.partials).map((problem) => {
    const { message, part } = problem;
    return { code: 'TEMPLATE_CONTENT_UNSAFE', message, part, locale, ...placeOf(request, problem) };
  });
}

/** Finds problems of a stored form that is about to be rendered. */
export function storedSecretProblems(
  compiled: CompiledContent,
  partials: Partials,
  locale: string,
): readonly SourceProblem[] {
  return findProblems(compiled, partials).map(({ message, part, template }) => ({
    code: 'TEMPLATE_CONTENT_UNSAFE',
    message,
    part,
    locale,
    ...(template === null ? {} : { template }),
  }));
}
