// Tells how operations on suppressed addresses would reach into another tenant, and what comes back instead.
import type { ErrorCode } from '@keelson/contract';
import type { Reach } from '../reach.ts';

/** They answer by the caller's own tenant alone. */
export const ownSuppressionOperations = [
  'querySuppressionPage',
  'saveSuppression',
  'getPreference',
  'savePreference',
  'showUnsubscribe',
  'unsubscribe',
];

const missing: ErrorCode = 'SUPPRESSION_NOT_FOUND';

export const suppressionReaches: Readonly<Record<string, Reach>> = {
  removeSuppression: {
    async call({ mailNotification }, { tenant }) {
      const address = `${Math.random().toString(36).slice(2)}@elsewhere.example`;
      await tenant.deputy.sure.mailNotification.saveSuppression({ body: { address } });
      return mailNotification.removeSuppression({ params: { address } });
    },
    stranger: missing,
    everywhere: missing,
  },
};
