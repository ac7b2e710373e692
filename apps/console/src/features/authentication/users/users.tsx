// Lists the people of a tenant, and makes new ones.

import { schema } from 'contract:body/authentication/createUser';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { rolesQuery } from '../../../lib/people/people.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { useSelection } from '../../../ui/table/selection.tsx';
import { Secret } from '../../../ui/text/secret.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { BulkActs, type User } from './bulk-acts.tsx';
import { ImportUsers } from './import-users.tsx';
import { useUsersTexts } from './texts.ts';

type Sort = 'username' | 'displayName' | 'email' | 'lastLoginDate' | 'dateCreated';

const filterOf = {
  deleted: { deleted: true },
  enabled: { enabled: true },
  disabled: { enabled: false },
  locked: { locked: true },
} as const;

async function loadUsers({ pageable, text, filters }: PageRequest<Sort>) {
  const state = filterOf[filters.state as keyof typeof filterOf];
  const body = { pageable, ...state, ...(text === null ? {} : { searchText: text }) };
  return (await api.authentication.queryUserPage({ body })).body;
}

function UserState({ user }: { readonly user: User }) {
  const { states } = useUsersTexts();
  if (user.deleted) return <State word={states.deleted} icon="x" color="gray" />;
  if (!user.enabled) return <State word={states.disabled} icon="x" color="gray" />;
  if (user.locked) return <State word={states.locked} icon="lock" color="red" />;
  if (!user.passwordSet) return <State word={states.invited} icon="mail" color="yellow" />;
  return <State word={states.active} icon="check" color="green" />;
}

/** A deleted user has no page. */
function Username({ user }: { readonly user: User }) {
  if (user.deleted) return user.username;
  const link: LinkComponentProps = { to: address('user', { uuid: user.uuid }) };
  return (
    <Link {...link} className="k-row-link">
      {user.username}
    </Link>
  );
}

function Restore({ user }: { readonly user: User }) {
  const texts = useUsersTexts();
  const queries = useQueryClient();
  return (
    <Act
      label={texts.restore}
      size="compact-sm"
      question={texts.restoreQuestion(user.username)}
      done={texts.restored}
      run={async () => {
        await api.authentication.restoreUser({ params: { uuid: user.uuid } });
        await queries.invalidateQueries({ queryKey: ['users'] });
      }}
    />
  );
}

export function Users() {
  const texts = useUsersTexts();
  const can = useCan();
  const selection = useSelection<User>({
    keyOf: ({ uuid }) => uuid,
    nameOf: ({ username }) => username,
    canChoose: ({ deleted }) => !deleted,
  });
  const mayChange = can('authentication.updateUser');
  const columns: readonly Column<User, Sort>[] = [
    { id: 'username', label: texts.username, sort: 'username', cell: (user) => <Username user={user} /> },
    { id: 'displayName', label: texts.displayName, sort: 'displayName', cell: ({ displayName }) => displayName ?? '–' },
    {
      id: 'state',
      label: texts.state,
      cell: (user) => (
        <Group gap="xs">
          <UserState user={user} />
          {user.deleted && mayChange ? <Restore user={user} /> : null}
        </Group>
      ),
    },
    { id: 'email', label: texts.email, sort: 'email', wide: true, cell: ({ email }) => email ?? '–' },
    { id: 'roles', label: texts.roles, wide: true, cell: ({ roleList }) => roleList.join(', ') },
    {
      id: 'lastLogin',
      label: texts.lastLogin,
      sort: 'lastLoginDate',
      wide: true,
      cell: ({ lastLoginDate }) => <When date={lastLoginDate} distance />,
    },
  ];
  const create = can('authentication.createUser') ? (
    <>
      <ImportUsers />
      <Button component={Link} to={address('userNew')} leftSection={<Icon name="plus" size={16} />}>
        {texts.new}
      </Button>
    </>
  ) : null;
  return (
    <Page title={texts.title} actions={create}>
      <List
        name={['users']}
        label={texts.title}
        columns={columns}
        load={loadUsers}
        keyOf={({ uuid }) => uuid}
        filters={[
          {
            id: 'state',
            label: texts.stateFilter,
            options: [
              { value: '', label: texts.any },
              { value: 'enabled', label: texts.enabled },
              { value: 'disabled', label: texts.disabled },
              { value: 'locked', label: texts.locked },
              { value: 'deleted', label: texts.deleted },
            ],
          },
        ]}
        selection={mayChange ? selection : undefined}
        search={texts.search}
        empty={texts.empty}
      />
      <BulkActs selection={selection} />
    </Page>
  );
}

export function NewUser() {
  const texts = useUsersTexts();
  const queries = useQueryClient();
  const [made, setMade] = useState<User | null>(null);
  const roles = useQuery(rolesQuery);
  // Everybody has this one.
  const options = roles.data?.filter(({ value }) => value !== 'ROLE_USER');
  return (
    <Page title={texts.new} subtitle={<To to={address('users')}>{texts.all}</To>}>
      {made === null ? (
        <Section title={texts.new}>
          <Text size="sm" c="dimmed" mb="md">
            {texts.newWhy}
          </Text>
          <Form
            schema={schema}
            place="user new"
            initial={{ roleList: [] }}
            fields={[
              { name: 'username', label: texts.username },
              { name: 'displayName', label: texts.displayName },
              { name: 'email', label: texts.email },
              // What is typed before the roles are there stays.
              { name: 'roleList', label: texts.roles, options: options ?? [] },
            ]}
            submit={texts.create}
            onSubmit={async (values) => {
              const { body } = await api.authentication.createUser({ body: values as { username: string } });
              setMade(body);
              await queries.invalidateQueries({ queryKey: ['users'] });
            }}
          />
        </Section>
      ) : (
        <>
          {made.activationLink === null ? (
            <Text mb="md">{texts.created(made.username)}</Text>
          ) : (
            <Secret title={texts.link} why={texts.linkWhy} text={made.activationLink} />
          )}
          <Group>
            <Button component={Link} to={address('user', { uuid: made.uuid })}>
              {texts.open}
            </Button>
            <Button variant="default" onClick={() => setMade(null)}>
              {texts.another}
            </Button>
          </Group>
        </>
      )}
    </Page>
  );
}
