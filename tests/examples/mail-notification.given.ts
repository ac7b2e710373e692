// Arranges what the example of mails needs: one that is queued.
import type { mailNotificationModule } from '@keelson/contract';
import type { GivenOf } from './given.ts';

export const mailNotificationGivens: GivenOf<typeof mailNotificationModule> = {
  queryMailPage: async ({ admin, somebodyWithAddress, mailbox }) => {
    const { address } = await somebodyWithAddress();
    await mailbox!.newest(address, 'auth.activation');
    return { as: admin, values: { email: address } };
  },
};
