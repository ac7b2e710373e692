// Shows the copies of a mail, and the attempts to send it with the words of the mail server.
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Section } from '../../../ui/page/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/page/states.tsx';
import { ScrollBox } from '../../../ui/table/scroll-box.tsx';
import { When } from '../../../ui/text/when.tsx';
import { MailState } from './mail-state.tsx';
import { useMailsTexts } from './texts.ts';

export type Mail = Awaited<ReturnType<typeof api.mailNotification.getMailByUuid>>['body'];
type Attempt = Awaited<ReturnType<typeof api.mailNotification.getAttempts>>['body'][number];

/** Writes the answer of a mail server as such servers do: 550 5.1.1 No such user. */
function answerOf(code: number | null, enhanced: string | null, words: string | null): string {
  return [code, enhanced, words].filter((part) => part !== null).join(' ') || '–';
}

export function Copies({ mail: { recipientList } }: { readonly mail: Mail }) {
  const texts = useMailsTexts();
  return (
    <Section title={texts.copies}>
      <ScrollBox label={texts.copies} roomy>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.to}</Table.Th>
              <Table.Th>{texts.status}</Table.Th>
              <Table.Th>{texts.answer}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {recipientList.map((copy) => (
              <Table.Tr key={`${copy.type} ${copy.address}`}>
                <Table.Td>
                  {texts.places[copy.type]}: {copy.name === null ? copy.address : `${copy.name} <${copy.address}>`}
                </Table.Td>
                <Table.Td>
                  <MailState status={copy.status} />
                </Table.Td>
                <Table.Td>{copy.reason ?? answerOf(copy.lastCode, copy.lastEnhancedCode, copy.lastMessage)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
    </Section>
  );
}

export function Attempts({ uuid }: { readonly uuid: string }) {
  const texts = useMailsTexts();
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['mails', uuid, 'attempts'],
    queryFn: async () => (await api.mailNotification.getAttempts({ params: { uuid } })).body,
  });
  return (
    <Section title={texts.attempts}>
      {isError ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <Loading /> : null}
      {data?.length === 0 ? <Empty>{texts.noAttempts}</Empty> : null}
      <ol className="k-plain-list">
        {data?.map((attempt) => (
          <li key={attempt.number}>
            <AttemptEntry attempt={attempt} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function AttemptEntry({ attempt }: { readonly attempt: Attempt }) {
  const texts = useMailsTexts();
  const language = useLanguage();
  const { number, startDate, durationMs, providerCode, host, tls, outcome, code, enhancedCode, text } = attempt;
  const way = host === null ? providerCode : `${providerCode}, ${host}, ${tls ? texts.encrypted : texts.unencrypted}`;
  return (
    <>
      <Text component="div" fw={600}>
        {texts.attempt(number)}: {texts.outcomes[outcome]}
      </Text>
      <Text component="div" size="sm" c="dimmed">
        <When date={startDate} /> · {texts.took(formatNumber(durationMs, language))} · {way}
      </Text>
      {code === null && text === null ? null : <Text size="sm">{answerOf(code, enhancedCode, text)}</Text>}
      {attempt.transcript === null ? null : (
        <details className="k-details">
          <summary>{texts.transcript}</summary>
          <pre className="k-pre">{attempt.transcript}</pre>
        </details>
      )}
    </>
  );
}
