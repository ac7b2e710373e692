// Rules of forms: deployed ones exist, and fields are what they say.

import { extensionAttribute } from '../facts/extension-facts.ts';
import type { BpmnElement, ExtensionFact } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';

function* forms({ document, outside }: RuleContext): Iterable<Finding> {
  if (outside.hasForm === undefined) return;
  for (const element of document.elements) {
    for (const name of ['formRef', 'formKey']) {
      const fact = extensionAttribute(element, name);
      const k = fact?.value.trim() ?? '';
      if (fact === null || isElsewhere(k) || outside.hasForm(k)) continue;
      yield finding('EXE-19', element, { position: fact.position, values: ofForm(k) });
    }
  }
}

/** The key is computed, or an address in somebody else's application. */
function isElsewhere(key: string): boolean {
  return /[$#]\{|[:/]/.test(key);
}

function ofForm(k: string) {
  return { problem: `Form ${k} is not deployed`, problemTr: `${k} formu dağıtılmamış` };
}

/** Two ways to one form: a deployed one is shown, an address of somebody else's beside it is not. */
function* doubleForms({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const key = extensionAttribute(element, 'formKey');
    if (key === null || extensionAttribute(element, 'formRef') === null) continue;
    const values = { x: key.writtenName, why: 'formRef is given', whyTr: 'formRef verilmiş' };
    yield finding('W-19', element, { position: key.position, values });
  }
}

const FIELD_TYPES: ReadonlySet<string> = new Set(
  (
    'string text multi-line-text long integer int double decimal number boolean date datetime date-time enum ' +
    'radio-buttons dropdown password people functional-group upload'
  ).split(' '),
);

interface Field {
  readonly fact: ExtensionFact;
  readonly id: string;
  readonly type: string;
  readonly constraint: (name: string) => string;
  readonly values: readonly string[];
  readonly initial: string;
}

function fieldsOf(element: BpmnElement): readonly Field[] {
  const facts = element.extensions.filter((fact) => fact.kind === 'element' && fact.family === 'engine');
  const properties = facts.filter(({ name }) => name === 'formProperty');
  const inner = facts.filter(({ name }) => name === 'formData').flatMap(({ children }) => children);
  return [...properties, ...inner.filter(({ name }) => name === 'formField')].map(toField);
}

function toField(fact: ExtensionFact): Field {
  const attribute = (name: string) => fact.attributes.get(name)?.trim() ?? '';
  const constraints = fact.children.filter(({ name }) => name === 'validation').flatMap(({ children }) => children);
  const configured = (name: string) =>
    constraints
      .find((each) => each.attributes.get('name') === name)
      ?.attributes.get('config')
      ?.trim() ?? '';
  return {
    fact,
    id: attribute('id'),
    type: attribute('type'),
    constraint: (name) => attribute(name) || configured(name),
    values: fact.children.flatMap((child) => (child.name === 'value' ? (child.attributes.get('id') ?? []) : [])),
    initial: attribute('default') || attribute('defaultValue'),
  };
}

function* fields({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const seen = new Set<string>();
    for (const field of fieldsOf(element)) {
      const why = seen.has(field.id) ? 'given twice' : invalidity(field);
      seen.add(field.id);
      if (why === null) continue;
      const values = {
        problem: `Field ${field.id} is invalid: ${why}`,
        problemTr: `${field.id} alanı geçersiz: ${why}`,
      };
      yield finding('EXE-19', element, { position: field.fact.position, values });
    }
  }
}

function invalidity({ type, constraint, values, initial }: Field): string | null {
  if (type !== '' && !FIELD_TYPES.has(type.toLowerCase())) return `type ${type}`;
  for (const name of ['min', 'max', 'minlength', 'maxlength']) {
    const bound = constraint(name);
    if (bound !== '' && !Number.isFinite(Number(bound))) return `${name} ${bound}`;
  }
  const [min, max] = [constraint('min'), constraint('max')];
  if (min !== '' && max !== '' && Number(min) > Number(max)) return 'min above max';
  if (type.toLowerCase() === 'enum') {
    if (values.length === 0) return 'enum without values';
    if (initial !== '' && !/[$#]\{/.test(initial) && !values.includes(initial)) return `default ${initial}`;
  }
  return isPattern(constraint('pattern')) ? null : `pattern ${constraint('pattern')}`;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

export const FORM_RULES: readonly Rule[] = [forms, doubleForms, fields];
