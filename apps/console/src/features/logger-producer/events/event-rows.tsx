// Shows events as lines: when, how loud, what, and what it says, each of which opens the event.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { address } from '../../../lib/address.ts';
import { useLanguage } from '../../../lib/locale.ts';
import type { IconName } from '../../../ui/icon/icon.tsx';
import { State } from '../../../ui/text/state.tsx';
import { type LogEvent, SHOWN_MAX } from './event-data.ts';

const looks = {
  TRACE: ['minus', 'gray'],
  DEBUG: ['minus', 'gray'],
  INFO: ['info', 'blue'],
  WARN: ['alert', 'yellow'],
  ERROR: ['x', 'red'],
  FATAL: ['x', 'red'],
} as const satisfies Readonly<Record<LogEvent['level'], readonly [IconName, string]>>;

export function Level({ level }: { readonly level: LogEvent['level'] }) {
  const [icon, color] = looks[level];
  return <State word={level} icon={icon} color={color} />;
}

/** Writes a moment to the millisecond, since events are close to each other. */
function useMoment(): (iso: string) => string {
  const language = useLanguage();
  const words = new Intl.DateTimeFormat(language, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  return (iso) => words.format(new Date(iso));
}

/** A page of events is drawn once, however many follow it. */
export const EventRows = memo(function EventRows({ events }: { readonly events: readonly LogEvent[] }) {
  const moment = useMoment();
  return (
    <ol className="k-events">
      {events.map(({ uuid, eventTime, level, eventName, service, username, message }) => (
        <li key={uuid}>
          <Link to={address('event', { uuid })} className="k-event">
            <time dateTime={eventTime} className="k-mono">
              {moment(eventTime)}
            </time>
            <Level level={level} />
            <span className="k-mono">{eventName}</span>
            <span className="k-event-words">
              {[service, username].filter(Boolean).join(' · ')}
              {message === null ? '' : ` · ${message.slice(0, SHOWN_MAX)}${message.length > SHOWN_MAX ? ' …' : ''}`}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
});
