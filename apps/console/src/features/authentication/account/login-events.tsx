// Shows what happened to the own account: sign-ins, failures, changes of what is signed in with.
import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useAccountTexts } from './texts.ts';

const SHOWN = 10;

export function LoginEvents() {
  const texts = useAccountTexts();
  const { username } = useSession();
  const [pageSize, setPageSize] = useState(SHOWN);
  const events = useQuery({
    queryKey: ['account', 'events', pageSize],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await api.authentication.queryLoginEventPageByUser({ body: { pageable: { pageSize } } })).body,
  });
  const rows = events.data?.data ?? [];
  return (
    <Section title={texts.events}>
      {events.isError ? <Failed error={events.error} onRetry={() => void events.refetch()} /> : null}
      <ul className="k-plain-list">
        {rows.map(({ uuid, kind, dateCreated, ipAddress, actorUsername, reason }) => (
          <li key={uuid}>
            <strong>{texts.eventKinds[kind]}</strong>
            {reason === null ? null : ` (${reason})`}
            <Text size="sm" c="dimmed">
              <When date={dateCreated} />
              {ipAddress === null ? null : `, ${ipAddress}`}
              {actorUsername === username ? null : `, ${actorUsername}`}
            </Text>
          </li>
        ))}
      </ul>
      {rows.length < (events.data?.totalElements ?? 0) ? (
        <Button variant="default" mt="sm" onClick={() => setPageSize(pageSize + SHOWN)}>
          {texts.more}
        </Button>
      ) : null}
    </Section>
  );
}
