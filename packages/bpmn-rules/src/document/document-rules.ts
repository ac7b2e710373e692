// These rules judge the file as a document and need no schema: target namespace, ids, size.
import { type BpmnElement, booleanAttribute, childrenOfType, type DeclaredId } from '../facts/types/document.ts';
import { ARTIFACT_TYPES, isFlowElementType } from '../facts/types/element-types.ts';
import { type Finding, fileFinding, finding } from '../rule/finding.ts';
import type { Rule, RuleContext } from '../rule/rule-context.ts';
import { isNcName } from './lexical.ts';

/** Bound of the elements of one process, so that a definition fits the cache and a burst stays short. */
export const PROCESS_ELEMENTS_MAX = 5_000;

function* targetNamespace({ document }: RuleContext): Iterable<Finding> {
  if (!document.definitions.attributes.has('targetNamespace')) yield finding('DOC-04', document.definitions);
}

function ofId(ruleId: 'DOC-08' | 'DOC-09', declared: DeclaredId, values: Readonly<Record<string, string>>): Finding {
  const { element, position, id } = declared;
  return element === null
    ? fileFinding(ruleId, position, { id, values })
    : { ...finding(ruleId, element, { values, position }), subject: { id, type: element.type, name: element.name } };
}

function* uniqueIds({ document }: RuleContext): Iterable<Finding> {
  const uses = new Map<string, DeclaredId[]>();
  for (const declared of document.ids) {
    const same = uses.get(declared.id);
    if (same === undefined) uses.set(declared.id, [declared]);
    else same.push(declared);
  }
  for (const [id, same] of uses) {
    const second = same[1];
    if (second === undefined || isDuplicateProcess(same)) continue;
    yield ofId('DOC-08', second, { id, ...placesOf(same) });
  }
}

/** Answers the lines of declarations, or the columns where they are all on one line. */
function placesOf(declared: readonly DeclaredId[]): Readonly<Record<'places' | 'placesTr', string>> {
  const [line, ...others] = new Set(declared.map(({ position }) => position.line));
  if (others.length > 0) {
    const lines = [line, ...others].join(', ');
    return { places: `lines ${lines}`, placesTr: `satırlar: ${lines}` };
  }
  const columns = declared.map(({ position }) => position.column).join(', ');
  return { places: `line ${line}, columns ${columns}`, placesTr: `satır ${line}, sütunlar: ${columns}` };
}

/** Whether these are processes of one id, of which PRC-07 says more. */
function isDuplicateProcess(same: readonly DeclaredId[]): boolean {
  return same.every((declared) => declared.element?.type === 'process');
}

function* validIds({ document }: RuleContext): Iterable<Finding> {
  for (const declared of document.ids) {
    if (!isNcName(declared.id)) yield ofId('DOC-09', declared, { id: declared.id });
  }
}

function* processSize({ document }: RuleContext): Iterable<Finding> {
  const counts = new Map<BpmnElement, number>();
  for (const { type, process } of document.elements) {
    if (process === null || !(isFlowElementType(type) || ARTIFACT_TYPES.has(type) || type === 'lane')) continue;
    counts.set(process, (counts.get(process) ?? 0) + 1);
  }
  for (const [process, count] of counts) {
    if (count <= PROCESS_ELEMENTS_MAX) continue;
    yield finding('DOC-16', process, { values: { name: 'elements per process', n: count, max: PROCESS_ELEMENTS_MAX } });
  }
}

/** Checks that processes have ids: without one nobody could start them. */
function* processIds({ document }: RuleContext): Iterable<Finding> {
  for (const process of document.processes) {
    if (process.id === null) yield finding('DOC-06', process, { values: { a: 'id' } });
  }
}

/** Bound of the given ids that are named: what a line can show. */
const SHOWN_IDS_MAX = 5;

/** Reports elements whose ids the reader gave: the schema wants none where nothing refers to them, but they are known by them later. */
function* givenIds({ document }: RuleContext): Iterable<Finding> {
  const given = document.elements.filter(({ id, attributes }) => id !== null && !attributes.has('id'));
  const [first] = given;
  if (first === undefined) return;
  const names = given.slice(0, SHOWN_IDS_MAX).map(({ id }) => id);
  const x = `${names.join(', ')}${given.length > names.length ? ', ...' : ''}`;
  yield fileFinding('W-16', first.position, { values: { n: given.length, x } });
}

/** Checks that no extension that must be understood is declared: the five namespaces that are read need no such declaration. */
function* mandatoryExtensions({ document }: RuleContext): Iterable<Finding> {
  for (const extension of childrenOfType(document.definitions, 'extension')) {
    if (!booleanAttribute(extension, 'mustUnderstand', false)) continue;
    yield finding('DOC-15', extension, { values: { x: extension.attributes.get('definition') ?? '' } });
  }
}

export const DOCUMENT_RULES: readonly Rule[] = [
  mandatoryExtensions,
  targetNamespace,
  uniqueIds,
  validIds,
  processSize,
  processIds,
  givenIds,
];
