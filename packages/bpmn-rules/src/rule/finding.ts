// What a rule says of a place in a file, before strictness, precedence and executability make a problem of it.
import type { BpmnElement, SourcePosition } from '../facts/types/document.ts';
import { isFlowElementType, SCOPE_TYPES } from '../facts/types/element-types.ts';
import type { RuleId } from '../texts/rule-catalogue.ts';
import type { RuleMarks } from '../texts/rule-texts.ts';

/** A place that breaks a rule. */
export interface Finding {
  readonly ruleId: RuleId;
  /** Element of the finding; null where it concerns the file or its diagrams. */
  readonly element: BpmnElement | null;
  readonly subject: FindingSubject;
  readonly position: SourcePosition;
  /** Values for the `{...}` of the texts. */
  readonly values: Readonly<Record<string, string | number>>;
  /** The matter of the finding. Of several findings about one matter of one element only the most specific stays. */
  readonly about: string | null;
  /** Whether the finding is an error under every strictness, whatever the rule's marks say. */
  readonly always: boolean;
  /** Marks in place of the rule's own, where its text gives this part of it others; null elsewhere. */
  readonly marks: RuleMarks | null;
}

/** What the user is shown as broken. */
export interface FindingSubject {
  readonly id: string | null;
  readonly type: string | null;
  readonly name: string | null;
}

/** What a finding says beside its rule. */
export interface FindingDetails {
  readonly values?: Readonly<Record<string, string | number>>;
  readonly about?: string;
  /** Position of a finding that does not stand at the element's start. */
  readonly position?: SourcePosition;
  /** Whether it is an error under every strictness: the rule's text excepts it from its marks. */
  readonly always?: boolean;
  /** Marks for the part of the rule whose text gives it others. */
  readonly marks?: RuleMarks;
}

/** Makes a finding about an element of the model. */
export function finding(ruleId: RuleId, element: BpmnElement, details: FindingDetails = {}): Finding {
  return {
    ruleId,
    element,
    subject: subjectOf(element),
    position: details.position ?? element.position,
    values: details.values ?? {},
    about: details.about ?? null,
    always: details.always ?? false,
    marks: details.marks ?? null,
  };
}

function subjectOf(element: BpmnElement): FindingSubject {
  const { id, type, name } = shownElement(element);
  return { id, type, name };
}

/** Answers whom the user sees: an event definition or performer has its event or task in the diagram, not itself. */
export function shownElement(element: BpmnElement): BpmnElement {
  let shown = element;
  while (shown.parent !== null && !isShown(shown)) shown = shown.parent;
  return shown;
}

/** Elements whose content is seen by itself. */
export const CONTAINER_TYPES: ReadonlySet<string> = new Set([
  ...SCOPE_TYPES,
  'definitions',
  'collaboration',
  'choreography',
  'globalChoreographyTask',
  'globalConversation',
  'laneSet',
  'childLaneSet',
  'subChoreography',
  'subConversation',
]);

function isShown(element: BpmnElement): boolean {
  if (element.parent !== null && !CONTAINER_TYPES.has(element.parent.type)) return false;
  return element.id !== null || isFlowElementType(element.type) || element.parent?.type === 'definitions';
}

/** Makes a finding about something that is no element of the model: the file, or a shape. */
export function fileFinding(
  ruleId: RuleId,
  position: SourcePosition,
  details: Omit<FindingDetails, 'position'> & { readonly id?: string | null; readonly type?: string } = {},
): Finding {
  const subject = { id: details.id ?? null, type: details.type ?? null, name: null };
  return {
    ruleId,
    element: null,
    subject,
    position,
    values: details.values ?? {},
    about: details.about ?? null,
    always: details.always ?? false,
    marks: details.marks ?? null,
  };
}

/** Name of an element in messages: its id, or its kind where it has none. */
export function label(element: BpmnElement): string {
  return element.id ?? element.type;
}

/** Writes `startEvent` as `start event`. */
export function words(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
