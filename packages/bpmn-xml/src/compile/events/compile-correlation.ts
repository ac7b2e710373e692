// Messages correlate by the standard's keys: those of the process's collaborations, bound by its subscriptions (BPMN 2.0, 8.4.2).
import type { CorrelationKeyModel, Expression } from '@keelson/bpmn-core';
import { type BpmnElement, childrenOfType } from '@keelson/bpmn-rules';
import type { Compilation } from '../compilation/compilation.ts';
import { referenced, referencedAll } from '../compilation/elements.ts';
import { compileChild } from '../compilation/expressions.ts';

/** Compiles the keys by which this message can find its receiver: each property is retrieved from it, or bound to the receiver's data. */
export function correlationKeysFor(compilation: Compilation, message: BpmnElement): readonly CorrelationKeyModel[] {
  const { bindings, keys } = correlationOf(compilation);
  return keys.flatMap((key) => {
    const model = compileKey(compilation, key, bindings.get(key), message);
    const { properties } = model;
    const isWhole = (part: 'binding' | 'retrieval') => properties.every((property) => property[part] !== null);
    return properties.length > 0 && (isWhole('retrieval') || isWhole('binding')) ? model : [];
  });
}

interface Correlation {
  readonly keys: readonly BpmnElement[];
  readonly bindings: ReturnType<typeof subscriptionsOf>;
}

/** Keys by compilation, computed once: they are the same for every message of a process. */
const known = new WeakMap<Compilation, Correlation>();

function correlationOf(compilation: Compilation): Correlation {
  const before = known.get(compilation);
  if (before !== undefined) return before;
  const bindings = subscriptionsOf(compilation);
  const keys = [...new Set([...collaborationKeys(compilation), ...bindings.keys()])];
  const correlation = { keys, bindings };
  known.set(compilation, correlation);
  return correlation;
}

function compileKey(
  compilation: Compilation,
  key: BpmnElement,
  bindings: ReadonlyMap<BpmnElement, Expression> | undefined,
  message: BpmnElement,
): CorrelationKeyModel {
  const properties = referencedAll(compilation, key, 'correlationPropertyRef').map((property) => ({
    name: property.name ?? property.id ?? '',
    binding: bindings?.get(property) ?? null,
    retrieval: retrievalOf(compilation, property, message),
  }));
  return { name: key.name ?? key.id ?? '', properties };
}

function retrievalOf(compilation: Compilation, property: BpmnElement, message: BpmnElement): Expression | null {
  const expressions = childrenOfType(property, 'correlationPropertyRetrievalExpression');
  const wanted = expressions.find((each) => referenced(compilation, each, 'messageRef') === message);
  return wanted === undefined ? null : compileChild(compilation, wanted, 'messagePath');
}

/** Answers what each property of a key is bound to, by correlation key. */
function subscriptionsOf(compilation: Compilation): ReadonlyMap<BpmnElement, ReadonlyMap<BpmnElement, Expression>> {
  const { process } = compilation;
  return new Map(
    childrenOfType(process, 'correlationSubscription').flatMap((subscription) => {
      const key = referenced(compilation, subscription, 'correlationKeyRef');
      if (key === undefined) return [];
      const bindings = childrenOfType(subscription, 'correlationPropertyBinding').flatMap((binding) => {
        const property = referenced(compilation, binding, 'correlationPropertyRef');
        const path = compileChild(compilation, binding, 'dataPath');
        return property === undefined || path === null ? [] : [[property, path] as const];
      });
      return [[key, new Map(bindings)] as const];
    }),
  );
}

/** Lists the keys of the collaborations in which the process takes part. */
function collaborationKeys(compilation: Compilation): readonly BpmnElement[] {
  const { document, process } = compilation;
  const definitional = referenced(compilation, process, 'definitionalCollaborationRef');
  const collaborations = document.definitions.children.filter(
    (root) =>
      root === definitional ||
      childrenOfType(root, 'participant').some((each) => referenced(compilation, each, 'processRef') === process),
  );
  return document.elements.filter((element) => element.type === 'correlationKey' && isIn(element, collaborations));
}

function isIn(element: BpmnElement, places: readonly BpmnElement[]): boolean {
  for (let around = element.parent; around !== null; around = around.parent) if (places.includes(around)) return true;
  return false;
}
