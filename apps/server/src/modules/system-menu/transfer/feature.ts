// Wires documents: export and import of a level.
import { createTransferHandlers } from './transfer.routes.ts';
import { createTransferService } from './transfer.service.ts';

export function createTransferFeature(menu: Parameters<typeof createTransferService>[0]) {
  return { handlers: createTransferHandlers(createTransferService(menu)) };
}
