// An ad-hoc sub-process says how its activities begin and when they end.
import type { AdHocModel } from '@keelson/bpmn-core';
import { type BpmnElement, booleanAttribute } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { extensionText } from '../compilation/elements.ts';
import { compileChild } from '../compilation/expressions.ts';

export function compileAdHoc(compilation: Compilation, element: BpmnElement): AdHocModel {
  return {
    activation: extensionText(element, 'activation') === 'manual' ? 'manual' : 'auto',
    sequential: element.attributes.get('ordering')?.trim() === 'Sequential',
    completionCondition: compileChild(compilation, element, 'completionCondition'),
    cancelRemaining: booleanAttribute(element, 'cancelRemainingInstances', true),
  };
}
