// Wires tasks: who sees which, and what people do with them.
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createAttachmentHandlers } from './attachments/attachment.routes.ts';
import { createAttachmentService } from './attachments/attachment.service.ts';
import { createBulkService } from './bulk.service.ts';
import { createFindOpenTask } from './find-open-task.ts';
import { createChangedTasksStore } from './finding/changed-tasks.store.ts';
import { createTaskSearch } from './finding/task-search.ts';
import { createTasksOfInstance } from './finding/tasks-of-instance.ts';
import { createIdentityLinkService } from './identity-link.service.ts';
import { createCommentHandlers } from './remarks/comment.routes.ts';
import { createCommentService } from './remarks/comment.service.ts';
import { createPlaces } from './remarks/places.ts';
import { createSayWith } from './remarks/say-with.ts';
import { createRunOnTask } from './run-on-task.ts';
import { createTaskHandlers } from './task.routes.ts';
import { createTaskService, type TaskService } from './task.service.ts';
import { countOpenTasks, createTaskStore } from './task.store.ts';
import { createTaskChangeService } from './task-change.service.ts';
import { createTaskFormService } from './task-form.service.ts';
import { createTaskReturnService } from './task-return.service.ts';

export function createTaskFeature(
  kernel: Pick<Kernel, 'clock' | 'contents' | 'database' | 'groupCommit' | 'ids' | 'metrics'> & {
    readonly runtime: InstanceRuntime;
    readonly definitions: DefinitionCache;
    readonly formFilling: FormFilling;
    readonly history: HistoryApi;
    readonly limits: EngineLimits;
    readonly findAbsentUsers: AuthenticationApi['findAbsentUsers'];
  },
) {
  const ground = { ...kernel, sayWith: createSayWith(kernel) };
  const store = createTaskStore(ground.database);
  const changed = createChangedTasksStore(ground.database);
  const tasksOf = createTasksOfInstance({ ...ground, store: changed });
  const run = createRunOnTask(ground);
  createCountedGauge(ground, { name: 'tasks_open', help: 'Open tasks.' }, () => countOpenTasks(ground.database));
  const service = createTaskService(ground);
  const changes = createTaskChangeService({ ...ground, run });
  const places = createPlaces(ground);
  const taskHandlers = createTaskHandlers({
    service,
    changes,
    links: createIdentityLinkService({ ...ground, run }),
    bulk: createBulkService({ service, changes }),
    getTaskForm: createTaskFormService({ ...ground, findOpenTask: createFindOpenTask(ground) }),
    returns: createTaskReturnService({ ...ground, run, store }),
    history: ground.history,
    search: createTaskSearch({ ...ground, store, tasksOf }),
  });
  /** Makes the services of tasks for a runtime, which may be in a transaction of somebody else. */
  const tasksBy = (runtime: InstanceRuntime): Pick<TaskService, 'complete'> =>
    createTaskService({ ...ground, runtime });
  const handlers = {
    ...taskHandlers,
    ...createCommentHandlers(
      createCommentService(ground, places.ofTask),
      createCommentService(ground, places.ofInstance),
    ),
    ...createAttachmentHandlers(
      createAttachmentService(ground, places.ofTask),
      createAttachmentService(ground, places.ofInstance),
    ),
  };
  return { handlers, api: { tasksBy } };
}
