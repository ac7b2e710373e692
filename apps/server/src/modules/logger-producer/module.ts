// Wires the logger producer.
import { loggerProducerModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import { createEventFeature } from './event/feature.ts';
import { loggerProducerMenu } from './logger-producer.menu.ts';

type NoPeers = Readonly<Record<string, never>>;

export const loggerProducerModule: ServerModule<typeof contract, NoPeers, NoPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: loggerProducerMenu,
  events: {},
  create(kernel: Kernel) {
    const { handlers, jobs, start } = createEventFeature(kernel, { keptOut: () => null });
    return { api: {}, handlers, jobs, connect: () => {}, start };
  },
};
