// Forms of user tasks and start events: a key, a deployed form, or the fields themselves.
import type { FormField, FormModel } from '@keelson/bpmn-core';
import type { BpmnElement, ExtensionFact } from '@keelson/bpmn-rules';
import { extensionElements, extensionText, factChildren, factFlag, factText } from '../compilation/elements.ts';
import { compileOptional } from '../compilation/expressions.ts';

const WITH_FORM: ReadonlySet<string> = new Set(['startEvent', 'userTask', 'globalUserTask']);

/** Compiles a form; null where there is none. */
export function compileForm(element: BpmnElement): FormModel | null {
  if (!WITH_FORM.has(element.type)) return null;
  const key = extensionText(element, 'formKey');
  const reference = extensionText(element, 'formRef');
  const data = extensionElements(element, 'formData');
  const fields = [
    ...extensionElements(element, 'formProperty').map(compileProperty),
    ...data.flatMap((fact) => factChildren(fact, 'formField').map(compileField)),
  ];
  if (key === null && reference === null && fields.length === 0) return null;
  const binding = extensionText(element, 'formRefBinding');
  return {
    key: compileOptional(key),
    reference: compileOptional(reference),
    binding: binding === 'deployment' || binding === 'version' ? binding : 'latest',
    version: compileOptional(extensionText(element, 'formRefVersion')),
    businessKeyField: data.map((fact) => factText(fact, 'businessKey')).find((id) => id !== null) ?? null,
    fields,
  };
}

function compileProperty(fact: ExtensionFact): FormField {
  return {
    ...common(fact),
    label: factText(fact, 'name'),
    variable: factText(fact, 'variable') ?? factText(fact, 'id') ?? '',
    default: compileOptional(factText(fact, 'default') ?? factText(fact, 'expression')),
    required: factFlag(fact, 'required'),
    readable: factFlag(fact, 'readable', true),
    writable: factFlag(fact, 'writable', true),
    constraints: Object.fromEntries(
      CONSTRAINTS.flatMap((name) => {
        const text = factText(fact, name);
        return text === null ? [] : [[name, text]];
      }),
    ),
  };
}

const CONSTRAINTS = ['min', 'max', 'minlength', 'maxlength', 'pattern', 'datePattern'];

function compileField(fact: ExtensionFact): FormField {
  const validations = factChildren(fact, 'validation').flatMap((each) => factChildren(each, 'constraint'));
  const constraints = new Map(
    validations.map((each) => [factText(each, 'name') ?? '', factText(each, 'config') ?? '']),
  );
  return {
    ...common(fact),
    label: factText(fact, 'label'),
    variable: factText(fact, 'id') ?? '',
    default: compileOptional(factText(fact, 'defaultValue')),
    required: saysYes(constraints.get('required')),
    readable: true,
    writable: !saysYes(constraints.get('readonly')),
    constraints: Object.fromEntries(
      CONSTRAINTS.flatMap((name) => {
        const text = constraints.get(name) ?? factText(fact, name);
        return text === null ? [] : [[name, text]];
      }),
    ),
  };
}

/** Whether a constraint is set; one without a value is. */
function saysYes(config: string | undefined): boolean {
  return config !== undefined && config !== 'false';
}

function common(fact: ExtensionFact): Pick<FormField, 'id' | 'type' | 'values'> {
  return {
    id: factText(fact, 'id') ?? '',
    type: factText(fact, 'type') ?? 'string',
    values: factChildren(fact, 'value').map((value) => ({
      id: factText(value, 'id') ?? '',
      name: factText(value, 'name') ?? factText(value, 'id') ?? '',
    })),
  };
}
