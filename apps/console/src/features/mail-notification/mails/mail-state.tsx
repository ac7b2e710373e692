// Shows what has become of a mail or of a copy of it: an icon and a word.
import type { IconName } from '../../../ui/icon/icon.tsx';
import { State } from '../../../ui/text/state.tsx';
import { useMailsTexts } from './texts.ts';

export type MailStatus = keyof ReturnType<typeof useMailsTexts>['statuses'];

/** The states of mails that came to nothing and can be sent again. */
export const retryable: readonly MailStatus[] = ['FAILED', 'DEAD', 'UNCERTAIN', 'EXPIRED', 'PARTIAL', 'CAPTURED'];
export const cancellable: readonly MailStatus[] = ['SCHEDULED', 'QUEUED', 'RETRY'];

const looks = {
  SCHEDULED: ['clock', 'blue'],
  QUEUED: ['clock', 'blue'],
  RETRY: ['refresh', 'yellow'],
  SENDING: ['play', 'blue'],
  SENT: ['check', 'green'],
  DELIVERED: ['check-circle', 'green'],
  BOUNCED: ['undo', 'red'],
  COMPLAINED: ['alert', 'red'],
  PARTIAL: ['alert', 'yellow'],
  FAILED: ['x', 'red'],
  DEAD: ['x', 'red'],
  EXPIRED: ['clock', 'red'],
  UNCERTAIN: ['alert', 'yellow'],
  CAPTURED: ['inbox', 'gray'],
  SUPPRESSED: ['minus', 'gray'],
  SKIPPED: ['minus', 'gray'],
  CANCELLED: ['x', 'gray'],
} as const satisfies Readonly<Record<MailStatus, readonly [IconName, string]>>;

export function MailState({ status }: { readonly status: MailStatus }) {
  const texts = useMailsTexts();
  const [icon, color] = looks[status];
  return <State word={texts.statuses[status]} icon={icon} color={color} />;
}
