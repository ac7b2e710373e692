// These rules judge imports and what several files of a deployment define: present, without a cycle, and not in two ways.
import { type BpmnDocument, type BpmnElement, childrenOfType } from '../facts/types/document.ts';
import { COLLABORATION_TYPES } from '../facts/types/element-types.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';
import { isAbsoluteUri } from './lexical.ts';
import { sameDefinition } from './same-definition.ts';

const BPMN_IMPORT_TYPE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

function* imports({ document, deployment, outside }: RuleContext): Iterable<Finding> {
  const files = filesOf(deployment);
  for (const element of importsOf(document)) {
    const type = element.attributes.get('importType');
    const namespace = element.attributes.get('namespace');
    const location = element.attributes.get('location') ?? '';
    const values = { location };
    // What is missing altogether is DOC-06.
    const isWrong = (type !== undefined && !isAbsoluteUri(type)) || namespace?.trim() === '';
    const named = type?.trim() === BPMN_IMPORT_TYPE ? files.get(fileName(location)) : undefined;
    // Names of the file then resolve to nothing, whatever it holds.
    const isOther = named !== undefined && namespace !== undefined && named.targetNamespace !== namespace.trim();
    if (isWrong || isOther) yield finding('DOC-10', element, { values });
    else if (type?.trim() === BPMN_IMPORT_TYPE && location !== '' && outside.hasFile !== undefined) {
      const isHere = files.has(fileName(location)) || outside.hasFile(fileName(location));
      if (!isHere) yield finding('DOC-10', element, { values, marks: 'X' });
    }
  }
}

/** Answers the name of a file from a location: files of a deployment lie in no folders, so the last part is it. */
function fileName(location: string): string {
  const path = location.trim().replace(/[?#].*$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Files of a deployment by their names. */
function filesOf(deployment: readonly BpmnDocument[]): ReadonlyMap<string, BpmnDocument> {
  return new Map(deployment.map((document) => [fileName(document.file), document]));
}

function importsOf({ definitions }: BpmnDocument): readonly BpmnElement[] {
  return childrenOfType(definitions, 'import');
}

function* cycles({ document, deployment }: RuleContext): Iterable<Finding> {
  const files = filesOf(deployment);
  const fileOf = (element: BpmnElement) => files.get(fileName(element.attributes.get('location') ?? ''));
  for (const element of importsOf(document)) {
    const file = fileOf(element);
    const path = file === undefined ? null : wayBack(document, file, fileOf);
    // One cycle is reported once, however many imports of this file begin it.
    if (path === null) continue;
    yield finding('DOC-11', element, { values: { path: path.join(' > ') } });
    return;
  }
}

/** Names of the files from this one over the import back to it; null where no way leads back. */
function wayBack(
  document: BpmnDocument,
  first: BpmnDocument,
  fileOf: (element: BpmnElement) => BpmnDocument | undefined,
): readonly string[] | null {
  const ways = new Map<BpmnDocument, readonly string[]>([[first, [document.file, first.file]]]);
  for (const [at, way] of ways) {
    if (at === document) return way;
    for (const next of importsOf(at)) {
      const file = fileOf(next);
      if (file !== undefined && !ways.has(file)) ways.set(file, [...way, file.file]);
    }
  }
  return null;
}

/** Whether another file could name the element: processes have PRC-07, and collaborations nobody names by accident. */
function isShared({ id, type }: BpmnElement): boolean {
  return id !== null && type !== 'process' && type !== 'import' && !COLLABORATION_TYPES.has(type);
}

/** Checks that no element has the id of another one of its namespace in an earlier file, unless both say the same. */
function* conflicts({ document, deployment }: RuleContext): Iterable<Finding> {
  const earlier = deployment
    .slice(0, deployment.indexOf(document))
    .filter(({ targetNamespace }) => targetNamespace !== '' && targetNamespace === document.targetNamespace);
  if (earlier.length === 0) return;
  for (const element of document.definitions.children.filter(isShared)) {
    const other = earlier.find(({ elementsById }) => elementsById.has(element.id ?? ''));
    const same = other?.elementsById.get(element.id ?? '');
    if (other === undefined || same === undefined || same.parent !== other.definitions || !isShared(same)) continue;
    if (sameDefinition(other, same, document, element)) continue;
    yield finding('DOC-18', element, { values: { x: element.id ?? '', file: other.file } });
  }
}

export const IMPORT_RULES: readonly Rule[] = [imports, cycles, conflicts];
