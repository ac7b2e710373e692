// Compiles templates with their layout and partials, and recompiles the templates that use them.

import type { Queryable } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { notFoundError } from '../../../../kernel/request/not-found.ts';
import { chooseLocale, formsOf, type Rendering } from '../../rendering/feature.ts';
import type { CompiledContent, Forms, LayoutSource, Partials } from '../../rendering/liquid/rendering.types.ts';
import { listContents, listTemplates, listUsersOf } from '../record/template.store.ts';
import type {
  Template,
  TemplateFields,
  TemplateWithContents,
  VersionSnapshot,
  WrittenContent,
} from '../record/template.types.ts';
import { failProblems, refuseCompiled, sampleOf } from './render-failure.ts';

/** Depth to which partials may render partials. */
const DEPTH_MAX = 8;

export interface Draft {
  readonly fields: TemplateFields;
  readonly contents: readonly WrittenContent[];
  /** Codes that it may go on using although they are disabled. */
  readonly known: ReadonlySet<string>;
  /** True where style elements stay as they are. */
  readonly keepsStyles?: boolean;
}

interface Used {
  readonly type: string;
  readonly enabled: boolean;
  readonly contents: readonly { readonly locale: string; readonly compiled: CompiledContent }[];
}

/** Templates by code that others are compiled with: read ones, and those about to be stored. */
export type Library = Map<string, Used>;

/** A compiled draft. */
export interface CompiledDraft extends VersionSnapshot {
  readonly compiled: readonly CompiledContent[];
}

function bestOf<T extends { readonly locale: string }>(contents: readonly T[], locale: string): T | undefined {
  const found = chooseLocale(
    contents.map((one) => one.locale),
    locale,
    null,
  );
  return contents.find((one) => one.locale === found) ?? contents[0];
}

function formsIn({ contents }: Used, locale: string): Forms {
  const best = bestOf(contents, locale);
  return best === undefined ? { html: '', text: '' } : formsOf(best.compiled.html, best.compiled.text);
}

function layoutIn(code: string, used: Used, locale: string): LayoutSource {
  const places = bestOf(used.contents, locale)?.compiled.places;
  const within = (part: 'content' | 'textContent') =>
    (places?.[part] ?? []).map((place) => ({ ...place, template: code }));
  return { code, ...formsIn(used, locale), places: { content: within('content'), textContent: within('textContent') } };
}

function failReferences(field: string, codes: readonly string[]): never {
  throw notFoundError(
    'TEMPLATE_REFERENCE_NOT_FOUND',
    codes.map((code) => ({ code, field })),
  );
}

function rendersOf(library: Library, code: string): readonly string[] {
  return library.get(code)?.contents.flatMap(({ compiled }) => compiled.renders) ?? [];
}

function depthOf(library: Library, code: string, above: readonly string[]): number {
  if (above.includes(code)) return Number.POSITIVE_INFINITY;
  const renders = rendersOf(library, code);
  return 1 + Math.max(0, ...[...new Set(renders)].map((each) => depthOf(library, each, [...above, code])));
}

interface SourceParts extends Pick<Kernel, 'database'> {
  readonly rendering: Rendering;
}

/** Reads these templates and their partials; of those in the library the partials are there already. */
async function load(database: Queryable, tenant: string, library: Library, codes: readonly string[]): Promise<void> {
  const wanted = codes.filter((code) => !library.has(code));
  if (wanted.length === 0) return;
  const rows = await listTemplates(database, tenant, wanted);
  for (const row of rows) {
    const { type, enabled, code } = row;
    library.set(code, { type, enabled, contents: await listContents(database, row.id) });
  }
  const further = rows.flatMap(({ code }) => rendersOf(library, code));
  await load(database, tenant, library, [...new Set(further)]);
}

function requireUsable(library: Library, codes: readonly string[], type: string, known: ReadonlySet<string>): void {
  const missing = codes.filter((code) => {
    const used = library.get(code);
    return used?.type !== type || !(used.enabled || known.has(code));
  });
  if (missing.length > 0) failReferences(type === 'LAYOUT' ? 'layoutCode' : 'contentMap', missing);
}

interface Sources {
  readonly subject?: string | null;
  readonly content: string;
  readonly textContent?: string | null;
}

function textsOf({ subject = null, content, textContent = null }: Sources): readonly string[] {
  return [subject, content, textContent].filter((text) => text !== null);
}

/**
 * Answers everything that is rendered with the draft but its layout; 422 where one is missing, or they form a cycle.
 */
async function requirePartials(
  { database, rendering }: SourceParts,
  tenant: string,
  { fields, contents, known }: Draft,
  library: Library,
): Promise<readonly string[]> {
  const { layoutCode, type, code } = fields;
  const direct = await rendering.codesOf(tenant, contents.flatMap(textsOf));
  if (type === 'PARTIAL' && direct.includes(code)) failCircle(code);
  const layouts = layoutCode === null ? [] : [layoutCode];
  await load(database, tenant, library, [...direct, ...layouts]);
  requireUsable(library, layouts, 'LAYOUT', known);
  requireUsable(library, direct, 'PARTIAL', known);
  const all = closureOf(library, [...direct, ...layouts]);
  const isCircle = type === 'PARTIAL' && all.includes(code);
  if (isCircle || all.some((each) => depthOf(library, each, []) > DEPTH_MAX)) failCircle(code);
  return all.filter((each) => each !== layoutCode);
}

