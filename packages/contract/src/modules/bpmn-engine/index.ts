// Exports what this module adds to the contract.
import { documented } from '../../documentation/documented.ts';
import { engineExamples } from './examples/engine-examples.ts';
import { taskExamples } from './examples/task-examples.ts';
import { waitingExamples } from './examples/waiting-examples.ts';
import { bpmnEngineContract } from './module.ts';

export * from './deployment-models.ts';
export * from './event-operations.ts';
export * from './examples/leave-request.ts';
export * from './external-task-operations.ts';
export * from './history-models.ts';
export * from './instance-models.ts';
export * from './instance-operations.ts';
export * from './management-operations.ts';
export * from './task-models.ts';
export * from './task-operations.ts';

export const bpmnEngineModule = documented(bpmnEngineContract, {
  examples: { ...engineExamples, ...taskExamples, ...waitingExamples },
});
