// Makes the two engines of templates, one that escapes for HTML and one that does not, without features that are unsafe
// in templates of tenants.
import { isMainThread } from 'node:worker_threads';
import { Liquid, type Template, Token } from 'liquidjs';
import { localFilters } from './local-filters.ts';
import type { Forms, Partials } from './rendering.types.ts';
import { requireBounds } from './source-bounds.ts';
import { placeAt } from './source-places.ts';

const PARSE_CHARACTERS_MAX = 1_000_000;
/**
 * Limit within the engine, in real time, which a busy machine may use up: too slow a template for the event loop has
 * its time in a thread.
 */
const RENDER_MS_MAX = isMainThread ? 50 : 250;
/** Bound of new texts and lists, in characters and entries. */
const MEMORY_MAX = 10_000_000;
/** Characters of a mail at most: a template of one line can fill memory otherwise. */
export const OUTPUT_CHARACTERS_MAX = 2_000_000;

/**
 * Tags that are removed. The first three read other templates by names that data can give. The others write output that
 * the check of places in the markup does not see, or read a text as it stands.
 */
const removedTags = 'include layout block liquid cycle increment decrement tablerow raw'.split(' ');
/** Filters that are removed: they undo escaping, show internals, or make this program sign texts of a template. */
const removedFilters = ['raw', 'inspect', 'hmac_sha256'];

export class OutputTooLong extends Error {}

// Replaced because the engine counts from the first character for each variable of a source, and again for each error.
Token.prototype.getPosition = function (this: Token): [number, number] {
  const { line, column } = placeAt(this.input, this.begin);
  return [line, column];
};

type Form = keyof Forms;

export interface TemplateEngine {
  readonly liquid: Liquid;
  /** Throws `SourceTooRich`, or errors of the engine. */
  parse(source: string): Template[];
  /** Throws errors of the engine. */
  render(
    templates: Template[],
    options: {
      readonly parameters: object;
      readonly partials: Partials;
      readonly globals: object;
      readonly isStrict: boolean;
    },
  ): string;
  /** Runs with these partials at hand. */
  within<T>(partials: Partials, work: () => T): T;
}

function createEngine(form: Form): TemplateEngine {
  // Rendering is synchronous, so that one table serves the current one.
  const sources: Record<string, string> = Object.create(null) as Record<string, string>;
  const liquid = new Liquid({
    ...(form === 'html' ? { outputEscape: 'escape' as const } : {}),
    templates: sources,
    cache: false,
    strictVariables: true,
    strictFilters: true,
    lenientIf: true,
    ownPropertyOnly: true,
    catchAllErrors: true,
    dynamicPartials: true,
    parseLimit: PARSE_CHARACTERS_MAX,
    renderLimit: RENDER_MS_MAX,
    memoryLimit: MEMORY_MAX,
  });
  for (const tag of removedTags) delete liquid.tags[tag];
  for (const filter of removedFilters) delete liquid.filters[filter];
  for (const [name, filter] of Object.entries(localFilters)) liquid.registerFilter(name, filter);
  // A layout is put together when it is compiled; on its own it has nothing there.
  liquid.registerTag('content', { parse: () => {}, render: () => '' });
  const within = <T>(partials: Partials, work: () => T): T => {
    for (const [code, forms] of Object.entries(partials)) sources[code] = forms[form];
    try {
      return work();
    } finally {
      for (const code of Object.keys(sources)) delete sources[code];
    }
  };
  return {
    liquid,
    within,
    parse(source) {
      requireBounds(source);
      return liquid.parse(source);
    },
    render: (templates, { parameters, partials, globals, isStrict }) =>
      within(partials, () => {
        const output = liquid.renderSync(templates, parameters, { globals, strictVariables: isStrict }) as string;
        if (output.length > OUTPUT_CHARACTERS_MAX) throw new OutputTooLong();
        return output;
      }),
  };
}

/** Each process and each thread has its own. */
export const engines: Readonly<Record<Form, TemplateEngine>> = {
  html: createEngine('html'),
  text: createEngine('text'),
};
