// Shows one role: what it is, and which authorities it gives, by module.

import { schema } from 'contract:body/authentication/updateRole';
import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useRoleTexts } from './texts.ts';

type Role = Awaited<ReturnType<typeof api.authentication.getRole>>['body'];
type Authority = Awaited<ReturnType<typeof api.authentication.listAuthorities>>['body'][number];

function roleQuery(uuid: string) {
  return queryOptions({
    queryKey: ['role', uuid],
    queryFn: async () => (await api.authentication.getRole({ params: { uuid } })).body,
  });
}

export function RolePage() {
  const { uuid = '' } = useParams({ strict: false });
  const texts = useRoleTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const role = useQuery(roleQuery(uuid));
  const authorities = useQuery({
    queryKey: ['authorities'],
    queryFn: async () => (await api.authentication.listAuthorities()).body,
  });
  if (role.data === undefined) return <NoRecord query={role} />;
  const { data } = role;
  const onChange = async (): Promise<void> => {
    await Promise.all(['role', 'roles', 'session'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  const remove = async (): Promise<void> => {
    await api.authentication.deleteRole({ params: { uuid } });
    await navigate({ to: address('roles') });
    await queries.invalidateQueries({ queryKey: ['roles'] });
  };
  const acts = data.system ? undefined : (
    <Act
      label={texts.delete}
      color="red"
      variant="light"
      question={texts.deleteQuestion(data.code)}
      done={texts.deleted}
      run={remove}
    />
  );
  return (
    <Page
      query={role}
      title={data.name ?? data.code}
      subtitle={<To to={address('roles')}>{texts.all}</To>}
      actions={acts}
    >
      <About role={data} onChange={onChange} />
      {authorities.isError ? <Failed error={authorities.error} onRetry={() => void authorities.refetch()} /> : null}
      {authorities.data === undefined ? null : (
        <Matrix key={`matrix ${data.version}`} role={data} authorities={authorities.data} onChange={onChange} />
      )}
    </Page>
  );
}

interface PartProps {
  readonly role: Role;
  readonly onChange: () => Promise<void>;
}

function About({ role, onChange }: PartProps) {
  const texts = useRoleTexts();
  const queries = useQueryClient();
  const valuesOf = ({ name, description, version }: Role) => ({ name, description, version });
  return (
    <Section title={texts.facts}>
      <dl className="k-facts">
        <dt>{texts.code}</dt>
        <dd className="k-mono">{role.code}</dd>
        <dt>{texts.users}</dt>
        <dd>{role.userCount}</dd>
      </dl>
      {role.system ? (
        <Text size="sm" mt="sm">
          {role.description} {texts.shipped}
        </Text>
      ) : (
        <div className="k-details">
          <Form
            schema={schema}
            place={`role ${role.uuid}`}
            initial={valuesOf(role)}
            fields={[
              { name: 'name', label: texts.name },
              { name: 'description', label: texts.description },
            ]}
            submit={texts.save}
            onConflict={async () => valuesOf(await queries.fetchQuery({ ...roleQuery(role.uuid), staleTime: 0 }))}
            onSubmit={async (values, { version }) => {
              const body = { ...values, uuid: role.uuid, version: Number(version) };
              const answer = await api.authentication.updateRole({ body });
              showNotice(texts.saved);
              await onChange();
              return valuesOf(answer.body);
            }}
          />
        </div>
      )}
    </Section>
  );
}

interface MatrixProps extends PartProps {
  readonly authorities: readonly Authority[];
}

function Matrix({ role, authorities, onChange }: MatrixProps) {
  const texts = useRoleTexts();
  const { authorities: held } = useSession();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(role.authorityList));
  const modules = [...new Set(authorities.map(({ module }) => module))];
  const toggle = (authority: string): void => {
    const next = new Set(chosen);
    if (!next.delete(authority)) next.add(authority);
    setChosen(next);
  };
  return (
    <Section title={texts.authorities}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.authoritiesWhy}
      </Text>
      <Stack>
        {modules.map((module) => (
          <Fieldset key={module} legend={module}>
            <div className="k-matrix">
              {authorities
                .filter((one) => one.module === module)
                .map(({ authority, name, description }) => (
                  <Checkbox
                    key={authority}
                    label={name}
                    description={description}
                    title={authority}
                    checked={chosen.has(authority)}
                    disabled={role.system || !held.has(authority)}
                    onChange={() => toggle(authority)}
                  />
                ))}
            </div>
          </Fieldset>
        ))}
        {role.system ? null : (
          <div>
            <Act
              label={texts.saveAuthorities}
              variant="filled"
              done={texts.saved}
              run={async () => {
                const body = { uuid: role.uuid, version: role.version, authorityList: [...chosen] };
                await api.authentication.updateRole({ body });
                await onChange();
              }}
            />
          </div>
        )}
      </Stack>
    </Section>
  );
}
