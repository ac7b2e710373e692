// Tells how each operation on mail servers would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Outcome, Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';

/** They answer by the caller's own tenant alone. */
export const ownProviderOperations = ['saveProvider', 'queryProviderPage', 'sendTest'];

/** Whoever owns the foreign tenant adds it, disabled: its mails are still captured. */
async function theirs({ owner }: Foreign): Promise<string> {
  const code = `relay-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const body = { code, name: 'Elsewhere', host: 'smtp.mail.example', enabled: false } as const;
  return (await (await owner()).sure.mailNotification.saveProvider({ body })).body.uuid;
}

const reaching = (
  call: (servers: Client<false>['mailNotification'], uuid: string) => ReturnType<Reach['call']>,
  everywhere: Outcome,
): Reach => ({
  call: async ({ mailNotification }, foreign) => call(mailNotification, await theirs(foreign)),
  stranger: 'PROVIDER_NOT_FOUND' satisfies ErrorCode,
  everywhere,
});

export const providerReaches: Readonly<Record<string, Reach>> = {
  getProvider: reaching((servers, uuid) => servers.getProvider({ params: { uuid } }), { name: 'Elsewhere' }),
  updateProvider: reaching((servers, uuid) => servers.updateProvider({ body: { uuid, version: 0, name: 'Mine' } }), {
    name: 'Mine',
    version: 1,
  }),
  deleteProvider: reaching((servers, uuid) => servers.deleteProvider({ params: { uuid } }), {}),
  verifyProvider: reaching((servers, uuid) => servers.verifyProvider({ params: { uuid } }), { success: false }),
};
