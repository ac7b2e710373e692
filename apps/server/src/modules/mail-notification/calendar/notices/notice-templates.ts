// Ships the texts of invitations for mail programs that show no calendar.
import { DAY_MS } from '@keelson/time-zone/units';
import type { MailLanguage, MailTemplate } from '../../api.ts';
import type { CalendarEvent } from '../calendar.types.ts';
import type { NoticeKind } from '../change/change-event.ts';
import { recurrenceTexts } from './recurrence-text.ts';

interface Words {
  readonly when: string;
  readonly repeats: string;
  readonly where: string;
  readonly join: string;
  readonly page: string;
  readonly organizer: string;
}

const words: Readonly<Record<MailLanguage, Words>> = {
  en: { when: 'When', repeats: 'Repeats', where: 'Where', join: 'Join', page: 'Page', organizer: 'Organizer' },
  tr: { when: 'Zaman', repeats: 'Yineleme', where: 'Yer', join: 'Katılım', page: 'Sayfa', organizer: 'Düzenleyen' },
};

/** Days have no zone; an hour is written with its zone. */
const DAYS =
  "{{ calendar.start | date_local: 'full' }}{% if calendar.lastDay != calendar.start %} – {{ calendar.lastDay | date_local: 'full' }}{% endif %}";
const HOURS =
  "{{ calendar.start | date_local: 'full', 'short' }} – {{ calendar.end | date_local: 'full', 'short' }} ({{ calendar.timeZone }})";

function bodyOf(language: MailLanguage, opening: string): string {
  const { when, repeats, where, join, page, organizer } = words[language];
  const line = (name: string, path: string) => `{% if ${path} %}${name}: {{ ${path} }}\n{% endif %}`;
  return [
    `${opening}\n\n{{ calendar.summary }}\n\n`,
    `${when}: {% if calendar.allDay %}${DAYS}{% else %}${HOURS}{% endif %}\n`,
    `{% if calendar.recurrence %}${repeats}: {{ calendar.recurrence.${language} }}\n{% endif %}`,
    line(where, 'calendar.location'),
    line(join, 'calendar.conferenceUrl'),
    line(page, 'calendar.url'),
    `${organizer}: {{ calendar.organizer.name | default: calendar.organizer.address }}\n`,
    '{% if calendar.description %}\n{{ calendar.description }}\n{% endif %}',
  ].join('');
}

const subject = (opening: string) => `${opening}: {{ calendar.summary }}`;

function template(
  kind: NoticeKind,
  name: string,
  openings: Readonly<Record<MailLanguage, [string, string]>>,
): MailTemplate {
  const content = (language: MailLanguage) => ({
    subject: subject(openings[language][0]),
    content: bodyOf(language, openings[language][1]),
  });
  return {
    code: noticeTemplateCode(kind),
    name,
    sensitive: false,
    // A doubled invitation confuses calendars.
    uncertainPolicy: 'HOLD',
    contentMap: { en: content('en'), tr: content('tr') },
  };
}

export function noticeTemplateCode(kind: NoticeKind): string {
  return `calendar.${kind}`;
}

export const noticeTemplates: readonly MailTemplate[] = [
  template('request', 'Invitation to an event', {
    en: ['Invitation', 'You are invited:'],
    tr: ['Davet', 'Davetlisiniz:'],
  }),
  template('update', 'Change of an event', {
    en: ['Updated', 'An event to which you are invited has changed:'],
    tr: ['Güncellendi', 'Davetli olduğunuz bir etkinlik değişti:'],
  }),
  template('cancel', 'Cancellation of an event', {
    en: ['Cancelled', 'This event no longer takes place for you:'],
    tr: ['İptal edildi', 'Bu etkinlik sizin için artık yapılmıyor:'],
  }),
];

/** Makes the parameters of templates, which have the event as `calendar`; missing parts are null. */
export function noticeParameters(
  event: CalendarEvent,
  reading: { readonly locale: string; readonly timeZone: string },
) {
  const { times, text, organizer, attendees, uid, status } = event;
  const { allDay, start, end } = times;
  const textOf = (at: number) => (allDay ? new Date(at).toISOString().slice(0, 10) : new Date(at).toISOString());
  const { summary, description, location, url, conferenceUrl, categories } = text;
  const name = ({ address, name: given }: { readonly address: string; readonly name: string | null }) => ({
    address,
    name: given,
  });
  return {
    uid,
    status,
    summary,
    description: description || null,
    location: location || null,
    url: url || null,
    conferenceUrl: conferenceUrl || null,
    categories,
    allDay,
    start: textOf(start),
    end: textOf(end),
    lastDay: allDay ? textOf(end - DAY_MS) : null,
    timeZone: reading.timeZone,
    recurrence: recurrenceTexts(event, reading),
    organizer: name(organizer),
    attendees: attendees.map(name),
  };
}
