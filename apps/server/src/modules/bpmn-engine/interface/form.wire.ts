// Shows a form as the interface shows it, with what stands in its fields.
import type { FormField } from '@keelson/bpmn-core';
import type { SvcBpmnFormModel } from '@keelson/contract';
import { currentOf, defaultOf, kindOf } from '../runtime/forms/field-default.ts';
import type { FormPlace } from '../runtime/forms/form-place.ts';
import type { Form } from '../runtime/forms/forms.ts';

/** Makes the answer of a form; an empty one without a place. */
export function formToWire(taskId: string | null, place: FormPlace | null, form: Form | null): SvcBpmnFormModel {
  if (place === null || form === null) return { taskId, key: null, layout: null, fields: [] };
  const { key, layout, fields } = form;
  return { taskId, key, layout: layout === null ? null : { ...layout }, fields: fields.map(fieldToWire(place)) };
}

function fieldToWire(place: FormPlace) {
  return (field: FormField): SvcBpmnFormModel['fields'][number] => {
    const { id, variable, label, required, readable, writable, values, constraints } = field;
    const initial = readable ? defaultOf(place, field) : null;
    return {
      id,
      variable,
      label,
      type: kindOf(field),
      required,
      readable,
      writable,
      default: initial,
      value: readable ? (currentOf(place, field) ?? initial) : null,
      values: [...values],
      min: numberOf(constraints.min),
      max: numberOf(constraints.max),
      minlength: numberOf(constraints.minlength),
      maxlength: numberOf(constraints.maxlength),
      pattern: constraints.pattern ?? null,
      datePattern: constraints.datePattern ?? null,
    };
  };
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
