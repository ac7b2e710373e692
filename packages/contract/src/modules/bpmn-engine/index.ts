// Exports what this module adds to the contract.
export * from './deployment-models.ts';
export * from './event-operations.ts';
export * from './external-task-operations.ts';
export * from './history-models.ts';
export * from './instance-models.ts';
export * from './instance-operations.ts';
export * from './management-operations.ts';
export { bpmnEngineModule } from './module.ts';
export * from './task-models.ts';
export * from './task-operations.ts';
