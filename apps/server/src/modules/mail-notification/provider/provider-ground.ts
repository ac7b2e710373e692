// Basis of the operations on a mail server: its password, whether it may be reached, and how.
import type { Kernel } from '../../../kernel/module.ts';
import type { AddressGuard } from '../../../kernel/outbound/address-guard.ts';
import { parseAllowList } from '../../../kernel/outbound/allow-list.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { checkServer, type GuardedServer } from '../smtp/reach-server.ts';
import { createSmtpTransport } from '../smtp/smtp-transport.ts';
import type { MailTransport } from '../smtp/transport.types.ts';
import type { FollowedProviders } from './followed-providers.ts';
import type { Provider } from './provider.store.ts';

export interface ProviderParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'log' | 'config'> {
  readonly settings: MailSettings;
  readonly seal: Seal;
  readonly guard: AddressGuard;
  readonly followed: FollowedProviders;
}

/** Ties a password to the row in which alone it can be opened. */
export const passwordOwner = (uuid: string): string => `provider:${uuid}`;

export function createProviderGround(parts: ProviderParts) {
  const { settings, seal, guard } = parts;
  const allowed = () => parseAllowList(settings.smtpAllow.get(null));

  return {
    ...parts,
    sealPassword: (uuid: string, password: string): string => seal.seal(password, passwordOwner(uuid)),
    /** 422 PROVIDER_HOST_NOT_ALLOWED; a name that cannot be resolved is checked again at the connection. */
    async requireReachable(server: GuardedServer): Promise<void> {
      const refusal = await checkServer(server, guard, allowed());
      if (refusal.outcome !== 'refused') return;
      fail('PROVIDER_HOST_NOT_ALLOWED', { parameters: { host: server.host, kind: refusal.kind } });
    },
    transportOf(provider: Provider): MailTransport {
      const { uuid, username, passwordSealed } = provider;
      const password = passwordSealed === null ? null : seal.open(passwordSealed, passwordOwner(uuid));
      // A password that no key opens any more counts as a wrong one.
      const login = username === null ? null : { username, password: password ?? '' };
      return createSmtpTransport({ ...provider, login }, { guard, allowed });
    },
  };
}

export type ProviderGround = ReturnType<typeof createProviderGround>;
