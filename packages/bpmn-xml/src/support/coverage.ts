// The coverage table has every name of the standard's schema and of the extensions, with all claims that a table makes about it.
import { CARRIED_EXTENSIONS, extensionElementSchema, extensionTable, REFUSED_EXTENSIONS } from '@keelson/bpmn-rules';
import type { SchemaTable } from '../schema/tables/schema-parts.ts';
import { ELEMENT_SCHEMAS } from '../schema/tables/schema-table.ts';
import { COLLABORATION_SCHEMAS } from '../schema/tables/schema-table-collaboration.ts';
import { DIAGRAM_SCHEMAS } from '../schema/tables/schema-table-diagram.ts';
import { DATA_SCHEMAS, EVENT_SCHEMAS } from '../schema/tables/schema-table-events.ts';
import { FOUNDATION_SCHEMAS } from '../schema/tables/schema-table-foundation.ts';
import { PROCESS_SCHEMAS } from '../schema/tables/schema-table-process.ts';
import type { Support, SupportClaim } from './support.ts';
import { COLLABORATION_SUPPORT, DIAGRAM_SUPPORT } from './support-collaboration.ts';
import { DATA_SUPPORT, EVENT_SUPPORT } from './support-events.ts';
import { EXTENSION_SUPPORT } from './support-extensions.ts';
import { FOUNDATION_SUPPORT } from './support-foundation.ts';
import { PROCESS_SUPPORT } from './support-process.ts';

/** A name of the standard with what is claimed of it; right is exactly one claim. */
export interface CoverageEntry {
  readonly element: string;
  /** Name of the attribute; null for the element itself. */
  readonly attribute: string | null;
  readonly claims: readonly Support[];
}

/** A part of the table. */
export interface CoverageChapter {
  readonly title: string;
  readonly entries: readonly CoverageEntry[];
  /** Names of a claim that the schema does not have. */
  readonly unknown: readonly string[];
}

const MODEL_SUPPORT: readonly SupportClaim[] = [
  ...FOUNDATION_SUPPORT,
  ...COLLABORATION_SUPPORT,
  ...PROCESS_SUPPORT,
  ...EVENT_SUPPORT,
  ...DATA_SUPPORT,
];

/** Lists the whole table, in the order of the standard. */
export function coverageChapters(): readonly CoverageChapter[] {
  const chapters: readonly (readonly [string, SchemaTable])[] = [
    ['Foundation (8)', FOUNDATION_SCHEMAS],
    ['Collaboration, conversation, choreography (9, 11)', COLLABORATION_SCHEMAS],
    ['Processes and activities (10.2, 10.3)', PROCESS_SCHEMAS],
    ['Events (10.5)', EVENT_SCHEMAS],
    ['Data (10.4)', DATA_SCHEMAS],
  ];
  const known = namesOf(ELEMENT_SCHEMAS);
  return [
    ...chapters.map(([title, table], index) => ({
      title,
      entries: entriesOf(namesOf(table), MODEL_SUPPORT),
      unknown: index === 0 ? unknownIn(known, MODEL_SUPPORT) : [],
    })),
    chapterOf('Diagrams (12)', namesOf(DIAGRAM_SCHEMAS), DIAGRAM_SUPPORT),
    chapterOf('Extensions', extensionNames(), EXTENSION_SUPPORT),
  ];
}

type Names = ReadonlyMap<string, readonly string[]>;

function chapterOf(title: string, names: Names, claims: readonly SupportClaim[]): CoverageChapter {
  return { title, entries: entriesOf(names, claims), unknown: unknownIn(names, claims) };
}

/** Lists the attributes of each element of a table. */
function namesOf(table: SchemaTable): Names {
  return new Map(Object.entries(table).map(([element, { attributes }]) => [element, attributeNames(attributes)]));
}

function attributeNames(attributes: string): readonly string[] {
  return attributes
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => part.replace(/!?:.*$/, ''));
}

/** Lists the names of extensions; `attribute` stands for the elements of the standard that have attributes of the extensions. */
function extensionNames(): Names {
  const tables = Object.keys(ELEMENT_SCHEMAS).map(extensionTable);
  const attributes = new Set(tables.flatMap((table) => [...table.attributes.keys()]));
  const elements = new Set(tables.flatMap((table) => [...table.elements]));
  for (const name of elements) for (const child of extensionElementSchema(name)?.children ?? []) elements.add(child);
  const others = [...CARRIED_EXTENSIONS, ...Object.keys(REFUSED_EXTENSIONS)];
  return new Map<string, readonly string[]>([
    ['attribute', [...attributes]],
    ...[...elements, ...others].map(
      (name) => [name, [...(extensionElementSchema(name)?.attributes.keys() ?? [])]] as const,
    ),
  ]);
}

function entriesOf(names: Names, claims: readonly SupportClaim[]): readonly CoverageEntry[] {
  return [...names].flatMap(([element, attributes]) => [
    ...(element === 'attribute' ? [] : [{ element, attribute: null, claims: claimsOf(claims, element, null) }]),
    ...attributes.map((attribute) => ({ element, attribute, claims: claimsOf(claims, element, attribute) })),
  ]);
}

function claimsOf(claims: readonly SupportClaim[], element: string, attribute: string | null): readonly Support[] {
  const found = claims.filter(({ elements, attributes }) => {
    if (!elements.includes(element) && !elements.includes('*')) return false;
    if (attribute === null || attributes === null) return attribute === attributes;
    return attributes.includes(attribute) || attributes.includes('*');
  });
  return found.map(({ support }) => support);
}

function unknownIn(names: Names, claims: readonly SupportClaim[]): readonly string[] {
  return claims.flatMap(({ elements, attributes }) =>
    elements.flatMap((element) => {
      if (element === '*') return [];
      const known = names.get(element);
      if (known === undefined) return element;
      const wrong = (attributes ?? []).filter((attribute) => attribute !== '*' && !known.includes(attribute));
      return wrong.map((attribute) => `${element} @ ${attribute}`);
    }),
  );
}
