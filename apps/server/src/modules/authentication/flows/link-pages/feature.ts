// Answers the pages behind mailed links.
import type { Kernel } from '../../../../kernel/module.ts';
import { type AuthenticationHandlers, DEFAULT_TENANT } from '../../ground/authentication.types.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { createLinkPages } from './link-page.ts';

export function createLinkPagesFeature(
  { config }: Pick<Kernel, 'config'>,
  { settings }: { readonly settings: AuthenticationSettings },
) {
  // The token with the user stands behind the #, so that a page knows no tenant but this one.
  const page = createLinkPages(() => settings.passwordMinLength.get(DEFAULT_TENANT), `${config.publicUrl ?? ''}/`);
  const handlers: Pick<AuthenticationHandlers, 'activationPage' | 'resetPage' | 'emailPage'> = {
    activationPage: async ({ act }) => page('activate', act.context.language),
    resetPage: async ({ act }) => page('reset', act.context.language),
    emailPage: async ({ act }) => page('email', act.context.language),
  };
  return { handlers };
}
