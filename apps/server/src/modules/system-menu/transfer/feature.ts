// Wires documents: what a level holds as one, and one as what a level holds.
import { createTransferHandlers } from './transfer.routes.ts';
import { createTransferService } from './transfer.service.ts';

export function createTransferFeature(menu: Parameters<typeof createTransferService>[0]) {
  return { handlers: createTransferHandlers(createTransferService(menu)) };
}
