// Tells how each operation on senders and keys would reach into another tenant, and what comes back instead.
import type { ErrorCode } from '@keelson/contract';
import type { Reach } from '../reach.ts';

/** They answer by the caller's own tenant alone. */
export const ownSenderOperations = ['saveSender', 'querySenderPage', 'saveDkimKey', 'listDkimKeys'];

const newDomain = () => `d${Date.now().toString(36)}${Math.random().toString(36).slice(2)}.mail.example`;

export const senderReaches: Readonly<Record<string, Reach>> = {
  deleteSender: {
    call: async ({ mailNotification }, { owner }) => {
      const { body } = await (await owner()).sure.mailNotification.saveSender({ body: { domain: newDomain() } });
      return mailNotification.deleteSender({ params: { uuid: body.uuid } });
    },
    stranger: 'SENDER_NOT_FOUND' satisfies ErrorCode,
    everywhere: {},
  },
  deleteDkimKey: {
    call: async ({ mailNotification }, { owner }) => {
      const { body } = await (await owner()).sure.mailNotification.saveDkimKey({ body: { domain: newDomain() } });
      return mailNotification.deleteDkimKey({ params: { uuid: body.uuid } });
    },
    stranger: 'DKIM_KEY_NOT_FOUND' satisfies ErrorCode,
    everywhere: {},
  },
  checkSender: {
    call: async ({ mailNotification }, { owner }) => {
      const domain = newDomain();
      await (await owner()).sure.mailNotification.saveSender({ body: { domain } });
      return mailNotification.checkSender({ params: { domain } });
    },
    stranger: 'SENDER_NOT_FOUND' satisfies ErrorCode,
    everywhere: 'SENDER_NOT_FOUND' satisfies ErrorCode,
  },
};
