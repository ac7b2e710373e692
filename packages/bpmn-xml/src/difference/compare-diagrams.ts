// Compares where elements are drawn, and how: shapes and edges of one element belong together, whatever their own ids.
import { BPMN_DI_NAMESPACE, DC_NAMESPACE, DI_NAMESPACE, readableName } from '../tree/namespaces.ts';
import { ownId } from '../tree/own-elements.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements } from '../tree/xml-access.ts';
import { canonicalPart } from './describe-part.ts';
import type { ChangeDetail } from './difference.types.ts';
import { attributeMeanings, isDiagram, nameMeaning, type Side } from './meanings.ts';

/** A shape, an edge or a plane, as far as it can be seen. */
interface Mark {
  /** Id of the element that the mark shows, else its own id. */
  readonly owner: string;
  readonly local: string;
  /** What is seen of a mark, by path. */
  readonly facts: ReadonlyMap<string, string>;
}

/** Changes of one element, or of a mark that shows none. */
export interface Movement {
  readonly owner: string;
  readonly local: string;
  readonly details: readonly ChangeDetail[];
}

/** Compares the diagrams. `isNew` says of owners that they stand in one version only: what is drawn of them comes and goes with them. */
export function compareDiagrams(before: Side, after: Side, isNew: (owner: string) => boolean): readonly Movement[] {
  const [olds, youngs] = [marksOf(before), marksOf(after)];
  const movements: Movement[] = [];
  for (const key of new Set([...youngs.keys(), ...olds.keys()])) {
    const [old, young] = [olds.get(key), youngs.get(key)];
    const { owner, local } = (young ?? old)!;
    if ((old === undefined || young === undefined) && isNew(owner)) continue;
    const details = [...compareFacts(old, young)];
    if (details.length > 0) movements.push({ owner, local, details });
  }
  return movements;
}

function* compareFacts(old: Mark | undefined, young: Mark | undefined): Iterable<ChangeDetail> {
  if (old === undefined || young === undefined) {
    const drawn = ({ facts }: Mark) => facts.get('bounds') ?? facts.get('waypoints') ?? '';
    const path = (young ?? old)!.local;
    yield { path, old: old === undefined ? null : drawn(old), new: young === undefined ? null : drawn(young) };
    return;
  }
  for (const path of new Set([...young.facts.keys(), ...old.facts.keys()])) {
    const [was, is] = [old.facts.get(path) ?? null, young.facts.get(path) ?? null];
    if (was !== is) yield { path, old: was, new: is };
  }
}

/** Lists marks by element and number: one element may be drawn in several diagrams. */
function marksOf(side: Side): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const counts = new Map<string, number>();
  const collect = (element: XmlElement): void => {
    const mark = readMark(side, element);
    const kind = `${mark.local} ${mark.owner}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    marks.set(`${kind} ${count}`, mark);
    for (const child of childElements(element)) if (isMark(child)) collect(child);
  };
  for (const child of childElements(side.root)) if (isDiagram(child)) collect(child);
  return marks;
}

const MARKS: ReadonlySet<string> = new Set(['BPMNDiagram', 'BPMNPlane', 'BPMNShape', 'BPMNEdge']);

function isMark({ namespace, local }: XmlElement): boolean {
  return namespace === BPMN_DI_NAMESPACE && MARKS.has(local);
}

function readMark(side: Side, element: XmlElement): Mark {
  const shown = attributeValue(element, 'bpmnElement')?.trim() ?? '';
  // Diagrams are known by their number: tools make their ids anew.
  const ownName = element.local === 'BPMNDiagram' ? '' : (ownId(element) ?? '');
  const owner = shown === '' ? ownName : nameMeaning(side, element, shown);
  const facts = new Map<string, string>();
  // A diagram has several styles of labels.
  for (const [path, fact] of factsOf(side, element)) facts.set(path, [facts.get(path), fact].filter(Boolean).join(' '));
  return { owner, local: element.local, facts };
}

/** Attributes that no difference counts, such as ids of other marks, which tools make anew. */
const SILENT: ReadonlySet<string> = new Set([
  'bpmnElement',
  'sourceElement',
  'targetElement',
  'choreographyActivityShape',
]);

function* factsOf(side: Side, element: XmlElement): Iterable<readonly [string, string]> {
  for (const [name, value] of attributeMeanings(side, element)) if (!SILENT.has(name)) yield [`@${name}`, value];
  const points: string[] = [];
  for (const child of childElements(element)) {
    const { namespace, local } = child;
    if (isMark(child)) continue;
    if (namespace === DC_NAMESPACE && local === 'Bounds') yield ['bounds', boundsText(child)];
    else if (namespace === DI_NAMESPACE && local === 'waypoint') points.push(pointText(child));
    else if (namespace === BPMN_DI_NAMESPACE && local === 'BPMNLabel') yield ['label', labelText(side, child)];
    else yield [readableName(namespace, local), canonicalPart(side, child)];
  }
  if (points.length > 0) yield ['waypoints', points.join(' ')];
}

function numberText(element: XmlElement, name: string): string {
  const text = attributeValue(element, name)?.trim() ?? '';
  return text === '' || Number.isNaN(Number(text)) ? text : String(Number(text));
}

function pointText(element: XmlElement): string {
  return `${numberText(element, 'x')},${numberText(element, 'y')}`;
}

function boundsText(element: XmlElement): string {
  return `${pointText(element)} ${numberText(element, 'width')}x${numberText(element, 'height')}`;
}

/** Writes the place of a label; one without is drawn as if there were no label. */
function labelText(side: Side, label: XmlElement): string {
  const facts = [...factsOf(side, label)].map(([name, value]) => (name === 'bounds' ? value : `${name} ${value}`));
  return facts.join(' ');
}
