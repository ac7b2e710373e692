// Arranges what the example of mails needs: one that is queued.
import type { mailNotificationModule } from '@keelson/contract';
import type { GivenOf } from './given.ts';
import { templateGivens } from './mail-template.given.ts';

export const mailNotificationGivens: GivenOf<typeof mailNotificationModule> = {
  ...templateGivens,
  queryMailPage: async ({ admin, somebodyWithAddress, mailbox }) => {
    const { address } = await somebodyWithAddress();
    await mailbox!.newest(address, 'auth.activation');
    return { as: admin, values: { email: address } };
  },
};
