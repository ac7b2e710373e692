// Finds the template of a mail and renders it, for modules and for people.
import { LRUCache } from 'lru-cache';
import { createJoinedRead } from '../../../../kernel/database/batching/joined-read.ts';
import type { Database, Queryable } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { chooseLocale, type Rendering } from '../../rendering/feature.ts';
import type { CompiledContent, ContentType, JsonMap, Partials } from '../../rendering/liquid/rendering.types.ts';
import {
  findCompiled,
  findTemplate,
  type LocaleRow,
  listLocales,
  type TemplateReference,
} from '../record/template.store.ts';
import type { Template, TemplateParameter, TemplateType, UncertainPolicy } from '../record/template.types.ts';
import type { ShippedTemplate, ShippedTemplates } from '../shipped/shipped-templates.ts';
import { isOutdated, type StoreShipped } from '../shipped/store-shipped.ts';
import { refuseOutcome, withDefaults } from './render-failure.ts';
import type { TemplateSources } from './template-sources.ts';

/** Compiled templates that are kept, some kilobytes each. */
const COMPILED_MAX = 1_000;
/** Different templates that are read at once, each over a connection of its own. */
const FOUND_AT_ONCE = 4;
/** Fallback among the languages of shipped templates. */
const SHIPPED_FALLBACK = 'en';

/** A template that mails can be made of. */
export interface UsableTemplate {
  readonly code: string;
  readonly version: number;
  readonly name: string;
  readonly category: string | null;
  readonly enabled: boolean;
  readonly sensitive: boolean;
  /** Policy; null: the setting. */
  readonly uncertainPolicy: UncertainPolicy | null;
  readonly system: boolean;
  readonly tenantIdentifier: string;
  readonly parameterList: readonly TemplateParameter[];
  readonly localeList: readonly string[];
  /** Null where the definition of a module is rendered. */
  readonly stored: { readonly template: Template; readonly locales: readonly LocaleRow[] } | null;
}

export interface RenderedTemplate {
  readonly templateCode: string;
  readonly templateVersion: number;
  readonly locale: string;
  readonly subject: string;
  /** Null for a text mail. */
  readonly html: string | null;
  readonly text: string;
  /** Sender that the content names; null: the default sender. */
  readonly sender: string | null;
  readonly sensitive: boolean;
  readonly uncertainPolicy: UncertainPolicy | null;
}

export interface Reading {
  /** Locale that is tried first; null: only that of the tenant. */
  readonly locale: string | null;
  readonly tenantLocale: string | null;
  readonly timeZone: string;
}

export interface InlineContent {
  readonly subject: string;
  readonly content: string;
  readonly contentType: ContentType;
  readonly textContent: string | null;
}

interface InlineRendering {
  readonly parameters: JsonMap | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly isRaw: boolean;
}

interface Parts {
  readonly database: Database;
  readonly rendering: Rendering;
  readonly shipped: ShippedTemplates;
  readonly storing: StoreShipped;
  readonly sources: Pick<TemplateSources, 'partialsOf'>;
}

function requireMail(type: TemplateType): void {
  if (type !== 'MAIL') fail('TEMPLATE_TYPE_MISMATCH', { parameters: { type } });
}

/** Makes a usable template. A code shipped as sensitive stays so, even where a tenant had taken it before. */
function usableOf(template: Template, locales: readonly LocaleRow[], one: ShippedTemplate | null): UsableTemplate {
  const { code, version, name, category, enabled, uncertainPolicy, system } = template;
  const { tenantIdentifier, parameterList } = template;
  const sensitive = template.sensitive || one?.fields.sensitive === true;
  const own = { code, version, name, category, enabled, sensitive, uncertainPolicy, system };
  const localeList = locales.map(({ locale }) => locale);
  return { ...own, tenantIdentifier, parameterList, localeList, stored: { template, locales } };
}

function usableDefinition(one: ShippedTemplate, tenantIdentifier: string, enabled: boolean): UsableTemplate {
  const { code, name, category, sensitive, uncertainPolicy, parameterList } = one.fields;
  const localeList = one.contents.map(({ locale }) => locale);
  const own = { code, version: 0, name, category, enabled, sensitive, uncertainPolicy, system: true };
  return { ...own, tenantIdentifier, parameterList, localeList, stored: null };
}

function localeOf({ code, localeList, system }: UsableTemplate, { locale, tenantLocale }: Reading): string {
  const found = chooseLocale(localeList, locale, tenantLocale);
  if (found !== null) return found;
  const fallback = localeList.includes(SHIPPED_FALLBACK) ? SHIPPED_FALLBACK : localeList[0];
  if (system && fallback !== undefined) return fallback;
  const asked = locale ?? tenantLocale ?? 'default';
  return failNotFound('TEMPLATE_LOCALE_NOT_FOUND', { locale: asked, templateCode: code });
}

/** Finds the content of a template in one locale, with its partials. */
function createCompiledForms({ shipped, sources }: Pick<Parts, 'shipped' | 'sources'>) {
  const known = new LRUCache<string, CompiledContent>({ max: COMPILED_MAX });
  return async (
    queryable: Queryable,
    usable: UsableTemplate,
    locale: string,
  ): Promise<{ readonly compiled: CompiledContent; readonly sender: string | null; readonly partials: Partials }> => {
    const { stored, code, tenantIdentifier } = usable;
    if (stored === null) {
      const one = shipped.find(code)!;
      const index = one.contents.findIndex((content) => content.locale === locale);
      return { compiled: one.compiled()[index]!, sender: null, partials: {} };
    }
    const row = stored.locales.find((each) => each.locale === locale)!;
    const { version, compileNo } = stored.template;
    const key = `${row.id} ${version} ${compileNo}`;
    const compiled = known.get(key) ?? (await findCompiled(queryable, row.id));
    // The contents were replaced between two statements.
    if (compiled === null) return failNotFound('NOTIFICATION_TEMPLATE_NOT_FOUND', { code });
    known.set(key, compiled);
    const partials =
      compiled.partialCodes.length === 0
        ? {}
        : await sources.partialsOf(queryable, tenantIdentifier, compiled.partialCodes, locale);
    return { compiled, sender: row.sender, partials };
  };
}

