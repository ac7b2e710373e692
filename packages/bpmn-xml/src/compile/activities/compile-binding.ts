// Which version of a called definition or decision is meant, from attributes of one prefix.
import type { Binding } from '@keelson/bpmn-core';
import type { BpmnElement } from '@keelson/bpmn-rules';
import { extensionFlag, extensionText } from '../compilation/elements.ts';
import { compileText } from '../compilation/expressions.ts';

/** Compiles the version that a call or decision binds to; `prefix` is `calledElement` or `decisionRef`. */
export function compileBinding(element: BpmnElement, prefix: string): Binding {
  const binding = extensionText(element, `${prefix}Binding`);
  const version = extensionText(element, `${prefix}Version`);
  const tag = extensionText(element, `${prefix}VersionTag`);
  if (binding === 'deployment' || (binding === null && extensionFlag(element, 'sameDeployment'))) {
    return { kind: 'deployment' };
  }
  if (version !== null && (binding === null || binding === 'version')) {
    return { kind: 'version', version: compileText(version) };
  }
  return tag !== null && (binding === null || binding === 'versionTag')
    ? { kind: 'versionTag', tag: compileText(tag) }
    : { kind: 'latest' };
}
