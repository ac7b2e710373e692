// Declares what other modules may call of the BPMN engine.
import type { ActionDefinition } from './runtime/native/action.types.ts';

export type { ActionCall, ActionDefinition } from './runtime/native/action.types.ts';

export interface BpmnEngineApi {
  /**
   * Registers an action that models call as `keelson:call`, before the first request. It acts as the person behind the
   * definition, never as whoever started the instance; a definition that calls what nobody has registered is refused at its
   * deployment (EXE-20). Throws for a name that is taken.
   */
  registerAction(definition: ActionDefinition): void;
}
