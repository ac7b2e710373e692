// Wires deployments: the versions of processes that files make, and which of them are suspended.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { HistoryApi } from '../history/feature.ts';
import { createDecisionStore } from '../runtime/decisions/decision.store.ts';
import { createDefinitionStore } from '../runtime/definitions/definition.store.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import { createFormStore } from '../runtime/forms/form.store.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { Actions } from '../runtime/native/actions.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import type { DefinitionStates } from '../runtime/starts/definition-states.ts';
import { createChangeDefinition } from './changing/change-definition.service.ts';
import { createNameRunAs } from './changing/name-run-as.ts';
import { createRunAsStore, renameRunAs } from './changing/run-as.store.ts';
import { createDefinitionService } from './definition.service.ts';
import { createDeleteDeployment } from './delete-deployment.service.ts';
import { createDeployService } from './deploy.service.ts';
import { createDeploymentHandlers } from './deployment.routes.ts';
import type { DeployingAct, PreparedDeployment, StrictnessOf } from './deployment.types.ts';
import { createJudgeFiles } from './judging/judge-files.ts';
import { createValidationService } from './judging/validation.service.ts';
import { createRepositoryHandlers } from './repository.routes.ts';
import { createRepositoryService } from './repository.service.ts';
import { createRepositoryStore } from './repository.store.ts';
import { createSaveDeployment } from './save-deployment.ts';
import { createStatisticsHandlers } from './statistics/statistics.routes.ts';
import { createStatisticsService } from './statistics/statistics.service.ts';
import { createStatisticsStore } from './statistics/statistics.store.ts';

export function createDeploymentFeature(
  { clock, ids, database, log }: Pick<Kernel, 'clock' | 'ids' | 'database' | 'log'>,
  {
    reader,
    runtime,
    armStarts,
    definitionStates: states,
    onCatalogueChanged: onChange,
    strictnessOf,
    nativeCalls,
    findPerson,
    history,
  }: {
    readonly reader: ModelReader;
    readonly runtime: InstanceRuntime;
    readonly armStarts: ArmStarts;
    readonly definitionStates: DefinitionStates;
    /** Called after the commit of a deployment. */
    readonly onCatalogueChanged: () => void;
    readonly strictnessOf: StrictnessOf;
    readonly nativeCalls: Actions['parameters'];
    readonly findPerson: AuthenticationApi['findPerson'];
    readonly history: Pick<HistoryApi, 'get' | 'catchUp'>;
  },
) {
  const store = createDefinitionStore(database);
  const judge = createJudgeFiles({
    reader,
    decisions: createDecisionStore(database),
    forms: createFormStore(database),
    definitions: store,
    nativeCalls,
  });
  const saveDeployment = createSaveDeployment({ clock, ids, armStarts });
  const deployments = createDeployService({ database, judge, saveDeployment, strictnessOf, onChange });
  const validation = createValidationService({ judge, strictnessOf });
  const repositoryStore = createRepositoryStore(database);
  const repository = createRepositoryService(repositoryStore);
  const definitions = createDefinitionService({ store, reader, states });
  const statistics = createStatisticsService({ clock, store: createStatisticsStore(database), repository, history });
  const runAsStore = createRunAsStore(database);
  const changeDefinition = createChangeDefinition({
    database,
    store: runAsStore,
    repository: repositoryStore,
    nameRunAs: createNameRunAs({ store: runAsStore, findPerson }),
    onChange,
  });
  const deleteDeployment = createDeleteDeployment({ clock, database, log, runtime, armStarts, onChange });
  return {
    api: { renameRunAs },
    /** What other modules may call. */
    engineApi: {
      strictnessOf,
      rulesVersion: validation.rulesVersion,
      validate: validation.validate,
      prepareDeployment: deployments.prepare,
      deploy: (act: DeployingAct, prepared: PreparedDeployment, tx: Transaction) =>
        deployments.deployIn(tx, act, prepared),
      findDeployedKeys: judge.findDeployedKeys,
      findDefinitions: repository.findDefinitions,
      countInstances: repository.countInstances,
      switchDefinitions: definitions.switchDefinitions,
    },
    handlers: {
      ...createDeploymentHandlers(deployments, definitions, changeDefinition),
      ...createRepositoryHandlers({ deployments, validation, repository, deleteDeployment }),
      ...createStatisticsHandlers(statistics),
    },
  };
}
