// Rules of call activities: what is called, whether it can be started by a call, and whether the data fit.

import { extensionAttribute } from '../facts/extension-facts.ts';
import {
  type BpmnDocument,
  type BpmnElement,
  childrenOfType,
  findReference,
  resolveReference,
} from '../facts/types/document.ts';
import { CALLABLE_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { OutsideCallable, OutsideData } from '../rule/outside.ts';
import {
  aboutReference,
  elementsOfType,
  type Rule,
  type RuleContext,
  resolveInDeployment,
} from '../rule/rule-context.ts';
import { callableFacts } from './callable-facts.ts';

function* calls(context: RuleContext): Iterable<Finding> {
  for (const call of elementsOfType(context, 'callActivity')) yield* checkCall(context, call);
}

function* checkCall(context: RuleContext, call: BpmnElement): Iterable<Finding> {
  const written = call.attributes.get('calledElement')?.trim() ?? '';
  if (written === '') {
    // EXE-14 reports a case instead of a process.
    const isCase = ['caseRef', 'caseDefinitionKey'].some((name) => extensionAttribute(call, name) !== null);
    if (!isCase) yield finding('ACT-10', call);
    return;
  }
  if (isComputedKey(call, written)) return;
  const about = aboutReference('calledElement', written);
  const reference = findReference(call, 'calledElement');
  if (reference !== undefined && reference.namespace === null) return;
  const inFile = reference === undefined ? undefined : resolveReference(context.document, reference);
  const key = reference?.localName ?? written;
  const called = calledOf(context, inFile, key);
  const named = reference === undefined ? undefined : resolveInDeployment(context, reference);
  // Tools call the activity as what it calls: an id leads to no call, but to a process of another file.
  const isOther = named !== undefined && !CALLABLE_TYPES.has(named.type) && named.type !== 'callActivity';
  if (isOther && (called === null || called === 'unknown')) {
    yield finding('ACT-11', call, { about, values: { x: written } });
    return;
  }
  if (called === 'unknown') return;
  if (called === null) {
    yield finding('EXE-10', call, { about, values: { k: key } });
    return;
  }
  if (!called.startsPlainly) yield finding('ACT-12', call, { values: { x: key } });
  if (!fits(context.document, call, called)) yield finding('ACT-13', call, { values: { x: key } });
}

/** Whether the key of a call is known only when the call runs; an id of a definition counts as such, as it is no key. */
function isComputedKey(call: BpmnElement, written: string): boolean {
  return /[$#]\{/.test(written) || extensionAttribute(call, 'calledElementType')?.value.trim() === 'id';
}

function calledOf(
  context: RuleContext,
  inFile: BpmnElement | undefined,
  key: string,
): OutsideCallable | null | 'unknown' {
  if (inFile !== undefined && CALLABLE_TYPES.has(inFile.type)) return callableFacts(context.document, inFile);
  for (const document of context.deployment) {
    const element = document.elementsById.get(key);
    if (element !== undefined && CALLABLE_TYPES.has(element.type) && element.parent?.type === 'definitions') {
      return callableFacts(document, element);
    }
  }
  const { callable } = context.outside;
  return callable === undefined ? 'unknown' : callable(key);
}

/** Whether the call's own data fit those of what it calls, in number and type; a call without any takes none and gives none. */
function fits(document: BpmnDocument, call: BpmnElement, called: OutsideCallable): boolean {
  if (childrenOfType(call, 'ioSpecification').length === 0) return true;
  const own = callableFacts(document, call);
  return areAlike(own.inputs, called.inputs) && areAlike(own.outputs, called.outputs);
}

function areAlike(left: readonly OutsideData[], right: readonly OutsideData[]): boolean {
  if (left.length !== right.length) return false;
  return left.every(({ structure }, index) => {
    const other = right[index]?.structure ?? null;
    return structure === null || other === null || structure === other;
  });
}

export const CALL_RULES: readonly Rule[] = [calls];
