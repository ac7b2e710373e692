// Stores the shipped reports, beside those of tenants, and replaces ones stored by an older program.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { foldText } from '../../../../kernel/text/fold-text.ts';
import { namedUuid } from '../../../../kernel/text/named-uuid.ts';
import { lockTenantReports } from '../../right/tenant-lock.store.ts';
import { keepVersion, reports } from '../report.store.ts';
import { readDefinition } from '../write-report.ts';
import { operationReports } from './operation-reports.ts';
import { findEditions, nameInAll } from './ready.store.ts';
import type { ReadyReport } from './ready-report.types.ts';
import { workReports } from './work-reports.ts';

const SYSTEM = 'system';
const OF_NO_TENANT = { tenantIdentifier: null } as const;

export const readyReports: readonly ReadyReport[] = [...workReports, ...operationReports];

export interface ShipReportsGround extends Pick<Kernel, 'database' | 'clock'> {
  /** Makes their group where it is missing; answers its identifier. */
  readonly shipGroup: (tx: Transaction, now: Date) => Promise<string>;
}

/** Uuid of a ready report, the same in every installation. */
const uuidOf = ({ body }: ReadyReport): string => namedUuid('report.ready', body.code);

export function createShipReports({ database, clock, shipGroup }: ShipReportsGround) {
  async function ship(tx: Transaction, ready: ReadyReport, reportGroupUuid: string, now: Date): Promise<void> {
    const { code, name, description = null } = ready.body;
    const shown = { code, name, description };
    const change = { by: SYSTEM, now };
    const definition = readDefinition(ready.body);
    const fields = { ...definition, ...shown, status: 'PUBLISHED', reportGroupUuid, shipped: ready.shipped } as const;
    const uuid = uuidOf(ready);
    const stored = await reports.find(tx, OF_NO_TENANT, { uuid });
    const row = stored
      ? await reports.update(tx, stored, fields, change)
      : await reports.insert(tx, { ...fields, ...OF_NO_TENANT, uuid }, change);
    await keepVersion(tx, row);
    const { tr } = ready.shipped.texts;
    await nameInAll(tx, uuid, foldText(`${name} ${tr.name}`), foldText(`${description} ${tr.description}`));
  }

  /** Processes of two versions may start at the same time: the newer edition stays. */
  return async (): Promise<void> => {
    const isOlder = (editions: ReadonlyMap<string, number>) => (ready: ReadyReport) =>
      (editions.get(uuidOf(ready)) ?? 0) < ready.shipped.edition;
    if (!readyReports.some(isOlder(await findEditions(database)))) return;
    const now = new Date(clock.now());
    await database.transaction(async (tx) => {
      await lockTenantReports(tx, '');
      const group = await shipGroup(tx, now);
      for (const ready of readyReports.filter(isOlder(await findEditions(tx)))) await ship(tx, ready, group, now);
    });
  };
}
