// Declares the record of a process under development, and holds the further statements on it.

import type { Strictness } from '@keelson/bpmn-rules';
import { processSort, processSortStandard, processStatuses, processTypes } from '@keelson/contract';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import type { ReferenceKind } from './reference.store.ts';

/** Holds the counts of one content under each strictness. */
export type ProblemCounts = Readonly<
  Record<Strictness, { readonly errors: number; readonly warnings: number; readonly deployable: boolean }>
>;

export interface ProcessInFile {
  readonly id: string;
  readonly name: string | null;
  readonly executable: boolean;
}

interface ShownProcess extends ProcessInFile {
  readonly isDeployed: boolean;
  readonly definitionId: string | null;
  readonly definitionVersion: number | null;
}

const content = { server: true, hidden: true, nullable: true } as const;

/** Lists each process of the file with the newest definition deployed of it from here. */
const shownProcesses = `SELECT coalesce(jsonb_agg(f.process || jsonb_build_object('isDeployed', d.definition_id IS NOT NULL,
    'definitionId', d.definition_id, 'definitionVersion', d.definition_version) ORDER BY f.place), '[]')
  FROM jsonb_array_elements(r.file_processes) WITH ORDINALITY f(process, place)
  LEFT JOIN LATERAL (SELECT definition_id, definition_version FROM bpa_deployment
    WHERE process_id = r.id AND definition_key = f.process->>'id' ORDER BY definition_version DESC LIMIT 1) d ON true`;

const status = `CASE WHEN r.current_version = 0 THEN 'EMPTY' WHEN r.last_deployed_version IS NULL THEN 'DRAFT'
  WHEN r.last_deployed_version = r.current_version THEN 'DEPLOYED' ELSE 'CHANGED' END`;

/** Finds processes whose content uses a key of this kind. */
const uses = (kind: ReferenceKind) => ({
  where: `EXISTS (SELECT FROM bpa_reference u WHERE u.process_id = r.id AND u.tenant_identifier = r.tenant_identifier
    AND u.kind = '${kind}' AND u.key = $?)`,
  of: typed<string>(),
});

export const processes = defineRecord({
  table: 'bpa_process',
  thing: 'PROCESS',
  columns: {
    namespace: column.text({ standard: 'default' }),
    code: column.text({ readOnly: 'Changed by renameProcess.' }),
    name: column.text({ standardOf: 'code' }),
    description: column.text({ nullable: true }),
    category: column.text({ nullable: true }),
    tags: column.textList({ standard: [] }),
    type: column.choice(processTypes, { server: true, standard: 'BPMN' }),
    currentVersion: column.integer({ server: true, standard: 0 }),
    modelId: column.computed(column.long({ nullable: true }), 'SELECT m.id FROM bpa_model m WHERE m.process_id = r.id'),
    status: column.computed(column.choice(processStatuses), status),
    content: column.bytes(content),
    picture: column.bytes(content),
    fileProcesses: column.json(typed<readonly ProcessInFile[]>(), { server: true, hidden: true, standard: [] }),
    processes: column.computed(column.json(typed<readonly ShownProcess[]>()), shownProcesses),
    /** Names of elements, for searches. */
    elementNames: column.text({ server: true, hidden: true, standard: '' }),
    /** Element types, and the keys that others use. */
    elementTypes: column.textList({ server: true, hidden: true, standard: [] }),
    definedKeys: column.textList({ server: true, hidden: true, standard: [] }),
    factsVersion: column.integer({ server: true, hidden: true, standard: 0 }),
    counts: column.json(typed<ProblemCounts>(), {
      column: 'problem_counts',
      server: true,
      hidden: true,
      nullable: true,
    }),
    rulesVersion: column.text({ server: true, hidden: true, nullable: true }),
    sourceProcessId: column.long({ server: true, nullable: true }),
    sourceVersion: column.integer({ server: true, nullable: true }),
    lastDeployedVersion: column.integer({ server: true, nullable: true }),
    lastDeployedAt: column.dateTime({ server: true, nullable: true }),
    lastDeployedBy: column.text({ server: true, nullable: true }),
  },
  folded: { name: foldText, description: foldText, elementNames: foldText },
  filters: {
    ids: { anyOf: 'id' },
    uuid: { equals: 'uuid' },
    namespace: { equals: 'namespace' },
    namespaces: { anyOf: 'namespace' },
    code: { equals: 'code' },
    codes: { anyOf: 'code' },
    name: { contains: ['name'] },
    description: { contains: ['description'] },
    createdBy: { contains: ['createdBy'] },
    updatedBy: { contains: ['updatedBy'] },
    text: { contains: ['code', 'name', 'description', 'elementNames'] },
    type: { equals: 'type' },
    status: { equals: 'status' },
    deployableUnder: { where: "(r.problem_counts->$?->>'deployable')::boolean", of: typed<Strictness>() },
    refusedUnder: {
      where: "NOT coalesce((r.problem_counts->$?->>'deployable')::boolean, false)",
      of: typed<Strictness>(),
    },
    tags: { holds: 'tags' },
    usesElement: { holds: 'elementTypes' },
    callsKey: uses('PROCESS'),
    usesMessage: uses('MESSAGE'),
    usesSignal: uses('SIGNAL'),
    usesDecision: uses('DECISION'),
    usesTemplate: uses('MAIL_TEMPLATE'),
    dateUpdatedFrom: { from: 'dateUpdated' },
    dateUpdatedTo: { before: 'dateUpdated' },
    dateCreatedFrom: { from: 'dateCreated' },
    dateCreatedTo: { before: 'dateCreated' },
  },
  sort: { properties: processSort, standard: processSortStandard },
  unique: { code: 'PROCESS_ALREADY_EXISTS' },
  audited: ['currentVersion'],
  subject: 'code',
});
export type Process = RowOf<typeof processes>;

const selectNamespaces = sql(
  'bpa_namespaces',
  'SELECT DISTINCT namespace FROM bpa_process WHERE tenant_identifier = $1 AND NOT deleted ORDER BY namespace',
);
const selectCurrentVersion = sql(
  'bpa_current_version',
  'SELECT current_version AS number FROM bpa_process WHERE tenant_identifier = $1 AND code = $2 AND NOT deleted',
);
const updateCounts = sql(
  'bpa_process_counts',
  'UPDATE bpa_process SET problem_counts = $2, rules_version = $3 WHERE id = $1 AND content = $4',
);

export async function listNamespaces(queryable: Queryable, tenantIdentifier: string): Promise<string[]> {
  const rows = await queryable.rows<{ namespace: string }>(selectNamespaces, [tenantIdentifier]);
  return rows.map(({ namespace }) => namespace);
}

/** Finds the current version; null where the tenant has no such process. */
export async function findCurrentVersion(
  queryable: Queryable,
  tenantIdentifier: string,
  code: string,
): Promise<number | null> {
  const [row] = await queryable.rows<{ number: number }>(selectCurrentVersion, [tenantIdentifier, code]);
  return row?.number ?? null;
}

/** Stores counts by newer rules, unless the content has changed meanwhile. The record is not changed. */
export async function saveCounts(
  queryable: Queryable,
  { id, content }: Pick<Process, 'id' | 'content'>,
  counts: ProblemCounts,
  rulesVersion: string,
): Promise<void> {
  await queryable.execute(updateCounts, [id, JSON.stringify(counts), rulesVersion, content]);
}
