// Writes the readable page of all operations: search, fields, limits, examples and errors, nothing from elsewhere.
import { hash } from 'node:crypto';
import {
  errorCodesOf,
  errorDefinition,
  type Language,
  type ModuleContract,
  mergedDocument,
  moduleDocument,
  type Operation,
} from '@keelson/contract';
import { escapeHtml } from '../../text/escape-html.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';
import { type DocsWords, docsTexts } from './docs-texts.ts';
import { fieldHtml, fieldsHtml, modelOf, type Schema, typeHtml, valueHtml } from './schema-html.ts';

const source = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** The page has one style and one script, both its own, and speaks to nobody. */
export const docsPagePolicy = [
  "default-src 'none'",
  `script-src ${source(docsScript)}`,
  `style-src ${source(docsStyle)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** Holds an operation as the OpenAPI document has it. */
interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

type Models = Readonly<Record<string, Schema>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Models };
}

function accessText({ access }: Operation, { who, fresh, or }: DocsWords): string {
  const names = access.authorities.join(` ${or} `);
  const text = {
    public: who.public,
    session: who.session,
    person: who.person,
    authority: who.authority(names),
    'own-or-authority': who.own(names),
  }[access.kind];
  return access.fresh ? `${text}; ${fresh}` : text;
}

function part(title: string, html: string): string {
  return html === '' ? '' : `<h4>${title}</h4>${html}`;
}

function parametersHtml(place: Parameter['in'], { parameters = [] }: Described, words: DocsWords): string {
  const fields = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema, example }) =>
      fieldHtml(name, { ...schema, ...(description === undefined ? {} : { description }), example }, required, words),
    );
  return fields.length === 0 ? '' : `<ul class="fields">${fields.join('')}</ul>`;
}

function exampleHtml({ example, examples }: Content, words: DocsWords): string {
  const shown = [example, ...Object.values(examples ?? {}).map(({ value }) => value)].filter(
    (one) => one !== undefined,
  );
  return shown
    .map((one) => {
      const text = typeof one === 'string' ? one : JSON.stringify(one, null, 2);
      return part(words.example, `<pre><code>${escapeHtml(text)}</code></pre>`);
    })
    .join('');
}

/** What the server alone sets may be sent back and asks for nothing. */
function withoutServerSet({ properties = {}, ...rest }: Schema): Schema {
  const asked = Object.entries(properties).filter(([, field]) => field.readOnly !== true);
  return { ...rest, properties: Object.fromEntries(asked) };
}

/** The first kind is the usual one; the others carry the same value in other clothes. A model shows its fields right here. */
function bodyHtml({ requestBody }: Described, models: Models, words: DocsWords): string {
  const [first] = Object.entries(requestBody?.content ?? {});
  if (first === undefined) return '';
  const [mediaType, content] = first;
  const value = content.schema === undefined ? '' : valueHtml(content.schema, words);
  const model = models[modelOf(content.schema?.items ?? content.schema ?? {}) ?? ''];
  const fields = model === undefined ? '' : fieldsHtml(withoutServerSet(model), words);
  return `<p><code>${escapeHtml(mediaType)}</code></p>${value}${fields}${exampleHtml(content, words)}`;
}

/** What stands in the envelope; its model is shown among the others. */
function answerHtml({ responses }: Described, words: DocsWords): string {
  const content = Object.entries(responses['200']?.content ?? {});
  return content
    .map(([mediaType, { schema, ...rest }]) => {
      const type = schema === undefined ? '' : ` ${typeHtml(schema, words)}`;
      return `<p><code>${escapeHtml(mediaType)}</code>${type}</p>${exampleHtml(rest, words)}`;
    })
    .join('');
}

function errorsHtml(operation: Operation, language: Language): string {
  const errors = errorCodesOf(operation).map((code) => {
    const { status, [language]: text } = errorDefinition(code);
    return `<li><p><code>${status} ${code}</code> ${escapeHtml(text)}</p></li>`;
  });
  return `<ul class="errors">${errors.join('')}</ul>`;
}

/** Answers the module's words in a language; a module that has none in Turkish says it in English. */
function wordsOf({ title, operations, turkish }: ModuleContract, language: Language) {
  const own = language === 'tr' ? turkish : undefined;
  return { title: own?.title ?? title, summaryOf: (key: string) => own?.summaries[key] ?? operations[key]!.summary };
}

interface Shown {
  /** Is the name of the place within the page. */
  readonly id: string;
  readonly operation: Operation;
  readonly summary: string;
  readonly described: Described;
  readonly models: Models;
}

function operationHtml({ id, operation, summary, described, models }: Shown, language: Language): string {
  const words = docsTexts[language];
  const { built, method, path, aliases = [] } = operation;
  const facts = built
    ? [
        `<p lang="en">${escapeHtml(operation.description)}</p>`,
        part(words.access, `<p>${escapeHtml(accessText(operation, words))}</p>`),
        part(words.alias, aliases.map((alias) => `<p><code>${escapeHtml(alias)}</code></p>`).join('')),
        part(words.pathParameters, parametersHtml('path', described, words)),
        part(words.queryParameters, parametersHtml('query', described, words)),
        part(words.headers, parametersHtml('header', described, words)),
        part(words.body, bodyHtml(described, models, words)),
        part(words.answer, answerHtml(described, words)),
        part(words.errors, errorsHtml(operation, language)),
      ]
    : [`<p>${words.notOffered}</p>`];
  const head = `<span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span>`;
  // Whoever reads one language may know the English word, too.
  const found = `${id} ${escapeHtml(operation.summary)}`;
  return `<details id="${id}" data-words="${found}"${built ? '' : ' class="planned"'}><summary>${head}</summary>${facts.join('')}</details>`;
}

function moduleHtml(module: ModuleContract, version: string, language: Language): string {
  const words = docsTexts[language];
  const { paths, components } = moduleDocument(module, version) as unknown as Document;
  const { title, summaryOf } = wordsOf(module, language);
  const models = components.schemas;
  const operations = Object.entries(module.operations).map(([key, operation]) => {
    const described = paths[operation.path]![operation.method.toLowerCase()]!;
    const id = `${module.name}-${key}`;
    return operationHtml({ id, operation, summary: summaryOf(key), described, models }, language);
  });
  const served = words.servedAt(
    ['/', ...module.prefixes].map((prefix) => `<code>${escapeHtml(prefix)}</code>`).join(', '),
  );
  return `<section id="${module.name}"><h2>${escapeHtml(title)}</h2>
<p>${served} <a href="v3/api-docs/${module.name}">${words.document}</a></p>
${operations.join('\n')}</section>`;
}

function modelsHtml(modules: readonly ModuleContract[], version: string, words: DocsWords): string {
  const { components } = mergedDocument(modules, version) as unknown as Document;
  const models = Object.entries(components.schemas).map(([title, schema]) => {
    const fields = schema.properties === undefined ? valueHtml(schema, words) : fieldsHtml(schema, words);
    return `<details id="model-${title}" data-words="${title}"><summary><code>${escapeHtml(title)}</code></summary>${fields}</details>`;
  });
  return `<section id="models"><h2>${words.models}</h2>${models.join('\n')}</section>`;
}

/** Writes the whole page in one language. */
export function renderDocsPage(modules: readonly ModuleContract[], version: string, language: Language): string {
  const words = docsTexts[language];
  const titles = modules.map((module) => ({ name: module.name, title: wordsOf(module, language).title }));
  const links = [...titles, { name: 'models', title: words.models }].map(
    ({ name, title }) => `<li><a href="#${name}">${escapeHtml(title)}</a></li>`,
  );
  const other = language === 'en' ? 'tr' : 'en';
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Keelson ${version}: ${words.title}</title><style>${docsStyle}</style></head>
<body><header><h1>Keelson ${version}</h1><a href="?language=${other}" hreflang="${other}" lang="${other}">${words.otherLanguage}</a></header>
<p>${words.intro} <a href="v3/api-docs">${words.document}</a></p>
<p><input id="search" type="search" aria-label="${words.search}" placeholder="${words.search}" hidden></p>
<p id="none" role="status" hidden>${words.noneFound}</p>
<nav aria-label="${words.modules}"><ul>${links.join('')}</ul></nav>
<main>${modules.map((module) => moduleHtml(module, version, language)).join('\n')}
${modelsHtml(modules, version, words)}</main>
<script>${docsScript}</script></body></html>
`;
}