interface Found {
  readonly template: Template;
  readonly locales: readonly LocaleRow[];
}

/** Creates the finder; parallel reads of the same template share their statements. */
function createTemplateFinder(database: Database) {
  async function find(queryable: Queryable, tenant: string, asked: TemplateReference): Promise<Found | null> {
    const template = await findTemplate(queryable, tenant, asked);
    return template === null ? null : { template, locales: await listLocales(queryable, template.id) };
  }
  const joined = createJoinedRead<string, { readonly key: string; readonly found: Found | null }>({
    keyOf: ({ key }) => key,
    read: (keys) =>
      Promise.all(
        keys.map(async (key) => {
          const [tenant, asked] = JSON.parse(key) as [string, TemplateReference];
          return { key, found: await find(database, tenant, asked) };
        }),
      ),
    maximum: FOUND_AT_ONCE,
  });
  return async (queryable: Queryable, tenant: string, asked: TemplateReference): Promise<Found | null> => {
    if (queryable !== database) return find(queryable, tenant, asked);
    const reference = 'uuid' in asked ? { uuid: asked.uuid } : { code: asked.code };
    const [answer] = await joined(JSON.stringify([tenant, reference]));
    return answer?.found ?? null;
  };
}

export function createMailRendering({ database, rendering, shipped, storing, sources }: Parts) {
  const findStored = createTemplateFinder(database);
  const compiledOf = createCompiledForms({ shipped, sources });
  return {
    /**
     * Finds a template; 404 NOTIFICATION_TEMPLATE_NOT_FOUND, 422 TEMPLATE_TYPE_MISMATCH for another type than MAIL. A
     * disabled one is found, and the caller decides about it. Reads through `queryable` alone, which may be an open
     * transaction.
     */
    async find(queryable: Queryable, tenantIdentifier: string, asked: TemplateReference): Promise<UsableTemplate> {
      const found = await findStored(queryable, tenantIdentifier, asked);
      const template = found?.template ?? null;
      const one = shipped.find(template?.code ?? ('code' in asked ? asked.code : ''));
      if (one !== null && (template === null || isOutdated(template, one))) {
        requireMail(one.fields.type);
        storing.ensureSoon(tenantIdentifier);
        return usableDefinition(one, tenantIdentifier, template?.enabled ?? true);
      }
      if (found === null || template === null) return failNotFound('NOTIFICATION_TEMPLATE_NOT_FOUND', asked);
      requireMail(template.type);
      return usableOf(template, found.locales, one);
    },

    /** Finds a shipped template, whatever the tenant has made of it; null where no module ships it. */
    findShipped(tenantIdentifier: string, code: string): UsableTemplate | null {
      const one = shipped.find(code);
      return one === null ? null : usableDefinition(one, tenantIdentifier, true);
    },

    /**
     * Renders the template of one mail. 422 TEMPLATE_LOCALE_NOT_FOUND, TEMPLATE_VARIABLE_MISSING with all that are missing,
     * TEMPLATE_RENDER_LIMIT_EXCEEDED, SUBJECT_EMPTY; TEMPLATE_CONTENT_UNSAFE where data makes an address that no mail may
     * have, TEMPLATE_SYNTAX_ERROR where a filter cannot take its data.
     */
    async render(
      queryable: Queryable,
      usable: UsableTemplate,
      { parameters, ...reading }: Reading & { readonly parameters: JsonMap },
    ): Promise<RenderedTemplate> {
      const locale = localeOf(usable, reading);
      const { compiled, sender, partials } = await compiledOf(queryable, usable, locale);
      const given = withDefaults(usable.parameterList, parameters, locale);
      const asked = locale === 'default' ? (reading.locale ?? reading.tenantLocale ?? locale) : locale;
      const { code, version, sensitive, uncertainPolicy } = usable;
      const request = { compiled, sensitive, partials, locale: asked, timeZone: reading.timeZone, parameters: given };
      const { subject, html, text } = refuseOutcome(await rendering.render(usable.tenantIdentifier, request));
      if (subject === null || subject === '') fail('SUBJECT_EMPTY');
      const of = { templateCode: code, templateVersion: version, sensitive, uncertainPolicy };
      return { ...of, locale, subject, html, text, sender };
    },

    /**
     * Renders content that came with a request: with Liquid only where `parameters` is given. HTML is sanitised unless
     * `isRaw`; a text part is made of it where none is given. 422 TEMPLATE_SYNTAX_ERROR and those of `render`.
     */
    async renderInline(
      tenantIdentifier: string,
      content: InlineContent,
      request: InlineRendering,
    ): Promise<{ readonly subject: string; readonly html: string | null; readonly text: string }> {
      const source = { ...content, locale: request.locale };
      const outcome = await rendering.renderInline(tenantIdentifier, { source, ...request });
      const { subject, html, text } = refuseOutcome(outcome);
      if (subject === null || subject.trim() === '') return fail('SUBJECT_EMPTY');
      return { subject, html, text };
    },
  };
}

/** Finds templates of mails, and renders them. */
export type MailTemplates = Pick<
  ReturnType<typeof createMailRendering>,
  'find' | 'findShipped' | 'render' | 'renderInline'
>;
