// Lists the data that reports can use: stored adapters, each with its state, and the data of modules that the caller
// may read.
import {
  adapterSortStandard,
  type SvcRToolReportEntityModel,
  type SvcRToolResolvedReportDataAdapterModel,
} from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { languagesOf } from '../../../../kernel/request/languages.ts';
import { columnTypeOf } from '../../column-type.ts';
import { CSV_CODE, type OfferedCsvFiles } from '../../csv/feature.ts';
import { type Adapter, adapters } from '../adapter.store.ts';
import { messageOf } from '../adapter-findings.ts';
import type { AdapterGround } from '../adapter-ground.ts';
import { PLATFORM_CODE } from '../adapter-input.ts';
import type { ForeignTable } from '../connection/foreign.store.ts';
import { csvAdapters } from './csv-adapter.ts';
import { ENTITIES_MAX, ENTITY_COLUMNS_MAX } from './entity-bounds.ts';
import { type ModuleDataSet, platformAdapters } from './platform-adapters.ts';
import { createProbes, type Probe } from './probes.ts';

/** Time for all adapters of one answer; a later one is shown as not answering in time. */
const TOGETHER_MS = 5_000;
const CAPABILITIES = ['STREAMING', 'CANCEL', 'PARAMETERS', 'METADATA', 'ROW_LIMIT'] as const;
const SERVICE = 'report';

export interface DiscoveryWish {
  readonly type: 'SQL' | 'CSV' | 'PLATFORM' | null;
  readonly code: string | null;
  readonly withEntities: boolean;
  readonly onlyAvailable: boolean;
  readonly anew: boolean;
}

interface DiscoveryParts extends Pick<Kernel, 'metrics'> {
  readonly ground: AdapterGround;
  readonly dataSets: () => readonly ModuleDataSet[];
  readonly csvFiles: Pick<OfferedCsvFiles, 'list'>;
}

type Found = Omit<Probe, 'version'>;
type Resolved = SvcRToolResolvedReportDataAdapterModel;

function byCode(left: Resolved, right: Resolved): number {
  const order = (one: Resolved): string => `${one.code}\0${one.serviceName}`;
  return order(left) < order(right) ? -1 : 1;
}

/** Bounds the columns of one answer, table by table. */
class ColumnBudget {
  #left = ENTITY_COLUMNS_MAX;

  /** Leaves out tables that do not fit, as a whole. */
  take(tables: readonly ForeignTable[]): readonly SvcRToolReportEntityModel[] {
    const entities: SvcRToolReportEntityModel[] = [];
    for (const { name, label, columnList } of tables.slice(0, ENTITIES_MAX)) {
      this.#left -= columnList.length;
      if (this.#left < 0) break;
      const columns = columnList.map((column) => ({
        name: column.name,
        type: columnTypeOf(column.sqlType),
        label: column.label,
      }));
      entities.push({ name, label, columnList: columns });
    }
    return entities;
  }
}

function toResolved(
  adapter: Adapter,
  found: Found,
  languages: readonly string[],
  budget: ColumnBudget | null,
): Resolved {
  const { code, name, description, dialect, reportDataSourceType } = adapter;
  const { checkedAt, latencyMillis, errorCode, tables } = found;
  const entityList = budget === null || errorCode !== null ? null : budget.take(tables ?? []);
  const isWhole = tables !== null && entityList?.length === tables.length;
  return {
    code,
    name,
    description,
    reportDataSourceType,
    serviceName: SERVICE,
    resolvedFrom: 'STORED',
    dialect,
    available: errorCode === null,
    lastCheckTime: new Date(checkedAt).toISOString(),
    latencyMillis,
    errorCode,
    errorMessage: errorCode === null ? null : messageOf(errorCode, languages),
    readOnly: true,
    capabilityList: CAPABILITIES,
    entityList,
    entityTruncated: entityList !== null && !isWhole,
  };
}

/** Waits for a probe until the time is over; the probe goes on, and the next caller gets its result. */
async function within(probe: Promise<Found>, over: Promise<Found>): Promise<Found> {
  return Promise.race([probe, over]);
}

export function createDiscovery({ ground, dataSets, csvFiles, metrics }: DiscoveryParts) {
  const { database, clock } = ground;
  const probes = createProbes(ground, { metrics });

  async function listStored({ caller }: Act, { type, code }: DiscoveryWish): Promise<readonly Adapter[]> {
    if ((type !== null && type !== 'SQL') || code === PLATFORM_CODE || code === CSV_CODE) return [];
    const pageable = { pageNumber: 0, pageSize: 1, sort: adapterSortStandard };
    return adapters.list(database, { tenantIdentifier: caller.tenantIdentifier }, { code }, pageable);
  }

  async function findAll(stored: readonly Adapter[], withTables: boolean, anew: boolean): Promise<readonly Found[]> {
    const late = Promise.withResolvers<Found>();
    const tooLate = (): Found => ({
      checkedAt: clock.now(),
      latencyMillis: null,
      errorCode: 'TIMED_OUT',
      tables: null,
    });
    const timer = setTimeout(() => late.resolve(tooLate()), TOGETHER_MS);
    try {
      return await Promise.all(stored.map((one) => within(probes.of(one, { withTables, anew }), late.promise)));
    } finally {
      clearTimeout(timer);
    }
  }

  return async function discover(act: Act, wish: DiscoveryWish): Promise<readonly Resolved[]> {
    const { caller } = act;
    if (wish.anew && !caller.holds('REPORT_ADAPTER_MANAGE')) fail('ACCESS_DENIED');
    const languages = languagesOf(caller, act.context);
    const { withEntities, anew, type, code } = wish;
    const mayReadTables = ['REPORT_ADAPTER_VIEW', 'REPORT_ADAPTER_MANAGE', 'REPORT_SQL_WRITE'].some((one) =>
      caller.holds(one),
    );
    const withTables = withEntities && mayReadTables;
    const stored = await listStored(act, wish);
    const found = await findAll(stored, withTables, anew);
    const budget = withTables ? new ColumnBudget() : null;
    const own = stored.map((adapter, index) => toResolved(adapter, found[index]!, languages, budget));
    const isOfPlatform = (type === null || type === 'PLATFORM') && (code === null || code === PLATFORM_CODE);
    const platform = isOfPlatform
      ? platformAdapters(dataSets(), { caller, languages, withEntities, now: clock.now() })
      : [];
    const asked = (type === null || type === 'CSV') && (code === null || code === CSV_CODE);
    const { tenantIdentifier } = caller;
    const files = asked ? await csvFiles.list({ tenantIdentifier }) : [];
    const csv = csvAdapters(files, { languages, withEntities, now: clock.now() });
    return [...own, ...platform, ...csv].filter(({ available }) => available || !wish.onlyAvailable).sort(byCode);
  };
}

export type Discover = ReturnType<typeof createDiscovery>;
