// Finds the values that a parameter can be chosen from: those of its list, or those that its query answers.
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

/** Is who asks, and in what surroundings. */
export interface OptionAsker {
  readonly holder: RightHolder;
  readonly timeZone: string;
}

type Parameter = Pick<SvcRToolReportParameterModel, 'type' | 'optionList' | 'optionQuery'>;

/** The contract's bound; a list of more helps nobody to choose. */
const OPTIONS_MAX = 1_000;
/** Whoever chooses waits for them. */
const OPTIONS_MS = 5_000;

export type OptionFinder = ReturnType<typeof createOptionFinder>;

export function createOptionFinder(sourceOf: (adapterCode: string) => QuerySource, clock: Clock) {
  const keep = createKeptOptions(clock);

  /** Binds the query with the masters' values; null where the parameter has none. */
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
      // That the asker may read it has been found when it was bound.
      const answer = [asker.holder.tenantIdentifier, asker.timeZone, bound, columns, limit];
      return keep(answer, keptSeconds, async () => {
        const { rows } = await read(source, asker, selectOptions(bound, columns), OPTION_COLUMNS, limit);
        const options = rows
          .slice(0, limit)
          .map(([value, label]) => ({ value: String(value), label: String(label ?? value) }));
        return { options, isTruncated: rows.length > limit };
      });
    },

    /** Says whether one of the values is no option, also beyond those that are shown. */
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

/** Both are asked for as text. */
const OPTION_COLUMNS: readonly QueryColumn[] = [
  { name: 'value', type: 'STRING' },
  { name: 'label', type: 'STRING' },
];
const FOREIGN_COLUMNS: readonly QueryColumn[] = [{ name: 'value', type: 'STRING' }];
