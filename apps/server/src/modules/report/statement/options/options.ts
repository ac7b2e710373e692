// Finds the options of a parameter: those of its list, or of its query.
import type { SvcRToolReportParameterModel, SvcRToolReportQueryModel } from '@keelson/contract';
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { BoundQuery, RightHolder } from '../../report.types.ts';
import { SQL_TYPES } from '../parameter/bound-values.ts';
import type { BoundValues } from '../parameter/parameter.types.ts';
import { compareValues, readPlain } from '../parameter/read-value.ts';
import type { QueryColumn, QuerySource } from '../query-source.ts';
import { createKeptOptions } from './kept-options.ts';
import type { Options } from './option-types.ts';
import { type OptionColumns, selectForeign, selectOptions } from './options.store.ts';

/** Reader of options, with time zone and locale. */
export interface OptionAsker {
  readonly holder: RightHolder;
  readonly timeZone: string;
}

type Parameter = Pick<SvcRToolReportParameterModel, 'type' | 'optionList' | 'optionQuery'>;

/** Options at most, the contract's bound; a longer list is no help. */
const OPTIONS_MAX = 1_000;
/** Limit of the query, for which a person waits. */
const OPTIONS_MS = 5_000;

export type OptionFinder = ReturnType<typeof createOptionFinder>;

export function createOptionFinder(sourceOf: (adapterCode: string) => QuerySource, clock: Clock) {
  const keep = createKeptOptions(clock);

  /** Binds the query with the values of master parameters; null where the parameter has no query. */
  async function bind({ optionQuery }: Parameter, { holder, timeZone }: OptionAsker, values: BoundValues) {
    if (optionQuery === null || optionQuery.query === null) return null;
    const { dataAdapterCode, query, valueColumn, labelColumn, limit, cacheSeconds } = optionQuery;
    const source = sourceOf(dataAdapterCode);
    const columns: OptionColumns = { value: valueColumn, label: labelColumn ?? valueColumn };
    return {
      source,
      bound: await source.bind(holder, query as SvcRToolReportQueryModel, { values, timeZone }),
      columns,
      limit: limit ?? OPTIONS_MAX,
      keptSeconds: cacheSeconds ?? 0,
    };
  }

  const read = (
    source: QuerySource,
    { holder, timeZone }: OptionAsker,
    query: BoundQuery,
    columns: readonly QueryColumn[],
    rowLimit: number,
  ) => source.read(holder, query, columns, { rowLimit, timeZone, timeoutMs: OPTIONS_MS });

  return {
    async find(parameter: Parameter, asker: OptionAsker, masters: BoundValues): Promise<Options> {
      const asked = await bind(parameter, asker, masters);
      if (asked === null) {
        const options = parameter.optionList.map(({ value, label }) => ({ value, label: label ?? value }));
        return { options, isTruncated: false };
      }
      const { source, bound, columns, limit, keptSeconds } = asked;
      // Binding has checked that the reader may use the source.
      const answer = [asker.holder.tenantIdentifier, asker.timeZone, bound, columns, limit];
      return keep(answer, keptSeconds, async () => {
        const { rows } = await read(source, asker, selectOptions(bound, columns), OPTION_COLUMNS, limit);
        const options = rows
          .slice(0, limit)
          .map(([value, label]) => ({ value: String(value), label: String(label ?? value) }));
        return { options, isTruncated: rows.length > limit };
      });
    },

    /** Says whether one of the values is no option, also among those that are not shown. */
    async hasForeign(
      parameter: Parameter,
      texts: readonly string[],
      asker: OptionAsker,
      masters: BoundValues,
    ): Promise<boolean> {
      const { type, optionList } = parameter;
      const asked = await bind(parameter, asker, masters);
      if (asked !== null) {
        const { source, bound, columns } = asked;
        const values = { sqlType: SQL_TYPES[type], value: texts, isList: true };
        return (await read(source, asker, selectForeign(bound, columns, values), FOREIGN_COLUMNS, 1)).rows.length > 0;
      }
      if (optionList.length === 0) return false;
      const allowed = optionList.flatMap(({ value }) => {
        const option = readPlain(type, value, asker.timeZone);
        return 'value' in option ? [option.value] : [];
      });
      return texts.some(
        (text) => !allowed.some((option) => option === text || compareValues(type, option, text) === 0),
      );
    },
  };
}

/** Columns of options, both read as text. */
const OPTION_COLUMNS: readonly QueryColumn[] = [
  { name: 'value', type: 'STRING' },
  { name: 'label', type: 'STRING' },
];
const FOREIGN_COLUMNS: readonly QueryColumn[] = [{ name: 'value', type: 'STRING' }];
