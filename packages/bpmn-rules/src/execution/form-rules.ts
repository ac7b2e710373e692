// Rules of forms: deployed ones exist, and fields are what they say.

import { extensionAttribute } from '../facts/extension-facts.ts';
import { FORM_FIELDS_MAX, fieldProblem, type WrittenField } from '../facts/form-fields.ts';
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

/** Whether the key is computed, or an address in somebody else's application. */
function isElsewhere(key: string): boolean {
  return /[$#]\{|[:/]/.test(key);
}

function ofForm(k: string) {
  return { problem: `Form ${k} is not deployed`, problemTr: `${k} formu dağıtılmamış` };
}

/** Reports two ways to one form: fields of the model are shown before a deployed one, and that before an address of somebody else's. */
function* doubleForms({ document }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const reference = extensionAttribute(element, 'formRef');
    if (reference !== null && fieldsOf(element).length > 0) {
      const values = { x: reference.writtenName, why: 'fields are given', whyTr: 'alanlar verilmiş' };
      yield finding('W-19', element, { position: reference.position, values });
    }
    const key = extensionAttribute(element, 'formKey');
    if (key === null || extensionAttribute(element, 'formRef') === null) continue;
    const values = { x: key.writtenName, why: 'formRef is given', whyTr: 'formRef verilmiş' };
    yield finding('W-19', element, { position: key.position, values });
  }
}

interface Field extends WrittenField {
  readonly fact: ExtensionFact;
  readonly id: string;
  readonly variable: string;
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
    variable: attribute('variable') || attribute('id'),
    type: attribute('type'),
    constraint: (name) => attribute(name) || configured(name),
    values: fact.children.flatMap((child) => (child.name === 'value' ? (child.attributes.get('id') ?? []) : [])),
    initial: attribute('default') || attribute('defaultValue'),
  };
}

function* fields({ document, isPattern }: RuleContext): Iterable<Finding> {
  for (const element of document.elements) {
    const seen = new Set<string>();
    const variables = new Set<string>();
    const all = fieldsOf(element);
    if (all.length > FORM_FIELDS_MAX)
      yield invalidForm(element, all[FORM_FIELDS_MAX], `more than ${FORM_FIELDS_MAX} fields`);
    for (const field of all) {
      const isTwice = seen.has(field.id) || variables.has(field.variable);
      const why = isTwice ? 'given twice' : fieldProblem(field, isPattern);
      seen.add(field.id);
      variables.add(field.variable);
      if (why !== null) yield invalidForm(element, field, why);
    }
    yield* businessKeys(element, seen);
  }
}

/** Checks that the field of the business key is there. */
function* businessKeys(element: BpmnElement, ids: ReadonlySet<string>): Iterable<Finding> {
  for (const fact of element.extensions) {
    const id =
      fact.name === 'formData' && fact.family === 'engine' ? fact.attributes.get('businessKey')?.trim() : undefined;
    if (id === undefined || id === '' || ids.has(id)) continue;
    yield invalidForm(element, { fact, id }, 'gives the business key and is not there');
  }
}

function invalidForm(element: BpmnElement, field: Pick<Field, 'fact' | 'id'> | undefined, why: string): Finding {
  const id = field?.id ?? '';
  const values = { problem: `Field ${id} is invalid: ${why}`, problemTr: `${id} alanı geçersiz: ${why}` };
  return finding('EXE-19', element, { position: field?.fact.position ?? element.position, values });
}

export const FORM_RULES: readonly Rule[] = [forms, doubleForms, fields];
