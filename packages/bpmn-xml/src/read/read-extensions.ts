// Reads the attributes and elements of the extension namespaces that this engine knows.
import type { ExtensionFact, ExtensionFamily } from '@keelson/bpmn-rules';
import { BPMN_NAMESPACE, extensionFamily } from '../tree/namespaces.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { childElements, ownText, positionOf } from '../tree/xml-access.ts';

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Lists the facts on an element itself, then those in its `extensionElements`, in the order of the file. */
export function readExtensions(element: XmlElement): readonly ExtensionFact[] {
  const facts = attributeFacts(element);
  for (const child of childElements(element)) {
    if (child.namespace !== BPMN_NAMESPACE || child.local !== 'extensionElements') continue;
    for (const extension of childElements(child)) {
      const fact = elementFact(extension, extensionFamily(extension.namespace));
      if (fact !== null) facts.push(fact);
    }
  }
  return facts;
}

function attributeFacts(element: XmlElement): ExtensionFact[] {
  return element.attributes.flatMap((attribute) => {
    const family = extensionFamily(attribute.namespace);
    if (family === null || attribute.namespace === null) return [];
    return {
      kind: 'attribute' as const,
      family,
      namespace: attribute.namespace,
      name: attribute.local,
      writtenName: attribute.name,
      value: attribute.value,
      position: positionOf(attribute),
      attributes: NO_ATTRIBUTES,
      children: [],
    };
  });
}

/** Reads an attribute or element inside of one of the engine, where tools write names without prefix, too: they mean its own. */
function innerFact(element: XmlElement, outer: ExtensionFamily): ExtensionFact | null {
  const isPlain = element.namespace === BPMN_NAMESPACE || element.namespace === '';
  return elementFact(element, isPlain && outer === 'engine' ? outer : extensionFamily(element.namespace));
}

function elementFact(element: XmlElement, family: ExtensionFamily | null): ExtensionFact | null {
  if (family === null || element.namespace === null) return null;
  // Tools write them with the prefix of their element as well as without.
  const own = element.attributes.filter(
    ({ namespace }) => namespace === '' || (family === 'engine' && extensionFamily(namespace) === family),
  );
  return {
    kind: 'element',
    family,
    namespace: element.namespace,
    name: element.local,
    writtenName: element.name,
    value: ownText(element),
    position: positionOf(element),
    attributes: new Map(own.map((attribute) => [attribute.local, attribute.value])),
    children: childElements(element).flatMap((child) => innerFact(child, family) ?? []),
  };
}
