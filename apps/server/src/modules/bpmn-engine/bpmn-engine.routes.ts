// All handlers of the engine, feature by feature.

import type { Strictness } from '@keelson/bpmn-core';
import type { DeploymentService } from './deployment/deploy.service.ts';
import { createDeploymentHandlers } from './deployment/deployment.routes.ts';
import { createHistoryHandlers } from './history/history.routes.ts';
import type { HistoryService } from './history/history.service.ts';
import { createInstanceHandlers } from './instance/instance.routes.ts';
import type { InstanceService } from './instance/instance.service.ts';
import type { EngineHandlers } from './interface/part-id.ts';
import type { Once } from './once.ts';
import { createTaskHandlers } from './task/task.routes.ts';
import type { TaskService } from './task/task.service.ts';

interface Services {
  readonly deployments: DeploymentService;
  readonly instances: InstanceService;
  readonly tasks: TaskService;
  readonly history: HistoryService;
  readonly once: Once;
  readonly strictnessOf: (tenantIdentifier: string) => Strictness;
}

export function createHandlers({
  deployments,
  instances,
  tasks,
  history,
  once,
  strictnessOf,
}: Services): EngineHandlers {
  return {
    ...createDeploymentHandlers(deployments, once, strictnessOf),
    ...createInstanceHandlers(instances, once),
    ...createTaskHandlers(tasks, once),
    ...createHistoryHandlers(history),
  };
}
