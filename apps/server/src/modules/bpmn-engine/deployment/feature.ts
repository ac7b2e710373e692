// Wires deployments: the versions of processes that files make, and which of them are suspended.
import type { Kernel } from '../../../kernel/module.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { BpmnEngineSettings } from '../bpmn-engine.settings.ts';
import { createDecisionStore } from '../runtime/decisions/decision.store.ts';
import { createDefinitionStore } from '../runtime/definitions/definition.store.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { Actions } from '../runtime/native/actions.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import { createDefinitionService } from './definition.service.ts';
import { createDeployService } from './deploy.service.ts';
import { createDeploymentHandlers } from './deployment.routes.ts';
import { createRepositoryService } from './repository.service.ts';
import { createRepositoryStore } from './repository.store.ts';
import { createRunAsService } from './run-as/run-as.service.ts';
import { createRunAsStore, renameRunAs } from './run-as/run-as.store.ts';

/** Says that look-ups of definitions are old; the payload is empty. */
const CATALOGUE_CHANNEL = 'keelson_catalogue';

export function createDeploymentFeature(
  { clock, ids, database, notify }: Pick<Kernel, 'clock' | 'ids' | 'database' | 'notify'>,
  {
    definitions,
    reader,
    armStarts,
    wakeJobs,
    strictness,
    nativeCalls,
    findPerson,
  }: {
    readonly definitions: DefinitionCache;
    readonly reader: ModelReader;
    readonly armStarts: ArmStarts;
    readonly wakeJobs: () => void;
    readonly strictness: BpmnEngineSettings['strictness'];
    readonly nativeCalls: Actions['parameters'];
    readonly findPerson: AuthenticationApi['findPerson'];
  },
) {
  function onChange(): void {
    definitions.forgetLookUps();
    notify.send(CATALOGUE_CHANNEL, '');
    // Start timers came, or are held no more.
    wakeJobs();
  }
  notify.listen(CATALOGUE_CHANNEL, definitions.forgetLookUps);
  notify.onReconnect(definitions.forgetLookUps);
  const repository = createRepositoryStore(database);
  const decisions = createDecisionStore(database);
  return {
    api: { renameRunAs },
    handlers: createDeploymentHandlers(
      createDeployService({ database, clock, ids, reader, armStarts, decisions, nativeCalls, onChange }),
      createDefinitionService({ database, store: createDefinitionStore(database), reader, armStarts, onChange }),
      createRepositoryService(repository),
      createRunAsService({ database, store: createRunAsStore(database), repository, findPerson }),
      strictness.get,
    ),
  };
}
