// Wires signing out, which closes what was presented and leads only where the tenant allows.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { createLogoutHandlers } from './logout.routes.ts';
import { createLogoutService } from './logout.service.ts';

export function createLogoutFeature(
  { database, events }: Pick<Kernel, 'database' | 'events'>,
  { settings, session }: { readonly settings: AuthenticationSettings; readonly session: () => SessionApi },
) {
  return { handlers: createLogoutHandlers(createLogoutService({ database, settings, events, session }), settings) };
}
