// Shows one event with all that it holds, and leads to everything else of its request, session, person or thing.
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { DAY_MS } from '../../../lib/units.ts';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { When } from '../../../ui/text/when.tsx';
import { type LogEvent, SHOWN_MAX } from './event-data.ts';
import { EventRows, Level } from './event-rows.tsx';
import { writeTerm } from './query-line.ts';
import { useEventsTexts } from './texts.ts';
import './events.css';

/** Events of a request are few; these are looked at on the list. */
const RELATED_MAX = 50;

/** The fields in the order in which they are shown, where an event has them. */
const shownFields = [
  'eventType',
  'service',
  'instance',
  'loggerName',
  'username',
  'sessionIdentifier',
  'clientIp',
  'userAgent',
  'requestMethod',
  'requestPath',
  'traceId',
  'spanId',
  'action',
  'outcome',
  'entityType',
  'entityUuid',
  'durationMillis',
  'sequence',
  'hash',
] as const satisfies readonly (keyof LogEvent)[];

export function EventPage() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useEventsTexts();
  const event = useQuery({
    queryKey: ['events', uuid],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await api.loggerProducer.getEvent({ params: { uuid } })).body,
  });
  if (event.data === undefined) return <NoRecord query={event} />;
  const { data } = event;
  return (
    <Page query={event} title={data.eventName} subtitle={<To to={address('events')}>{texts.title}</To>}>
      <Section title={texts.whatHappened}>
        <dl className="k-facts">
          <dt>{texts.time}</dt>
          <dd>
            <When date={data.eventTime} /> <span className="k-mono">{data.eventTime}</span>
          </dd>
          <dt>{texts.fields.level}</dt>
          <dd>
            <Level level={data.level} />
          </dd>
          {data.message === null ? null : (
            <>
              <dt>{texts.message}</dt>
              <dd>
                <Long text={data.message} />
              </dd>
            </>
          )}
          {shownFields.map((name) =>
            data[name] === null || data[name] === '' ? null : (
              <Fragment key={name}>
                <dt>{texts.labels[name]}</dt>
                <dd>
                  <Long text={String(data[name])} />
                </dd>
              </Fragment>
            ),
          )}
        </dl>
      </Section>
      <Json title={texts.attributes} value={data.attributeMap} />
      <Json title={texts.error} value={data.errorDetail} />
      <Related event={data} />
    </Page>
  );
}

/** Cuts a long text off until somebody opens it. */
function Long({ text }: { readonly text: string }) {
  const texts = useEventsTexts();
  const [isOpen, setOpen] = useState(false);
  if (text.length <= SHOWN_MAX || isOpen) return <span className="k-long">{text}</span>;
  return (
    <span className="k-long">
      {text.slice(0, SHOWN_MAX)} …{' '}
      <UnstyledButton className="k-chip" onClick={() => setOpen(true)}>
        {texts.showAll(text.length)}
      </UnstyledButton>
    </span>
  );
}

function Json({ title, value }: { readonly title: string; readonly value: Readonly<Record<string, unknown>> | null }) {
  const entries = Object.entries(value ?? {}).filter(([, one]) => one !== null);
  if (entries.length === 0) return null;
  return (
    <Section title={title}>
      <dl className="k-facts">
        {entries.map(([name, one]) => (
          <Fragment key={name}>
            <dt className="k-mono">{name}</dt>
            <dd className="k-mono">
              <Long text={typeof one === 'string' ? one : JSON.stringify(one, null, 2)} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Section>
  );
}

function Related({ event }: { readonly event: LogEvent }) {
  const texts = useEventsTexts();
  const { traceId, sessionIdentifier, entityUuid, username, eventTime } = event;
  const requestId = event.attributeMap?.requestId;
  const request = typeof requestId === 'string' ? requestId : null;
  const narrowest =
    request !== null
      ? { attributeMap: { requestId: request } }
      : traceId !== null
        ? { traceId }
        : sessionIdentifier !== null
          ? { sessionIdentifier }
          : entityUuid !== null
            ? { entityUuid }
            : null;
  const day = DAY_MS;
  const around = {
    eventTimeFrom: new Date(Date.parse(eventTime) - day).toISOString(),
    eventTimeTo: new Date(Date.parse(eventTime) + day).toISOString(),
  };
  const related = useQuery({
    queryKey: ['events', event.uuid, 'related'],
    enabled: narrowest !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const body = { query: { ...narrowest, ...around }, limit: RELATED_MAX };
      return (await api.loggerProducer.searchEvents({ body })).body.data;
    },
  });
  const links = [
    ...(request === null ? [] : [{ label: texts.ofRequest, term: writeTerm({ field: 'request', value: request }) }]),
    ...(traceId === null ? [] : [{ label: texts.ofTrace, term: writeTerm({ field: 'trace', value: traceId }) }]),
    ...(sessionIdentifier === null
      ? []
      : [{ label: texts.ofSession, term: writeTerm({ field: 'session', value: sessionIdentifier }) }]),
    ...(entityUuid === null
      ? []
      : [{ label: texts.ofEntity, term: writeTerm({ field: 'entity', value: entityUuid }) }]),
    ...(username === null ? [] : [{ label: texts.ofUser, term: writeTerm({ field: 'user', value: username }) }]),
  ];
  if (links.length === 0) return null;
  return (
    <Section title={texts.related}>
      <nav className="k-chips" aria-label={texts.related}>
        {links.map(({ label, term }) => (
          <Link key={term} to={address('events')} search={{ text: term, range: '30d' }} className="k-chip">
            {label}
          </Link>
        ))}
      </nav>
      {related.isError ? <Failed error={related.error} /> : null}
      {related.data === undefined ? null : <EventRows events={related.data} />}
    </Section>
  );
}
