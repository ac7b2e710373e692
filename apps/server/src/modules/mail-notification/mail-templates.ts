// Keeps the templates that modules ship, and fills in their placeholders.
import type { MailLanguage, MailTemplate } from './api.ts';

const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9]*)\s*\}\}/g;
const LINE_BREAKS = /[\r\n]+/g;

export interface RenderedMail {
  readonly subject: string;
  readonly content: string;
}

export function createMailTemplates() {
  const shipped = new Map<string, MailTemplate>();
  return {
    /** The same code twice is a mistake of the module that ships, and throws. */
    ship(template: MailTemplate): void {
      if (shipped.has(template.code)) throw new Error(`the template ${template.code} is shipped twice`);
      shipped.set(template.code, template);
    },
    /** Throws for a code that nobody shipped: a mistake of the module that asks. */
    get(code: string): MailTemplate {
      const template = shipped.get(code);
      if (template === undefined) throw new Error(`no module ships the template ${code}`);
      return template;
    },
  };
}

export type MailTemplates = ReturnType<typeof createMailTemplates>;

export function languageOf(locale: string): MailLanguage {
  return /^tr(-|_|$)/i.test(locale) ? 'tr' : 'en';
}

/** Values stand as they are: these are text mails. A line break in a subject becomes a space. Throws for a missing value. */
export function renderMail(
  { code, contentMap }: MailTemplate,
  language: MailLanguage,
  parameters: Readonly<Record<string, string>>,
): RenderedMail {
  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (_placeholder, name: string) => {
      const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (value === undefined) throw new Error(`the template ${code} needs the parameter ${name}`);
      return value;
    });
  const { subject, content } = contentMap[language];
  return { subject: fill(subject).replace(LINE_BREAKS, ' '), content: fill(content) };
}
