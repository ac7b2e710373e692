// Declares what other modules may call of the BPMN engine.
import type { EngineEventHandler, EngineEventKind } from './history/telling/engine-event.types.ts';
import type { ActionDefinition } from './runtime/native/action.types.ts';

export type { EngineEvent, EngineEventHandler, EngineEventKind } from './history/telling/engine-event.types.ts';
export type { ActionCall, ActionDefinition } from './runtime/native/action.types.ts';

export interface BpmnEngineApi {
  /**
   * Registers an action that models call as `keelson:call`, before the first request. It acts as the person behind the
   * definition, never as whoever started the instance; a definition that calls what nobody has registered is refused at its
   * deployment (EXE-20). Throws for a name that is taken.
   */
  registerAction(definition: ActionDefinition): void;
  /**
   * Registers at start, before the first request, a handler that hears the events of these kinds from then on, within a second as a
   * rule. `EngineEventHandler` says what it may do.
   */
  registerEngineHandler(module: string, kinds: readonly EngineEventKind[], handler: EngineEventHandler): void;
}
