// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { bpmnEngineTurkish } from './documentation/turkish.ts';
import { bpmnEngineContract } from './module.ts';

export * from './changes/change-plan-models.ts';
export * from './changes/migrate-operations.ts';
export * from './changes/modify-operations.ts';
export * from './decision-operations.ts';
export * from './event-operations.ts';
export * from './execution/execution-models.ts';
export * from './execution/execution-operations.ts';
export * from './external-task-operations.ts';
export * from './history/history-page-models.ts';
export * from './history/past-operations.ts';
export * from './history/watch-operations.ts';
export * from './history-models.ts';
export * from './instance-models.ts';
export * from './instance-operations.ts';
export * from './management/batch-operations.ts';
export * from './management/incident-operations.ts';
export * from './management/job-models.ts';
export * from './management/management-operations.ts';
export * from './repository/definition-operations.ts';
export * from './repository/deployment-models.ts';
export * from './repository/repository-models.ts';
export * from './repository/repository-operations.ts';
export * from './repository/statistics-operations.ts';
export * from './task-models.ts';
export * from './task-operations.ts';
export * from './tasks/attachment-operations.ts';
export * from './tasks/comment-operations.ts';
export * from './tasks/form-operations.ts';
export * from './tasks/identity-link-operations.ts';
export { remarkSortStandard } from './tasks/remark-fields.ts';
export * from './tasks/task-bulk-operations.ts';

export const bpmnEngineModule: Documented<typeof bpmnEngineContract> = documented(bpmnEngineContract, {
  examples,
  turkish: bpmnEngineTurkish,
});
