// Puts the feature together that saves and finds processes under development.
import type { Kernel } from '../../../kernel/module.ts';
import type { ContentPreparation, Judge } from '../content/prepare-content.ts';
import type { Models } from '../model/models.ts';
import { createNodeService } from './node.service.ts';
import { createProcessHandlers } from './process.routes.ts';
import { createProcessService } from './process.service.ts';
import { createRenameService } from './rename.service.ts';
import { createSaveService } from './save.service.ts';
import { createShownProcesses } from './show-processes.ts';

export interface ProcessGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly content: ContentPreparation;
  readonly models: Models;
  readonly judge: () => Judge;
}

export function createProcessFeature(ground: ProcessGround) {
  return {
    handlers: createProcessHandlers({
      found: createProcessService({ ...ground, toModels: createShownProcesses(ground) }),
      saved: createSaveService(ground),
      nodes: createNodeService(ground),
      renamed: createRenameService(ground),
    }),
  };
}
