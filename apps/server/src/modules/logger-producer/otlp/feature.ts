// Wires the intake of OpenTelemetry logs.
import { createOtlpHandlers } from './otlp.routes.ts';
import { createOtlpService } from './otlp.service.ts';
import { otlpForm } from './otlp-form.ts';

export function createOtlp(parts: Parameters<typeof createOtlpService>[0]) {
  return { handlers: createOtlpHandlers(createOtlpService(parts)), replyForm: otlpForm };
}
