// Shows one user: the account, its roles with what they give, and everything an administrator does with it.

import { schema as rolesSchema } from 'contract:body/authentication/setRoles';
import { schema } from 'contract:body/authentication/updateUser';
import { Text } from '@mantine/core';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { rolesQuery } from '../../../lib/people/people.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Form } from '../../../ui/form/form.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';

import { To } from '../../../ui/page/to.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { When } from '../../../ui/text/when.tsx';
import { Impersonate } from './impersonate.tsx';
import { useUserTexts } from './texts.ts';
import { UserActs } from './user-acts.tsx';

type User = Awaited<ReturnType<typeof api.authentication.getUser>>['body'];

function userQuery(uuid: string) {
  return queryOptions({
    queryKey: ['user', uuid],
    queryFn: async () => (await api.authentication.getUser({ params: { uuid } })).body,
  });
}

/** Keeps what was answered, so that the next change goes on top of it. */
async function refresh(queries: QueryClient, uuid: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['user', uuid] }),
    queries.invalidateQueries({ queryKey: ['users'] }),
  ]);
}

export function UserPage() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useUserTexts();
  const can = useCan();
  const session = useSession();
  const queries = useQueryClient();
  const user = useQuery(userQuery(uuid));
  if (user.data === undefined) return <NoRecord query={user} />;
  const { data } = user;
  const manages = can('authentication.updateUser');
  // Nobody acts as somebody else behind a third name.
  const mayActAs =
    can('authentication.impersonate') && session.actor === null && data.enabled && data.username !== session.username;
  const onChange = (): Promise<void> => refresh(queries, uuid);
  return (
    <Page
      query={user}
      title={data.displayName ?? data.username}
      subtitle={<To to={address('users')}>{texts.all}</To>}
      actions={
        <>
          {mayActAs ? <Impersonate username={data.username} /> : null}
          {manages ? <UserActs user={data} onChange={onChange} /> : null}
        </>
      }
    >
      <Facts user={data} />
      {manages ? <AccountForm user={data} onChange={onChange} /> : null}
      {manages ? <RolesForm user={data} onChange={onChange} /> : null}
    </Page>
  );
}

function Facts({ user }: { readonly user: User }) {
  const texts = useUserTexts();
  const { enabled, locked, passwordSet } = user;
  const state = !enabled ? texts.disabled : locked ? texts.locked : passwordSet ? texts.active : texts.invited;
  return (
    <Section title={texts.state}>
      <dl className="k-facts">
        <dt>{texts.username}</dt>
        <dd>{user.username}</dd>
        <dt>{texts.state}</dt>
        <dd>{state}</dd>
        <dt>{texts.lastLogin}</dt>
        <dd>
          <When date={user.lastLoginDate} />
        </dd>
        <dt>{texts.factors}</dt>
        <dd>{user.factorTypeList.join(', ') || '–'}</dd>
        <dt>{texts.roles}</dt>
        <dd>{user.roleList.join(', ')}</dd>
      </dl>
    </Section>
  );
}

interface PartProps {
  readonly user: User;
  readonly onChange: () => Promise<void>;
}

function AccountForm({ user, onChange }: PartProps) {
  const texts = useUserTexts();
  const queries = useQueryClient();
  return (
    <Section title={texts.facts}>
      <Form
        schema={schema}
        place={`user ${user.uuid}`}
        initial={{ ...user }}
        fields={[
          { name: 'username', label: texts.username },
          { name: 'displayName', label: texts.displayName },
          { name: 'email', label: texts.email },
          { name: 'phone', label: texts.phone },
          { name: 'locale', label: texts.locale },
          { name: 'timeZone', label: texts.timeZone },
          { name: 'expiryDate', label: texts.expiry },
          { name: 'passwordChangeRequired', label: texts.mustChange },
        ]}
        submit={texts.save}
        onConflict={async () => ({ ...(await queries.fetchQuery({ ...userQuery(user.uuid), staleTime: 0 })) })}
        onSubmit={async (values, { version }) => {
          const { username, displayName, email, phone, locale, timeZone, expiryDate, passwordChangeRequired } = values;
          const sent = { username, displayName, email, phone, locale, timeZone, expiryDate, passwordChangeRequired };
          const { body } = await api.authentication.updateUser({
            body: { ...sent, uuid: user.uuid, version } as never,
          });
          showNotice(texts.saved);
          await onChange();
          return { ...body };
        }}
      />
    </Section>
  );
}

const rolesOf = ({ roleList, version }: User) => ({ roleList, version });

function RolesForm({ user, onChange }: PartProps) {
  const texts = useUserTexts();
  const queries = useQueryClient();
  const can = useCan();
  const choices = useQuery(rolesQuery).data;
  const roles = useQuery({
    queryKey: ['roles', 'choices'],
    enabled: can('authentication.queryRoleList'),
    queryFn: async () => (await api.authentication.queryRoleList()).body,
  });
  const held = (roles.data ?? []).filter(({ code }) => user.roleList.includes(code));
  const gives = [...new Set(held.flatMap(({ authorityList }) => authorityList))].sort();
  return (
    <Section title={texts.roles}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.rolesWhy}
      </Text>
      <Form
        schema={rolesSchema}
        place={`user roles ${user.uuid}`}
        initial={rolesOf(user)}
        // What is typed before the roles are there stays.
        fields={[{ name: 'roleList', label: texts.roles, options: choices ?? [] }]}
        submit={texts.saveRoles}
        onConflict={async () => rolesOf(await queries.fetchQuery({ ...userQuery(user.uuid), staleTime: 0 }))}
        onSubmit={async ({ roleList }, { version }) => {
          const body = { roleList: roleList as readonly string[], version: Number(version) };
          const answer = await api.authentication.setRoles({ params: { uuid: user.uuid }, body });
          showNotice(texts.saved);
          await onChange();
          return rolesOf(answer.body);
        }}
      />
      {gives.length === 0 ? null : (
        <details className="k-details">
          <summary>{texts.authorities}</summary>
          <Text size="sm" className="k-mono">
            {gives.join(', ')}
          </Text>
        </details>
      )}
    </Section>
  );
}
