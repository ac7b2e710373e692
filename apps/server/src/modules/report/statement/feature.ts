// Wires checks of reports, binding of values, and first rows.
import type { Kernel } from '../../../kernel/module.ts';
import { PLATFORM_CODE } from '../adapter/feature.ts';
import { CSV_CODE, type OfferedCsvFiles } from '../csv/feature.ts';
import { createSqlSource, type SqlSourceGround } from './adapter/sql-source.ts';
import { createReportCheck } from './check-report.ts';
import { createCsvSource } from './csv-source.ts';
import { createOptionFinder } from './options/options.ts';
import { createPlatformSource, type PlatformGround } from './platform/platform-source.ts';
import { createPrepareQuery, type PrepareGround } from './prepare-query.ts';
import { createPreviewService, type PreviewGround } from './preview.service.ts';
import type { QuerySource } from './query-source.ts';
import { createSqlLane } from './sql/sql-lane.ts';
import { createStatementHandlers } from './statement.routes.ts';

export { errorsOf, type ReportCheck } from './check-report.ts';
export { evaluate, readExpression } from './parameter/default-expression.ts';
export { writeDate } from './parameter/local-instants.ts';
export type { RunContext } from './parameter/parameter.types.ts';
export type { PreparedQuery, PrepareQuery } from './prepare-query.ts';

type Ground = Pick<Kernel, 'lanes' | 'database' | 'databaseSettings' | 'clock'> & {
  readonly csvFiles: OfferedCsvFiles;
} & PlatformGround &
  Pick<SqlSourceGround, 'adapters'> &
  Pick<PrepareGround, 'findEvent'> &
  Pick<PreviewGround, 'findReport' | 'readDefinition'>;

/**
 * Previews of a tenant that may wait: each takes a connection for ten seconds at most, and two of the pool serve them.
 */
const PREVIEWS_OF_TENANT_WAITING_MAX = 16;

/**
 * Statements that are described and options that are read, of one tenant at once: foreign databases have few
 * connections to spare.
 */
const ADAPTER_CONNECTIONS_OF_TENANT = 8;
/** Questions that may wait: the options of two forms, each with the most parameters of a report. */
const ADAPTER_QUESTIONS_WAITING_MAX = 100;

export function createStatementFeature(ground: Ground) {
  const lane = createSqlLane(ground);
  const turns = ground.lanes.open({
    name: 'report-preview',
    ofOwner: 1,
    waitingOfOwnerMax: PREVIEWS_OF_TENANT_WAITING_MAX,
  });
  const asking = ground.lanes.open({
    name: 'report-adapter',
    ofOwner: ADAPTER_CONNECTIONS_OF_TENANT,
    waitingOfOwnerMax: ADAPTER_QUESTIONS_WAITING_MAX,
  });
  const platform = createPlatformSource(ground);
  const { adapters, csvFiles: files, databaseSettings } = ground;
  const csv = createCsvSource({ files, databaseSettings, turns: asking });
  const sourceOf = (adapterCode: string): QuerySource => {
    if (adapterCode === PLATFORM_CODE) return platform;
    return adapterCode === CSV_CODE ? csv : createSqlSource({ lane, adapters, turns: asking }, adapterCode);
  };
  const check = createReportCheck({ lane, sourceOf });
  const options = createOptionFinder(sourceOf, ground.clock);
  const parts = { ...ground, lane, options, sourceOf };
  const prepareQuery = createPrepareQuery(parts);
  return {
    handlers: createStatementHandlers(createPreviewService({ ...parts, prepareQuery, check, turns })),
    /** Finds the problems of a report; save, update and activate refuse its errors. */
    check,
    /** Makes the query of a run; 422 REPORT_PARAMETER_INVALID. */
    prepareQuery,
    stop: async (): Promise<void> => {
      turns.close();
      asking.close();
      await lane.close();
    },
  };
}
