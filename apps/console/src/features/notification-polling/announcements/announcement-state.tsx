// Shows where an announcement stands: an icon and a word.
import type { IconName } from '../../../ui/icon/icon.tsx';
import { State } from '../../../ui/text/state.tsx';
import { useAnnouncementsTexts } from './texts.ts';

export type AnnouncementStatus = keyof ReturnType<typeof useAnnouncementsTexts>['statuses'];

const looks = {
  DRAFT: ['file', 'gray'],
  SCHEDULED: ['clock', 'blue'],
  PUBLISHED: ['megaphone', 'green'],
  EXPIRED: ['clock', 'gray'],
  WITHDRAWN: ['undo', 'yellow'],
} as const satisfies Readonly<Record<AnnouncementStatus, readonly [IconName, string]>>;

export function AnnouncementState({ status }: { readonly status: AnnouncementStatus }) {
  const texts = useAnnouncementsTexts();
  const [icon, color] = looks[status];
  return <State word={texts.statuses[status]} icon={icon} color={color} />;
}
