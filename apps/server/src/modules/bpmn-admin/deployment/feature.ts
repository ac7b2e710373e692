// Puts the feature together that checks and deploys processes, and switches what is deployed.
import type { Kernel } from '../../../kernel/module.ts';
import type { BpmnEngineApi } from '../../bpmn-engine/api.ts';
import type { ContentPreparation } from '../content/prepare-content.ts';
import { createCheckService } from './check.service.ts';
import { createDeployedFiles } from './deployed-files.ts';
import { createDeploymentHandlers } from './deployment.routes.ts';
import { createDeploymentService } from './deployment.service.ts';

export interface DeploymentFeatureGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly content: ContentPreparation;
  readonly engine: () => BpmnEngineApi;
}

export function createDeploymentFeature(ground: DeploymentFeatureGround) {
  const shared = { ...ground, files: createDeployedFiles(ground) };
  const [checks, deployments] = [createCheckService(shared), createDeploymentService(shared)];
  return { handlers: createDeploymentHandlers(checks, deployments, ground.engine) };
}
