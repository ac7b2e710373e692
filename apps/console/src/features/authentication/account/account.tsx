// Shows the own account: what is known of the person, the password, and where the person is signed in.

import { schema as passwordSchema } from 'contract:body/authentication/changePassword';
import { schema } from 'contract:body/authentication/updateCurrentUser';
import { Group, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { tell } from '../../../ui/text/notice.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useAccountTexts } from './texts.ts';

type User = Awaited<ReturnType<typeof api.authentication.getCurrentUser>>['body'];

const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async () => (await api.authentication.getCurrentUser()).body,
});

export function Account() {
  const texts = useAccountTexts();
  const account = useQuery(accountQuery);
  return (
    <Page title={texts.title}>
      {account.isError ? <Failed error={account.error} onRetry={() => void account.refetch()} /> : null}
      {account.data === undefined ? (
        <Loading lines={8} />
      ) : (
        <>
          <About user={account.data} />
          {account.data.passwordSet ? <Password /> : null}
          <OwnSessions />
        </>
      )}
    </Page>
  );
}

function About({ user }: { readonly user: User }) {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const valuesOf = ({ displayName, phone, timeZone, version }: User) => ({ displayName, phone, timeZone, version });
  return (
    <Section title={texts.about}>
      <dl className="k-facts">
        <dt>{texts.username}</dt>
        <dd>{user.username}</dd>
        <dt>{texts.email}</dt>
        <dd>{user.email ?? '–'}</dd>
      </dl>
      <div className="k-details">
        <Form
          schema={schema}
          place="account"
          initial={valuesOf(user)}
          fields={[
            { name: 'displayName', label: texts.displayName },
            { name: 'phone', label: texts.phone },
            { name: 'timeZone', label: texts.timeZone, help: texts.timeZoneHelp },
          ]}
          submit={texts.save}
          onConflict={async () => valuesOf(await queries.fetchQuery({ ...accountQuery, staleTime: 0 }))}
          onSubmit={async (values, { version }) => {
            const body = { ...values, version: Number(version) };
            const answer = await api.authentication.updateCurrentUser({ body });
            tell(texts.saved);
            await queries.invalidateQueries({ queryKey: ['account'] });
            return valuesOf(answer.body);
          }}
        />
      </div>
    </Section>
  );
}

function Password() {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const [round, setRound] = useState(0);
  const policy = useQuery({
    queryKey: ['password-policy'],
    queryFn: async () => (await api.authentication.getPasswordPolicy()).body.guidance,
  });
  return (
    <Section title={texts.password}>
      <Form
        key={round}
        schema={passwordSchema}
        place="password"
        initial={{}}
        fields={[
          { name: 'currentPassword', label: texts.current, widget: 'password' },
          {
            name: 'newPassword',
            label: texts.next,
            widget: 'password',
            ...(policy.data === undefined ? {} : { help: policy.data }),
          },
        ]}
        submit={texts.change}
        onSubmit={async (values) => {
          const body = values as { currentPassword: string; newPassword: string };
          await api.authentication.changePassword({ body });
          tell(texts.changed);
          setRound(round + 1);
          await queries.invalidateQueries({ queryKey: ['own-sessions'] });
        }}
      />
    </Section>
  );
}

function OwnSessions() {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['own-sessions'],
    queryFn: async () => (await api.session.queryPageByUser({ body: { pageable: { pageSize: 50 } } })).body.data,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['own-sessions'] });
  const close = async (identifier: string): Promise<void> => {
    await api.session.closeByUser({ body: identifier });
    await refresh();
  };
  const closeOthers = async (): Promise<void> => {
    await api.session.closeAllByUser({ query: { exceptCurrent: true } });
    await refresh();
  };
  const rows = sessions.data ?? [];
  return (
    <Section
      title={texts.sessions}
      actions={
        rows.length > 1 ? <Act label={texts.closeOthers} done={texts.othersClosed} run={closeOthers} /> : undefined
      }
    >
      {sessions.isError ? <Failed error={sessions.error} onRetry={() => void sessions.refetch()} /> : null}
      <ul className="k-plain-list">
        {rows.map(({ identifier, attributeMap }) => (
          <li key={identifier}>
            <Group justify="space-between">
              <div>
                <strong>{String(attributeMap.deviceName ?? attributeMap.userAgent ?? '')}</strong>
                {attributeMap.current === true ? ` (${texts.thisOne})` : ''}
                <Text size="sm" c="dimmed">
                  {String(attributeMap.ipAddress ?? '')}, {texts.lastUsed}{' '}
                  <When date={String(attributeMap.lastAccessDate)} distance />
                </Text>
              </div>
              {attributeMap.current === true ? null : (
                <Act label={texts.close} size="compact-sm" done={texts.closed} run={() => close(identifier)} />
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
