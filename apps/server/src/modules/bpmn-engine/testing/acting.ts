// Acts as a module does that calls the engine for a request of somebody.
import type { Caller } from '../../../kernel/request/caller.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import type { DeployingAct, SwitchingAct } from '../api.ts';

/** Holds these authorities, in a tenant; events name him as their actor. */
export function actingAs(
  { kernel }: Pick<TestServer, 'kernel'>,
  {
    username = 'admin',
    tenantIdentifier = 'default',
    authorities = [] as readonly string[],
    language = 'en' as const,
  } = {},
): DeployingAct & SwitchingAct {
  const actor = { username, tenantIdentifier, ipAddress: '', requestId: 'r' };
  const caller = {
    username,
    tenantIdentifier,
    userUuid: null,
    actorUsername: null,
    holds: (authority: string) => authorities.includes(authority),
  } as unknown as Caller;
  return {
    caller,
    actor,
    context: { language },
    record: (tx, event, subject, detail) => kernel.events.record(tx, event, actor, subject, detail),
  };
}
