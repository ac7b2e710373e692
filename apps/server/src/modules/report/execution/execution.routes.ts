// Answers the operations on runs of reports.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ExecuteService } from './execute.service.ts';
import type { ExecutionService } from './execution.service.ts';
import type { OutputService } from './output.service.ts';
import type { RunStreamService } from './stream/run-stream.service.ts';

export interface ExecutionServices {
  readonly executing: ExecuteService;
  readonly executions: ExecutionService;
  readonly outputs: OutputService;
  readonly streams: RunStreamService;
}

export function createExecutionHandlers({ executing, executions, outputs, streams }: ExecutionServices) {
  return {
    execute: ({ act, params, body }) => executing.execute(act, params.uuid, body),
    run: ({ act, params, query, body }) => outputs.run(act, params.uuid, body, query['wait-millis']),
    getStatus: ({ act, params, query }) => executions.getStatus(act, params.uuid, query['wait-millis'] ?? 0),
    stream: ({ act, query }) => streams.stream(act, query.uuid),
    getExecution: ({ act, params }) => executions.getExecution(act, params.uuid),
    queryExecutionPage: ({ act, body }) => executions.queryPage(act, body),
    getOutput: ({ act, params, query }) => outputs.getOutput(act, params.uuid, query.format),
    getPage: ({ act, params, query }) => outputs.getPage(act, params.uuid, params.pageNumber, query['page-size']),
    exportAgain: ({ act, params, body }) => outputs.exportAgain(act, params.uuid, body.outputFormat),
    cancel: ({ act, params }) => executions.cancel(act, params.uuid),
    deleteExecution: ({ act, params }) => executions.remove(act, params.uuid),
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
