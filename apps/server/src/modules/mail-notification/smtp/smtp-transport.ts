// Sends mails to one mail server, at addresses that may be reached.
import type { AddressGuard } from '../../../kernel/outbound/address-guard.ts';
import type { AllowList } from '../../../kernel/outbound/allow-list.ts';
import type { MailServerAddress } from '../../../kernel/text/mail-server-address.ts';
import { createReach, type GuardedServer } from './reach-server.ts';
import { SmtpLane, type SmtpTimeouts } from './smtp-lane.ts';
import type { MailTransport } from './transport.types.ts';

export type SmtpServer = MailServerAddress & GuardedServer & { readonly code: string };

export function createSmtpTransport(
  server: SmtpServer,
  { guard, allowed }: { readonly guard: AddressGuard; readonly allowed: () => AllowList },
  timeouts?: SmtpTimeouts,
): MailTransport {
  const { code, host } = server;
  const open = () => new SmtpLane(server, createReach(server, guard, allowed), timeouts);
  return {
    providerCode: code,
    host,
    open,
    async verify() {
      const startedAt = performance.now();
      const checked = await open().check();
      return { ...checked, durationMs: Math.round(performance.now() - startedAt) };
    },
  };
}
