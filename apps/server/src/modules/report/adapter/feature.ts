// Wires data adapters: how they are stored, discovered, and connected to.
import type { Kernel } from '../../../kernel/module.ts';
import { createAddressGuard } from '../../../kernel/outbound/address-guard.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { OfferedCsvFiles } from '../csv/feature.ts';
import { createAdapterHandlers } from './adapter.routes.ts';
import { createAdapterService } from './adapter.service.ts';
import { sealedSecrets } from './adapter.store.ts';
import { createAdapterGround, SEAL_PURPOSE, secretOwner } from './adapter-ground.ts';
import { createOwnDatabase } from './connection/own-database.ts';
import { createDiscovery } from './discovery/discovery.service.ts';
import type { ModuleDataSet } from './discovery/platform-adapters.ts';
import { createOfferedConnections } from './offered-connections.ts';

export { PLATFORM_CODE } from './adapter-input.ts';
export type { ModuleDataSet } from './discovery/platform-adapters.ts';
export type { OfferedConnections } from './offered-connections.ts';
export type { ForeignColumn } from './reading/foreign-columns.ts';
export { ForeignFailure } from './reading/foreign-failure.ts';
export type { AdapterQuery, ForeignQuery, ForeignQueryOrder } from './reading/foreign-query.ts';

export function createAdapterFeature(
  kernel: Kernel & { readonly csvFiles: OfferedCsvFiles },
  dataSets: () => readonly ModuleDataSet[],
) {
  const { csvFiles, database, keys, metrics } = kernel;
  const ground = createAdapterGround({
    ...kernel,
    guard: createAddressGuard(),
    own: createOwnDatabase(database),
  });
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedSecrets, database, keys, purpose: SEAL_PURPOSE, ownerOf: secretOwner }),
  );
  return {
    handlers: createAdapterHandlers(
      createAdapterService(ground),
      createDiscovery({ ground, dataSets, csvFiles, metrics }),
    ),
    api: createOfferedConnections(ground),
  };
}
