// Gives the processes of a file other ids, and everything that names them follows.
import { isNcName } from '@keelson/bpmn-rules';
import { canEncode } from '../../tree/encode-text.ts';
import { BPMN_NAMESPACE } from '../../tree/namespaces.ts';
import { elementsById, ownElements, ownId } from '../../tree/own-elements.ts';
import { parseXml } from '../../tree/tree.ts';
import type { XmlAttribute, XmlDocument, XmlElement } from '../../tree/tree.types.ts';
import { attributeValue, childElements } from '../../tree/xml-access.ts';
import { changeAttribute, changeText, createModelEdit, expandedName } from '../changes/model-edit.ts';
import { writeEdit } from '../changes/write-edit.ts';
import { processNames } from './naming-places.ts';
import type { RenamedPlace, RenameRefusal, RenameResult } from './rename.types.ts';

/** Bound of the characters of a key: definitions have a column of this length. */
const CODE_LENGTH_MAX = 255;

type NewIds = ReadonlyMap<string, string>;

/**
 * Renames the processes of a file: the only one takes the code as its id; each of several takes it as a prefix, `code_id`. All other ids
 * and bytes stay, and what is inside of foreign extensions. A process without an id stays so (DOC-06), as does a file without a process.
 */
export function renameProcesses(bytes: Uint8Array, code: string): RenameResult {
  const { tree, problem } = parseXml(bytes);
  if (tree === undefined) return { problem };
  const processes = childElements(tree.root).filter(
    ({ local, namespace }) => local === 'process' && namespace === BPMN_NAMESPACE,
  );
  const elements = ownElements(tree);
  const newIds = idsOf(processes, code);
  return refusalOf(tree, elements, newIds, code) ?? rename(tree, elements, newIds);
}

function idsOf(processes: readonly XmlElement[], code: string): NewIds {
  const ids = processes.flatMap((process) => ownId(process) ?? []);
  return new Map(ids.map((id) => [id, processes.length === 1 ? code : `${code}_${id}`]));
}

interface Refused {
  readonly refused: RenameRefusal;
  readonly detail: string;
}

function refusalOf(
  { encoding }: XmlDocument,
  elements: readonly XmlElement[],
  newIds: NewIds,
  code: string,
): Refused | null {
  if (!isNcName(code)) return { refused: 'CODE_INVALID', detail: `${JSON.stringify(code)} is no id of XML` };
  if (!canEncode(code, encoding))
    return { refused: 'NOT_IN_ENCODING', detail: `${code} cannot be written in ${encoding}` };
  const byId = elementsById(elements);
  for (const [old, id] of newIds) {
    if (id.length > CODE_LENGTH_MAX) return { refused: 'CODE_INVALID', detail: `${id.length} characters` };
    if ((byId.get(old)?.length ?? 0) > 1)
      return { refused: 'ID_AMBIGUOUS', detail: `the file has the id ${old} twice` };
    if (byId.has(id) && !newIds.has(id)) return { refused: 'ID_TAKEN', detail: `the file has another element ${id}` };
  }
  return null;
}

function rename(tree: XmlDocument, elements: readonly XmlElement[], newIds: NewIds): RenameResult {
  const edit = createModelEdit(tree);
  const targetNamespace = attributeValue(tree.root, 'targetNamespace') ?? '';
  const places: RenamedPlace[] = [];
  for (const element of elements) {
    for (const place of processNames(element, targetNamespace)) {
      const id = newIds.get(place.id);
      if (id === undefined || id === place.id) continue;
      const { holder, attribute } = place;
      if (attribute === null) changeText(edit, holder, place.withId(id));
      else changeAttribute(edit, holder, { name: attribute.name, key: keyOf(attribute) }, place.withId(id));
      const { local, line, column } = attribute ?? holder;
      const [old, changed] = [place.id, id].map((each) => place.withId(each).trim()) as [string, string];
      places.push({ elementId: ownId(element), type: element.local, name: local, old, new: changed, line, column });
    }
  }
  const written = writeEdit(edit);
  if ('limit' in written) return { refused: 'LIMIT', detail: written.limit };
  const renamed = [...newIds].flatMap(([old, id]) => (old === id ? [] : { old, new: id }));
  return { bytes: written.bytes, renamed, places };
}

function keyOf({ namespace, local }: XmlAttribute): string {
  return expandedName(namespace, local);
}
