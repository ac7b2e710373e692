// Wires unsubscribing from a group: the links in mails, and their pages.
import type { Kernel } from '../../../kernel/module.ts';
import type { UnsubscribeLink } from '../message/mail-content.ts';
import { createUnsubscribeHandlers } from './unsubscribe.routes.ts';
import { createUnsubscribeService } from './unsubscribe.service.ts';
import { createUnsubscribeTokens, type Unsubscription } from './unsubscribe-token.ts';

export function createUnsubscribeFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'ids' | 'events' | 'keys' | 'address'>,
  parts: { readonly isTenant: (identifier: string) => Promise<boolean> },
) {
  const tokens = createUnsubscribeTokens(kernel.keys);
  const offersOneClick = (): boolean => kernel.address.read().startsWith('https://');
  return {
    handlers: createUnsubscribeHandlers(createUnsubscribeService({ ...kernel, ...parts, tokens })),
    api: {
      linkFor(unsubscription: Unsubscription): UnsubscribeLink {
        const url = `${kernel.address.read()}/notification/unsubscribe/${tokens.write(unsubscription)}`;
        return { url, oneClick: offersOneClick() };
      },
      offersOneClick,
    },
  };
}
