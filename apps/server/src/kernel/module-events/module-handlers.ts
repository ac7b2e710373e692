// Keeps the handlers of other modules.
import type { Transaction } from '../database/database.ts';
import type { ModuleEvent, ModuleEventHandler } from './module-event.types.ts';

interface Registered<E extends ModuleEvent> {
  readonly module: string;
  readonly kinds: ReadonlySet<E['kind']>;
  readonly handle: ModuleEventHandler<E>;
}

export type ModuleHandlers<E extends ModuleEvent> = ReturnType<typeof createModuleHandlers<E>>;

export function createModuleHandlers<E extends ModuleEvent>() {
  const handlers: Registered<E>[] = [];
  return {
    /** Handlers run in the order in which they were registered. */
    register(module: string, kinds: readonly E['kind'][], handle: ModuleEventHandler<E>): void {
      handlers.push({ module, kinds: new Set(kinds), handle });
    },
    hasAny: (): boolean => handlers.length > 0,
    /** Whether anybody wants events of one of these kinds. */
    wants: (...kinds: readonly E['kind'][]): boolean =>
      handlers.some((handler) => kinds.some((kind) => handler.kinds.has(kind))),
    modules: (): readonly string[] => [...new Set(handlers.map(({ module }) => module))],
    modulesFor: ({ kind }: E): ReadonlySet<string> =>
      new Set(handlers.flatMap(({ module, kinds }) => (kinds.has(kind) ? module : []))),
    /** Throws what a handler of the module throws. */
    async handOver(tx: Transaction, module: string, event: E): Promise<void> {
      for (const handler of handlers) {
        if (handler.module === module && handler.kinds.has(event.kind)) await handler.handle(tx, event);
      }
    },
  };
}
