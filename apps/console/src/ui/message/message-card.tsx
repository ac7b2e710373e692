// Shows an announcement or a notification: its title, and what it says once it is opened.
import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { basePath } from '../../lib/base.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import { Paper } from '../paper/paper.tsx';
import { State } from '../text/state.tsx';
import { When } from '../text/when.tsx';
import { useMessageTexts } from './texts.ts';
import './message.css';

export type MessageType = 'INFO' | 'SUCCESS' | 'WARNING' | 'CRITICAL' | 'MAINTENANCE' | 'RELEASE';

export interface Message {
  readonly title: string;
  /** What the server made safe; null where there is only a title. */
  readonly html: string | null;
  readonly type: MessageType;
  readonly date: string | null;
  readonly read: boolean;
  readonly pinned?: boolean;
  readonly count?: number;
  readonly action?: { readonly label: string; readonly url: string } | null;
}

interface MessageCardProps {
  readonly message: Message;
  readonly startsOpen?: boolean;
  /** Called when somebody opens it. */
  readonly onOpen?: () => void;
  readonly marks?: ReactNode;
}

const looks = {
  INFO: ['info', 'blue'],
  SUCCESS: ['check-circle', 'green'],
  WARNING: ['alert', 'yellow'],
  CRITICAL: ['alert', 'red'],
  MAINTENANCE: ['wrench', 'yellow'],
  RELEASE: ['rocket', 'blue'],
} as const satisfies Readonly<Record<MessageType, readonly [IconName, string]>>;

/**
 * Makes the target of a link: a path of the platform stays in this tab, below the path that everything is served under.
 */
function targetOf(url: string) {
  if (url.startsWith('/')) return { href: `${basePath}${url.slice(1)}` };
  return { href: url, target: '_blank', rel: 'noreferrer' };
}

function openOutside(address: string): void {
  window.open(address, '_blank', 'noopener,noreferrer');
}

export function MessageCard({ message, startsOpen = false, onOpen, marks }: MessageCardProps) {
  const texts = useMessageTexts();
  const [isOpen, setOpen] = useState(startsOpen);
  const { title, html, type, date, read, pinned = false, count = 1, action = null } = message;
  const [icon, color] = looks[type];
  const toggle = (): void => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
  };
  return (
    <article className="k-message">
      <UnstyledButton className="k-message-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
        <Text component="span" fw={read ? 400 : 700} className="k-message-title">
          {title}
        </Text>
        {read ? null : <span className="k-hidden">{texts.unread}</span>}
      </UnstyledButton>
      <Group gap="xs" className="k-message-facts">
        <State word={texts.types[type]} icon={icon} color={color} />
        {pinned ? <State word={texts.pinned} icon="pin" /> : null}
        {count > 1 ? <Text size="sm">{texts.times(count)}</Text> : null}
        <Text size="sm" c="dimmed">
          <When date={date} distance />
        </Text>
      </Group>
      {isOpen ? (
        <div className="k-message-body">
          {html === null || html === '' ? null : <Paper title={title} html={html} ground="page" onLink={openOutside} />}
          {action === null ? null : (
            <Button component="a" {...targetOf(action.url)} size="compact-sm" mt="sm">
              {action.label}
            </Button>
          )}
        </div>
      ) : null}
      {marks === undefined ? null : (
        <Group gap={4} mt={4} className="k-message-marks">
          {marks}
        </Group>
      )}
    </article>
  );
}
