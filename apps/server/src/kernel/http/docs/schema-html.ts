// Shows schemas of the OpenAPI document as people read them: fields with their type, limits and meaning; models as links.
import { plainTextPattern } from '@keelson/contract';
import { escapeHtml } from '../../text/escape-html.ts';
import type { DocsWords } from './docs-texts.ts';

/** The contract's documents use this part of JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

/** Finds the name of the model that a schema refers to; null where it refers to none. */
export function modelOf({ $ref }: Schema): string | null {
  return $ref?.startsWith('#/components/schemas/') ? $ref.slice('#/components/schemas/'.length) : null;
}

/** Says the type of a value in words, with links to models. */
export function typeHtml(schema: Schema, words: DocsWords): string {
  const model = modelOf(schema);
  if (model !== null) return `<a href="#model-${model}">${escapeHtml(model)}</a>`;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && schema.type === undefined) {
    return branches.map((branch) => typeHtml(branch, words)).join(` ${words.or} `);
  }
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return words.anything;
  return types
    .map((type) => {
      if (type === 'array' && schema.items !== undefined) return words.listOf(typeHtml(schema.items, words));
      if (type === 'string' && schema.contentMediaType !== undefined) return words.types.binary!;
      return (type === 'string' && words.types[schema.format ?? '']) || (words.types[type] ?? type);
    })
    .join(` ${words.or} `);
}

/** Tells the limits of a value in words, in the order of `words.limits`; that no text holds U+0000 holds everywhere. */
function limitsHtml(schema: Schema, words: DocsWords): string {
  const told = Object.entries(words.limits).flatMap(([keyword, tell]) => {
    const value = schema[keyword] ?? schema.items?.[keyword];
    if (value === undefined || (keyword === 'pattern' && (schema.format !== undefined || value === plainTextPattern)))
      return [];
    const values = Array.isArray(value) ? value : [value];
    const shown = values.map(
      (one) => `<code>${escapeHtml(typeof one === 'string' ? one : JSON.stringify(one))}</code>`,
    );
    return [tell(shown.join(', '))];
  });
  return told.map((limit) => `, ${limit}`).join('');
}

/** Shows one field; fields of an object without a name of its own stand below it. */
export function fieldHtml(name: string, schema: Schema, required: boolean, words: DocsWords): string {
  const needed = required ? `, <strong>${words.required}</strong>` : '';
  const meaning = schema.description === undefined ? '' : `<p lang="en">${escapeHtml(schema.description)}</p>`;
  const inner = schema.properties ?? schema.items?.properties;
  const below = inner === undefined ? '' : fieldsHtml(schema.properties === undefined ? schema.items! : schema, words);
  return `<li><code>${escapeHtml(name)}</code> <span class="kind">${typeHtml(schema, words)}${needed}${limitsHtml(schema, words)}</span>${meaning}${below}</li>`;
}

/** Lists all fields of an object. */
export function fieldsHtml(schema: Schema, words: DocsWords): string {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fieldHtml(name, field, required.has(name), words),
  );
  return fields.length === 0 ? '' : `<ul class="fields">${fields.join('')}</ul>`;
}

/** Shows a value of its own, as a body is: its fields where it is an object, else its type and limits. */
export function valueHtml(schema: Schema, words: DocsWords): string {
  const own = `<p><span class="kind">${typeHtml(schema, words)}${limitsHtml(schema, words)}</span></p>`;
  const object = schema.properties === undefined ? schema.items : schema;
  return own + (object?.properties === undefined ? '' : fieldsHtml(object, words));
}
