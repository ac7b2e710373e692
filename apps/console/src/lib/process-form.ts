// Describes a field of the form of a task or of a start, as the interface answers it.
import type { api } from './api.ts';

export type FormField = Awaited<ReturnType<typeof api.bpmnEngine.getTaskForm>>['body']['fields'][number];
