// Records the event of a sign-in that a limit of sessions refused, which is no failure.
import type { PublicAct } from '../../../kernel/records/act.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { SessionApi } from '../../session/api.ts';

/** Records a denied begin, after its transaction is undone; any other error is ignored. */
export async function recordDeniedSignIn(
  act: PublicAct,
  session: SessionApi,
  error: unknown,
  user: { readonly tenantIdentifier: string; readonly username: string },
): Promise<void> {
  const { context } = act;
  if (!isSessionLimit(error)) return;
  const { username, tenantIdentifier } = user;
  const actor = { username, tenantIdentifier, ipAddress: context.remoteAddress, requestId: context.requestId };
  await session.recordDenial(user, actor);
}

export function isSessionLimit(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'SESSION_LIMIT_REACHED';
}
