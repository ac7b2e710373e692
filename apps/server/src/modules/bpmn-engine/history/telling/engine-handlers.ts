// Keeps the handlers of other modules.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { EngineEvent, EngineEventHandler, EngineEventKind } from './engine-event.types.ts';

interface Registered {
  readonly module: string;
  readonly kinds: ReadonlySet<EngineEventKind>;
  readonly handle: EngineEventHandler;
}

export type EngineHandlers = ReturnType<typeof createEngineHandlers>;

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
    modules: (): readonly string[] => [...new Set(handlers.map(({ module }) => module))],
    modulesFor: ({ kind }: EngineEvent): ReadonlySet<string> =>
      new Set(handlers.flatMap(({ module, kinds }) => (kinds.has(kind) ? module : []))),
    /** Throws what a handler of the module throws. */
    async handOver(tx: Transaction, module: string, event: EngineEvent): Promise<void> {
      for (const handler of handlers) {
        if (handler.module === module && handler.kinds.has(event.kind)) await handler.handle(tx, event);
      }
    },
  };
}
