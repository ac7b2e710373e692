// Keeps the handlers of other modules, and hands them the events that they want.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { EngineEvent, EngineEventHandler, EngineEventKind } from './engine-event.types.ts';

interface Registered {
  readonly module: string;
  readonly kinds: ReadonlySet<EngineEventKind>;
  readonly handle: EngineEventHandler;
}

/** Says that the history cannot go on because a module refuses what it is told. */
export class HandlerFailure extends Error {
  constructor(module: string, event: EngineEvent, cause: unknown) {
    super(`the handler of ${module} failed for ${event.kind} ${event.id}`, { cause });
    this.name = 'HandlerFailure';
  }
}

export function createEngineHandlers() {
  const handlers: Registered[] = [];
  return {
    /** Handlers run in the order in which they were registered. */
    register(module: string, kinds: readonly EngineEventKind[], handle: EngineEventHandler): void {
      handlers.push({ module, kinds: new Set(kinds), handle });
    },
    hasAny: (): boolean => handlers.length > 0,
    /** Whether anybody wants events of one of these kinds. */
    wants: (...kinds: readonly EngineEventKind[]): boolean =>
      handlers.some((handler) => kinds.some((kind) => handler.kinds.has(kind))),
    /** Throws `HandlerFailure`. */
    async tell(tx: Transaction, event: EngineEvent): Promise<void> {
      for (const { module, kinds, handle } of handlers) {
        if (!kinds.has(event.kind)) continue;
        try {
          await handle(tx, event);
        } catch (error) {
          throw new HandlerFailure(module, event, error);
        }
      }
    },
  };
}

export type EngineHandlers = ReturnType<typeof createEngineHandlers>;
