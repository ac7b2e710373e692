// Wires imports of processes.
import type { Kernel } from '../../../kernel/module.ts';
import type { ContentPreparation } from '../content/prepare-content.ts';
import { createImportHandlers } from './import.routes.ts';
import { createImportService } from './import.service.ts';
import { cancelImportsOf } from './import.store.ts';
import { createImportWork } from './import-work.ts';
import { createImporter } from './importer.ts';
import { createReceivedFiles } from './receive-files.ts';

export { removeOldImports } from './import.store.ts';

export interface ImportFeatureGround
  extends Pick<Kernel, 'database' | 'clock' | 'contents' | 'events' | 'ids' | 'leases' | 'log'> {
  readonly content: ContentPreparation;
}

export function createImportFeature(ground: ImportFeatureGround) {
  const work = createImportWork({ ...ground, importer: createImporter(ground) });
  const wake = () => work.wakeAt(ground.clock.now());
  const received = createReceivedFiles(ground);
  return {
    handlers: createImportHandlers(createImportService({ ...ground, received, wake })),
    jobs: [work.job],
    directoryHooks: { 'tenant-deleted': cancelImportsOf },
  };
}
