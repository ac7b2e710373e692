// Keeps the shipped templates, compiled; each tenant gets its own at the first use.
import type { MailTemplate } from '../../api.ts';
import { compileTemplate } from '../../rendering/feature.ts';
import type { CompiledContent } from '../../rendering/liquid/rendering.types.ts';
import type { TemplateFields, WrittenContent } from '../record/template.types.ts';

export interface ShippedTemplate {
  readonly revision: number;
  readonly fields: TemplateFields;
  readonly contents: readonly WrittenContent[];
  /** Compiled contents, by position; made at the first use. */
  compiled(): readonly CompiledContent[];
}

/** Attempts at compiling: the limit of rendering is in real time, which a busy machine may exceed at a first run. */
const ATTEMPTS = 5;

function compileShipped({ code, type, sensitive }: TemplateFields, source: WrittenContent): CompiledContent {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = compileTemplate({ type, sensitive, source, layout: null, partials: {}, sample: {} });
    if (outcome.kind === 'compiled') return outcome.compiled;
    const isSlow = outcome.problems.every((problem) => problem.code === 'TEMPLATE_RENDER_LIMIT_EXCEEDED');
    if (isSlow && attempt < ATTEMPTS) continue;
    throw new Error(`the template ${code} cannot be compiled: ${outcome.problems.map((one) => one.message).join(' ')}`);
  }
}

function shippedOf(template: MailTemplate): ShippedTemplate {
  const { code, name, type = 'MAIL', sensitive, contentMap, revision = 1, uncertainPolicy = null } = template;
  // Templates of tenants in a layout would have to be recompiled with it.
  if (type === 'LAYOUT' && revision > 1) throw new Error(`the layout ${code} cannot be revised`);
  const contents = Object.entries(contentMap).map(([locale, { subject, content, contentType = 'TEXT' }]) => ({
    locale,
    subject,
    content,
    sender: null,
    contentType,
    textContent: null,
  }));
  const fields: TemplateFields = {
    code,
    name,
    description: null,
    type,
    layoutCode: null,
    category: null,
    sensitive,
    uncertainPolicy,
    parameterList: [],
  };
  let compiled: readonly CompiledContent[] | null = null;
  return {
    revision,
    fields,
    contents,
    compiled() {
      compiled ??= contents.map((content) => compileShipped(fields, content));
      return compiled;
    },
  };
}

export function createShippedTemplates() {
  const shipped = new Map<string, ShippedTemplate>();
  return {
    /** Ships a template; the same code twice is a mistake of the module and throws. */
    ship(template: MailTemplate): void {
      if (shipped.has(template.code)) throw new Error(`the template ${template.code} is shipped twice`);
      shipped.set(template.code, shippedOf(template));
    },
    find: (code: string): ShippedTemplate | null => shipped.get(code) ?? null,
    all: (): readonly ShippedTemplate[] => [...shipped.values()],
  };
}

export type ShippedTemplates = ReturnType<typeof createShippedTemplates>;
