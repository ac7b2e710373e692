// Wires deployments: the versions of processes that files make, and which of them are suspended.
import type { Kernel } from '../../../kernel/module.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { BpmnEngineSettings } from '../bpmn-engine.settings.ts';
import { createDecisionStore } from '../runtime/decisions/decision.store.ts';
import { createDefinitionStore } from '../runtime/definitions/definition.store.ts';
import type { ModelReader } from '../runtime/definitions/model-reader.ts';
import type { Actions } from '../runtime/native/actions.ts';
import type { ArmStarts } from '../runtime/starts/arm-starts.ts';
import type { DefinitionStates } from '../runtime/starts/definition-states.ts';
import { createDefinitionService } from './definition.service.ts';
import { createDeployService } from './deploy.service.ts';
import { createDeploymentHandlers } from './deployment.routes.ts';
import { createRepositoryService } from './repository.service.ts';
import { createRepositoryStore } from './repository.store.ts';
import { createRunAsService } from './run-as/run-as.service.ts';
import { createRunAsStore, renameRunAs } from './run-as/run-as.store.ts';

export function createDeploymentFeature(
  { clock, ids, database }: Pick<Kernel, 'clock' | 'ids' | 'database'>,
  {
    reader,
    armStarts,
    definitionStates: states,
    onCatalogueChanged: onChange,
    strictness,
    nativeCalls,
    findPerson,
  }: {
    readonly reader: ModelReader;
    readonly armStarts: ArmStarts;
    readonly definitionStates: DefinitionStates;
    /** Is called after the commit of a deployment. */
    readonly onCatalogueChanged: () => void;
    readonly strictness: BpmnEngineSettings['strictness'];
    readonly nativeCalls: Actions['parameters'];
    readonly findPerson: AuthenticationApi['findPerson'];
  },
) {
  const decisions = createDecisionStore(database);
  const deployments = createDeployService({
    database,
    clock,
    ids,
    reader,
    armStarts,
    decisions,
    nativeCalls,
    onChange,
  });
  const repository = createRepositoryStore(database);
  return {
    api: { renameRunAs, deployIn: deployments.deployIn, validate: deployments.validate },
    handlers: createDeploymentHandlers(
      deployments,
      createDefinitionService({ store: createDefinitionStore(database), reader, states }),
      createRepositoryService(repository),
      createRunAsService({ database, store: createRunAsStore(database), repository, findPerson }),
      strictness.get,
    ),
  };
}
