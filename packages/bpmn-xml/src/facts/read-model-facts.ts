// Reads a file once and answers what whoever keeps models has to know of it, whatever the rules of a deployment say.
import { readDocument } from '../read/read-document.ts';
import { BPMN_NAMESPACE, isDmnNamespace } from '../tree/namespaces.ts';
import { ownElements } from '../tree/own-elements.ts';
import { parseXml, XML_LIMITS } from '../tree/tree.ts';
import type { XmlDocument } from '../tree/tree.types.ts';
import { attributeValue, childElements } from '../tree/xml-access.ts';
import { bpmnFacts } from './bpmn-facts.ts';
import { distinctNames } from './distinct-names.ts';
import type { ModelFacts, ReadableFacts, UnreadableFacts } from './facts.types.ts';
import { formFacts } from './form-facts.ts';

export function readModelFacts(bytes: Uint8Array): ModelFacts {
  if (startsObject(bytes)) return readForm(bytes);
  const { tree, problem } = parseXml(bytes);
  if (tree === undefined) return { kind: 'UNREADABLE', reason: 'XML', message: problem.message, problem };
  const { namespace, local, name } = tree.root;
  if (local === 'definitions' && namespace === BPMN_NAMESPACE) return bpmnFacts(readDocument(tree, ''));
  if (local === 'definitions' && isDmnNamespace(namespace)) return dmnFacts(tree);
  return unreadable('ROOT', namespace === null || namespace === '' ? name : `${name} (${namespace})`);
}

function unreadable(reason: UnreadableFacts['reason'], message: string): UnreadableFacts {
  return { kind: 'UNREADABLE', reason, message, problem: null };
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const WHITE_SPACE: ReadonlySet<number> = new Set([9, 10, 13, 32]);
const OPENING_BRACE = 0x7b;

/** Whether the file begins like a JSON object; no XML file begins so. */
function startsObject(bytes: Uint8Array): boolean {
  const isMarked = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  const first = bytes.subarray(isMarked ? BYTE_ORDER_MARK.length : 0).find((byte) => !WHITE_SPACE.has(byte));
  return first === OPENING_BRACE;
}

function readForm(bytes: Uint8Array): ModelFacts {
  if (bytes.length > XML_LIMITS.fileBytes) return unreadable('SIZE', `${bytes.length} bytes`);
  try {
    return formFacts(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    return unreadable('JSON', (error as Error).message);
  }
}

function dmnFacts(tree: XmlDocument): ReadableFacts {
  const elements = ownElements(tree).filter(({ namespace }) => isDmnNamespace(namespace));
  const own = new Set(elements);
  const decisions = childElements(tree.root).filter((element) => element.local === 'decision' && own.has(element));
  const [main] = decisions;
  const withId = elements.filter((element) => element !== tree.root && attributeValue(element, 'id') !== undefined);
  return {
    kind: 'DMN',
    mainId: main === undefined ? null : (attributeValue(main, 'id')?.trim() ?? null),
    name: main === undefined ? null : (attributeValue(main, 'name') ?? null),
    targetNamespace: attributeValue(tree.root, 'namespace')?.trim() ?? '',
    processes: [],
    keys: decisions.flatMap((decision) => attributeValue(decision, 'id')?.trim() ?? []),
    names: distinctNames(elements.map((element) => attributeValue(element, 'name'))),
    elementTypes: [...new Set(withId.map(({ local }) => local))].sort(),
    references: [],
  };
}
