// Wires mail servers: how they are kept and tried, and by which of them mails leave.
import type { Kernel } from '../../../kernel/module.ts';
import { createAddressGuard, type Resolve } from '../../../kernel/outbound/address-guard.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { createFollowedProviders } from './followed-providers.ts';
import { createPinnedProvider } from './pinned-provider.ts';
import { createProviderHandlers } from './provider.routes.ts';
import { createProviderService } from './provider.service.ts';
import { sealedPasswords } from './provider.store.ts';
import { createProviderGround, passwordOwner } from './provider-ground.ts';

export { Breaker, type Leave } from './breaker.ts';
export type { FollowedProviders } from './followed-providers.ts';
export type { Provider } from './provider.store.ts';
export { CAPTURE_CODE } from './provider.types.ts';

export interface ProviderFeatureParts {
  readonly settings: MailSettings;
  readonly seal: Seal;
  readonly sealPurpose: string;
  /** Resolves names of hosts; the system's resolver unless given. */
  readonly resolve?: Resolve;
}

export function createProviderFeature(kernel: Kernel, { sealPurpose, resolve, ...parts }: ProviderFeatureParts) {
  const { database, keys } = kernel;
  const followed = createFollowedProviders(kernel);
  const ground = createProviderGround({ ...kernel, ...parts, guard: createAddressGuard(resolve), followed });
  const pinned = createPinnedProvider(ground);
  kernel.sealedColumns.register(
    createSealedColumn({ ...sealedPasswords, database, keys, purpose: sealPurpose, ownerOf: passwordOwner }),
  );
  return {
    handlers: createProviderHandlers(createProviderService(ground)),
    jobs: [followed.job],
    api: { followed, transportOf: ground.transportOf },
    /** Loads the servers before the first mail. */
    async start(): Promise<void> {
      await pinned.keep();
      await followed.load();
      followed.broadcast();
    },
    directoryHooks: { emptied: async (): Promise<void> => followed.broadcast() },
  };
}

export type ProviderFeature = ReturnType<typeof createProviderFeature>;
