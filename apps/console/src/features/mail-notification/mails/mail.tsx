// Shows one mail: what has become of each copy, every attempt with the words of the mail server, and what it says.
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { Paper } from '../../../ui/paper/paper.tsx';
import { When } from '../../../ui/text/when.tsx';
import { Attempts, Copies, type Mail } from './mail-parts.tsx';
import { cancellable, MailState, retryable } from './mail-state.tsx';
import { useMailsTexts } from './texts.ts';

export function MailPage() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useMailsTexts();
  const can = useCan();
  useLive('mailNotification.stream', { uuid }, [{ key: ['mails', uuid] }]);
  const mail = useQuery({
    queryKey: ['mails', uuid],
    queryFn: async () => (await api.mailNotification.getMailByUuid({ params: { uuid } })).body,
  });
  if (mail.data === undefined) return <NoRecord query={mail} />;
  return (
    <Page
      query={mail}
      title={mail.data.subject}
      subtitle={<To to={address('mails')}>{texts.all}</To>}
      actions={<MailActs mail={mail.data} />}
    >
      <Facts mail={mail.data} />
      <Copies mail={mail.data} />
      <Attempts uuid={uuid} />
      {can('mailNotification.getContent') ? <Content uuid={uuid} /> : null}
    </Page>
  );
}

function MailActs({ mail: { uuid, status, recipientList } }: { readonly mail: Mail }) {
  const texts = useMailsTexts();
  const can = useCan();
  const client = useQueryClient();
  const input = { params: { uuid } };
  const acting = (act: () => Promise<unknown>) => async (): Promise<void> => {
    await act();
    await client.invalidateQueries({ queryKey: ['mails'] });
  };
  const { retryByUuid, resolve, cancel } = api.mailNotification;
  const isInDoubt = recipientList.some((copy) => copy.status === 'UNCERTAIN');
  const manages = can('mailNotification.retryByUuid');
  return (
    <>
      {manages && isInDoubt ? (
        <>
          <Act
            label={texts.arrived}
            question={texts.arrivedQuestion}
            done={texts.resolved}
            run={acting(() => resolve({ ...input, body: { delivered: true } }))}
          />
          <Act
            label={texts.lost}
            question={texts.lostQuestion}
            done={texts.resolved}
            run={acting(() => resolve({ ...input, body: { delivered: false } }))}
          />
        </>
      ) : null}
      {manages && retryable.includes(status) ? (
        <Act
          label={texts.retry}
          question={status === 'UNCERTAIN' ? texts.retryInDoubt : texts.retryQuestion}
          done={texts.retried}
          run={acting(() => retryByUuid(input))}
        />
      ) : null}
      {manages && status === 'SUPPRESSED' ? (
        <Act
          label={texts.retry}
          question={texts.retrySuppressed}
          done={texts.retried}
          run={acting(() => retryByUuid({ ...input, query: { force: true } }))}
        />
      ) : null}
      {cancellable.includes(status) ? (
        <Act
          label={texts.cancel}
          color="red"
          question={texts.cancelQuestion}
          done={texts.cancelled}
          run={acting(() => cancel(input))}
        />
      ) : null}
    </>
  );
}

function Facts({ mail }: { readonly mail: Mail }) {
  const texts = useMailsTexts();
  const language = useLanguage();
  const facts = [
    [texts.status, <MailState key="status" status={mail.status} />],
    ...(mail.statusReason === null ? [] : [[texts.reason, mail.statusReason] as const]),
    [texts.from, mail.from],
    [texts.template, mail.templateCode ?? '–'],
    [texts.language, mail.locale],
    [texts.accepted, <When key="accepted" date={mail.dateCreated} />],
    [texts.sent, <When key="sent" date={mail.sentDate} />],
    ...(mail.nextAttemptDate === null
      ? []
      : [[texts.next, <When key="next" date={mail.nextAttemptDate} distance />] as const]),
    [texts.expires, <When key="expires" date={mail.expireDate} />],
    ...(mail.size === null ? [] : [[texts.size, texts.bytes(formatNumber(mail.size, language))] as const]),
    [texts.messageId, mail.messageId],
    [texts.causedBy, mail.createdBy],
  ] as const;
  return (
    <Section title={texts.whatBecame}>
      <dl className="k-facts">
        {facts.map(([label, value]) => (
          <FactRow key={label} label={label} value={value} />
        ))}
      </dl>
    </Section>
  );
}

function FactRow({ label, value }: { readonly label: string; readonly value: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** The content of a mail, read only when somebody asks for it, since each look is recorded. */
function Content({ uuid }: { readonly uuid: string }) {
  const texts = useMailsTexts();
  const [asked, setAsked] = useState(false);
  const content = useQuery({
    queryKey: ['mails', uuid, 'content'],
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await api.mailNotification.getContent({ params: { uuid } })).body,
  });
  return (
    <Section title={texts.content}>
      {asked ? null : (
        <>
          <p>{texts.contentWhy}</p>
          <Act label={texts.contentShow} run={async () => setAsked(true)} />
        </>
      )}
      {content.isError ? <Failed error={content.error} /> : null}
      {content.isFetching ? <Loading /> : null}
      {content.data === undefined ? null : (
        <Tabs defaultValue={content.data.html === null ? 'text' : 'html'}>
          <Tabs.List mb="sm">
            {content.data.html === null ? null : <Tabs.Tab value="html">{texts.html}</Tabs.Tab>}
            <Tabs.Tab value="text">{texts.plain}</Tabs.Tab>
          </Tabs.List>
          {content.data.html === null ? null : (
            <Tabs.Panel value="html">
              <Paper title={content.data.subject} html={content.data.html} />
            </Tabs.Panel>
          )}
          <Tabs.Panel value="text">
            <pre className="k-pre">{content.data.text}</pre>
          </Tabs.Panel>
        </Tabs>
      )}
    </Section>
  );
}
