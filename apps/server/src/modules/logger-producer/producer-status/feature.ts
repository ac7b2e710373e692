// Wires the status of this process's events.
import { createProducerStatusHandlers } from './producer-status.routes.ts';
import { createProducerStatusService, type ProducerStatusParts } from './producer-status.service.ts';

export function createProducerStatus(parts: ProducerStatusParts) {
  return { handlers: createProducerStatusHandlers(createProducerStatusService(parts)) };
}
