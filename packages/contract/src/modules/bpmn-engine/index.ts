// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import { attachmentExamples } from './documentation/attachment-examples.ts';
import { commentExamples } from './documentation/comment-examples.ts';
import { decisionExamples } from './documentation/decision-examples.ts';
import { engineExamples } from './documentation/engine-examples.ts';
import { executionExamples } from './documentation/execution-examples.ts';
import { historyExamples } from './documentation/history-examples.ts';
import { repositoryExamples } from './documentation/repository-examples.ts';
import { taskExamples } from './documentation/task-examples.ts';
import { bpmnEngineTurkish } from './documentation/turkish.ts';
import { waitingExamples } from './documentation/waiting-examples.ts';
import { bpmnEngineContract } from './module.ts';

export * from './decision-operations.ts';
export { leaveDecisionFile } from './documentation/decision-examples.ts';
export * from './documentation/leave-request.ts';
export * from './event-operations.ts';
export * from './execution/execution-models.ts';
export * from './execution/execution-operations.ts';
export * from './external-task-operations.ts';
export * from './history/history-page-models.ts';
export * from './history/past-operations.ts';
export * from './history-models.ts';
export * from './instance-models.ts';
export * from './instance-operations.ts';
export * from './management/incident-operations.ts';
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
export * from './tasks/identity-link-operations.ts';
export { remarkSortStandard } from './tasks/remark-fields.ts';
export * from './tasks/task-bulk-operations.ts';

export const bpmnEngineModule: Documented<typeof bpmnEngineContract> = documented(bpmnEngineContract, {
  examples: {
    ...engineExamples,
    ...attachmentExamples,
    ...commentExamples,
    ...decisionExamples,
    ...executionExamples,
    ...historyExamples,
    ...repositoryExamples,
    ...taskExamples,
    ...waitingExamples,
  },
  turkish: bpmnEngineTurkish,
});
