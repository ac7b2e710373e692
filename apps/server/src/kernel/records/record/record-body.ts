// Reads the plain fields of bodies into records, and writes records as answers and as the detail of events.
import { isDeepStrictEqual } from 'node:util';
import { type ArgumentProblem, invalid } from '../../request/errors.ts';
import { readOnlyProblems } from '../../request/read-only-fields.ts';
import { type AnyColumn, standardOf } from './column.ts';
import type { Columns, RecordFields } from './record.types.ts';

type Values = Readonly<Record<string, unknown>>;
type AnyRow = RecordFields & Values;

/** Text that stands in events in place of a secret. */
const MASKED = '***';

const RECORD_MODEL = ['id', 'uuid', 'version', 'createdBy', 'updatedBy', 'dateCreated', 'dateUpdated', 'deletedDate'];

const isOfBody = ({ computed, options }: AnyColumn): boolean => computed === undefined && options.server !== true;
const isSeen = ({ options }: AnyColumn): boolean => options.hidden !== true && options.secret !== true;
/**
 * Says whether events name the field: not what the program alone writes and nobody sees; that a secret has changed they
 * do.
 */
const isInEvents = ({ computed, options: { server, hidden } }: AnyColumn): boolean =>
  computed === undefined && !(server === true && hidden === true);
const outside = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

export function createRecordBodies(columns: Columns, audited: readonly string[], namesTenant: boolean) {
  const ofBody = Object.entries(columns).filter(([, column]) => isOfBody(column));
  const seen = [...RECORD_MODEL, 'deleted', ...(namesTenant ? ['tenantIdentifier'] : [])].concat(
    Object.keys(columns).filter((field) => isSeen(columns[field]!)),
  );
  const recorded = new Set([...Object.keys(columns).filter((field) => isInEvents(columns[field]!)), ...audited]);
  const fixed = ofBody.flatMap(
    ([
      field,
      {
        options: { readOnly },
      },
    ]) => (readOnly === undefined ? [] : [[field, readOnly]]),
  );
  const reasons = Object.fromEntries([...fixed, ['tenantIdentifier', 'A record stays in its tenant.']]);

  /** The stored value for one in a body; undefined where it does not fit. Null counts as left out in a new record. */
  function kept(column: AnyColumn, said: unknown, isNew: boolean, others: Values): unknown {
    if (said !== null && said !== undefined) return column.kind === 'DATE_TIME' ? new Date(said as string) : said;
    const standard = standardOf(column, others);
    return column.options.nullable === true && !(isNew && standard !== undefined) ? null : standard;
  }

  function read(fields: typeof ofBody, body: Values, isNew: boolean, others: Values) {
    const problems: ArgumentProblem[] = [];
    const values: Record<string, unknown> = {};
    for (const [field, column] of fields) {
      const value = kept(column, body[field], isNew, { ...others, ...values });
      if (value === undefined) problems.push({ field, code: 'REQUIRED', message: 'This field cannot be empty.' });
      else values[field] = value;
    }
    return { values, problems };
  }

  const toModel = (row: AnyRow): Values => Object.fromEntries(seen.map((field) => [field, outside(row[field])]));

  return {
    fieldsOf(body: Values, others: readonly ArgumentProblem[] = []): Values {
      const { values, problems } = read(ofBody, body, true, body);
      const all = [...problems, ...others];
      if (all.length > 0) invalid(...all);
      return values;
    },

    changesOf(body: Values, row: AnyRow, others: readonly ArgumentProblem[] = []): Values {
      const said = ofBody.filter(([field, { options }]) => body[field] !== undefined && options.readOnly === undefined);
      const { values, problems } = read(said, body, false, row);
      const all = [...problems, ...readOnlyProblems(body, toModel(row), reasons), ...others];
      if (all.length > 0) invalid(...all);
      return values;
    },

    toModel,

    detail(before: AnyRow | null, after: AnyRow | null): object {
      const differing = [...recorded].filter(
        (field) => !isDeepStrictEqual(before?.[field] ?? null, after?.[field] ?? null),
      );
      const shown = (row: AnyRow | null): Values | null =>
        row && Object.fromEntries(differing.map((field) => [field, masked(columns[field], row[field])]));
      const { uuid, version } = (after ?? before)!;
      return { uuid, version, old: shown(before), new: shown(after) };
    },
  };
}

function masked(column: AnyColumn | undefined, value: unknown): unknown {
  return column?.options.secret === true && value !== null ? MASKED : outside(value);
}
