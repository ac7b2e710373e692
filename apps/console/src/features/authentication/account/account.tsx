// Shows the own account: what is known of the person, what is signed in with and from where, and what the person wishes.

import { schema as emailSchema } from 'contract:body/authentication/changeEmail';
import { schema as passwordSchema } from 'contract:body/authentication/changePassword';
import { schema } from 'contract:body/authentication/updateCurrentUser';
import { Tabs } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { isServed } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { Factors } from './factors.tsx';
import { LoginEvents } from './login-events.tsx';
import { OwnSettings } from './own-settings.tsx';
import { Devices, OwnSessions } from './places.tsx';
import { InboxPreferences, MailPreferences } from './preferences.tsx';
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
      {account.data === undefined ? <Loading lines={8} /> : <Parts user={account.data} />}
    </Page>
  );
}

const parts = ['you', 'security', 'wishes'] as const;

/** Holds the parts of the account; which one is shown stands in the address. */
function Parts({ user }: { readonly user: User }) {
  const texts = useAccountTexts();
  const navigate = useNavigate();
  const { part } = useSearch({ strict: false }) as { readonly part?: string };
  return (
    <Tabs
      value={parts.find((one) => one === part) ?? 'you'}
      keepMounted={false}
      onChange={(next) => void navigate({ to: '.', search: { part: next } as never, replace: true })}
    >
      <Tabs.List mb="md">
        {parts.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {texts.parts[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="you">
        <About user={user} />
        {user.passwordSet ? <Password /> : null}
      </Tabs.Panel>
      <Tabs.Panel value="security">
        <Factors emailVerified={user.emailVerified} />
        <OwnSessions />
        <Devices />
        <LoginEvents />
      </Tabs.Panel>
      <Tabs.Panel value="wishes">
        {isServed('mailNotification.getPreference') ? <MailPreferences /> : null}
        {isServed('notificationPolling.getPreference') ? <InboxPreferences /> : null}
        {isServed('systemSetting.getUserValues') ? <OwnSettings /> : null}
      </Tabs.Panel>
    </Tabs>
  );
}

function About({ user }: { readonly user: User }) {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const valuesOf = ({ displayName, phone, timeZone, version }: User) => ({ displayName, phone, timeZone, version });
  return (
    <Section title={texts.about} actions={<ChangeEmail />}>
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
            showNotice(texts.saved);
            await queries.invalidateQueries({ queryKey: ['account'] });
            return valuesOf(answer.body);
          }}
        />
      </div>
    </Section>
  );
}

function ChangeEmail() {
  const texts = useAccountTexts();
  return (
    <FormDialog label={texts.changeEmail}>
      {(close) => (
        <Form
          schema={emailSchema}
          place="own mail address"
          initial={{}}
          fields={[{ name: 'email', label: texts.newEmail, help: texts.newEmailHelp }]}
          submit={texts.sendLink}
          onSubmit={async ({ email }) => {
            await api.authentication.changeEmail({ body: { email: String(email) } });
            showNotice(texts.linkSent);
            close();
          }}
        />
      )}
    </FormDialog>
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
            label: texts.newPassword,
            widget: 'password',
            ...(policy.data === undefined ? {} : { help: policy.data }),
          },
        ]}
        submit={texts.change}
        onSubmit={async (values) => {
          const body = values as { currentPassword: string; newPassword: string };
          await api.authentication.changePassword({ body });
          showNotice(texts.changed);
          setRound(round + 1);
          await queries.invalidateQueries({ queryKey: ['own-sessions'] });
        }}
      />
    </Section>
  );
}