async function compileDraft(
  parts: SourceParts,
  tenant: string,
  draft: Draft,
  library: Library,
): Promise<readonly CompiledContent[]> {
  const { layoutCode, type, sensitive, parameterList } = draft.fields;
  const partials = await requirePartials(parts, tenant, draft, library);
  const sample = sampleOf(parameterList);
  const requests = draft.contents.map((source) => ({
    type,
    sensitive,
    source,
    sample,
    keepsStyles: draft.keepsStyles === true,
    layout: layoutCode === null ? null : layoutIn(layoutCode, library.get(layoutCode)!, source.locale),
    partials: partialsIn(library, partials, source.locale),
  }));
  return refuseCompiled(await parts.rendering.compile(tenant, requests));
}

/** A recompiled template that uses others. */
interface CompiledUser {
  readonly user: TemplateWithContents;
  readonly compiled: readonly CompiledContent[];
}

/** Recompiles a user, which may go on using disabled templates. */
function compileUser(
  parts: SourceParts,
  tenant: string,
  { template, contents }: TemplateWithContents,
  library: Library,
): Promise<readonly CompiledContent[]> {
  const known = new Set([...contents.flatMap((one) => one.compiled.partialCodes), template.layoutCode ?? '']);
  return compileDraft(parts, tenant, { fields: template, contents, known }, library);
}

interface UsersOptions {
  /** Codes of templates that are left out. */
  readonly except?: ReadonlySet<string>;
  /** Called for each template that the change breaks; absent: the first one ends the request. */
  readonly onRefused?: (user: TemplateWithContents, error: unknown) => void;
}

function failWith(_user: TemplateWithContents, error: unknown): never {
  throw error;
}

/** Adds a draft to its library as if it were stored. */
export function placeDraft(library: Library, { fields, contents, compiled }: CompiledDraft, enabled = true): void {
  const own = contents.map(({ locale }, index) => ({ locale, compiled: compiled[index]! }));
  library.set(fields.code, { type: fields.type, enabled, contents: own });
}

export function createTemplateSources(parts: SourceParts) {
  const { database } = parts;
  return {
    /** Reads the partials of a template for one locale. */
    async partialsOf(
      queryable: Queryable,
      tenant: string,
      codes: readonly string[],
      locale: string,
    ): Promise<Partials> {
      const library: Library = new Map();
      for (const row of await listTemplates(queryable, tenant, codes)) {
        const { type, enabled, code } = row;
        library.set(code, { type, enabled, contents: await listContents(queryable, row.id) });
      }
      return partialsIn(library, [...library.keys()], locale);
    },
    /** Compiles a draft; 422 with every problem of every part, or TEMPLATE_REFERENCE_NOT_FOUND. */
    compile: (tenant: string, draft: Draft, library: Library = new Map()) =>
      compileDraft(parts, tenant, draft, library),
    /** Lists the codes that a template uses: its layout and partials. */
    async codesIn(tenant: string, layoutCode: string | null, contents: readonly Sources[]): Promise<readonly string[]> {
      const partials = await parts.rendering.codesOf(tenant, contents.flatMap(textsOf));
      return layoutCode === null ? partials : [layoutCode, ...partials];
    },
    /** Answers the partials of stored templates, those of partials included. */
    async usesOf(tenant: string, codes: readonly string[]): Promise<(code: string) => readonly string[]> {
      const library: Library = new Map();
      await load(database, tenant, library, [...new Set(codes)]);
      return (code) => rendersOf(library, code);
    },
    /** Recompiles all templates that use these layouts and partials, as if those were stored already. */
    async compileUsers(
      tenant: string,
      drafts: readonly CompiledDraft[],
      library: Library,
      { except = new Set(), onRefused = failWith }: UsersOptions = {},
    ): Promise<readonly CompiledUser[]> {
      const used = drafts.filter(({ fields: { type } }) => type === 'LAYOUT' || type === 'PARTIAL');
      const rows = new Map<string, Template>();
      for (const { fields } of used) {
        for (const row of await listUsersOf(database, tenant, fields.code)) {
          if (!except.has(row.code)) rows.set(row.code, row);
        }
      }
      const users: CompiledUser[] = [];
      for (const template of rows.values()) {
        const user = { template, contents: await listContents(database, template.id) };
        try {
          users.push({ user, compiled: await compileUser(parts, tenant, user, library) });
        } catch (error) {
          onRefused(user, error);
        }
      }
      return users;
    },
  };
}

export type TemplateSources = ReturnType<typeof createTemplateSources>;

export function failCircle(code: string): never {
  const message = `Partials render each other, or stand more than ${DEPTH_MAX} deep.`;
  return failProblems([{ code: 'TEMPLATE_SYNTAX_ERROR', message, part: 'content', template: code }]);
}

/** Lists all templates that these use, directly or not. */
function closureOf(library: Library, codes: readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const waiting = [...codes];
  while (waiting.length > 0) {
    const code = waiting.pop()!;
    if (reached.has(code)) continue;
    reached.add(code);
    waiting.push(...rendersOf(library, code));
  }
  return [...reached];
}

function partialsIn(library: Library, codes: readonly string[], locale: string): Partials {
  return Object.fromEntries(codes.map((code) => [code, formsIn(library.get(code) ?? none, locale)]));
}

const none: Used = { type: 'PARTIAL', enabled: true, contents: [] };
