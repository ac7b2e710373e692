// Lists API keys, makes them, gives them a new key and deletes them; a key is shown once.

import { schema } from 'contract:body/authentication/createApiKey';
import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { Secret } from '../../../ui/text/secret.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useApiKeysTexts } from './texts.ts';

type ApiKey = Awaited<ReturnType<typeof api.authentication.getApiKey>>['body'];
type ApiKeysTexts = ReturnType<typeof useApiKeysTexts>;
type Sort = 'name' | 'expiryDate' | 'lastUsedDate' | 'dateCreated';

/** Minutes that programs have to change over to a new key. */
const OVERLAP_MINUTES = 60;

async function loadKeys({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, ...(text === null ? {} : { searchText: text }) };
  return (await api.authentication.queryApiKeyPage({ body })).body;
}

interface NewKeyProps {
  readonly onMade: (key: string) => void;
}

function NewKey({ onMade }: NewKeyProps) {
  const texts = useApiKeysTexts();
  const can = useCan();
  const { authorities: held } = useSession();
  const known = useQuery({
    queryKey: ['authorities', 'choices'],
    enabled: can('authentication.listAuthorities'),
    queryFn: async () => (await api.authentication.listAuthorities()).body,
  });
  const options = (known.data ?? [])
    .filter(({ authority }) => held.has(authority))
    .map(({ authority, name }) => ({ value: authority, label: `${name} (${authority})` }));
  return (
    <Form
      schema={schema}
      place="api-key new"
      initial={{ authorityList: [], allowedAddressList: [] }}
      fields={[
        { name: 'name', label: texts.name },
        { name: 'description', label: texts.description },
        { name: 'authorityList', label: texts.authorities, ...(known.data === undefined ? {} : { options }) },
        { name: 'allowedAddressList', label: texts.addresses, help: texts.addressesHelp },
        { name: 'expiryDate', label: texts.expiry, help: texts.expiryHelp },
      ]}
      submit={texts.create}
      onSubmit={async (values) => {
        const body = values as { name: string; authorityList: string[] };
        onMade((await api.authentication.createApiKey({ body })).body.key ?? '');
      }}
    />
  );
}

interface KeyActsProps {
  readonly apiKey: ApiKey;
  /** Called with a new key, to be shown once; null when there is none to show. */
  readonly onChange: (key: string | null) => Promise<void>;
}

function KeyActs({ apiKey: { uuid, name }, onChange }: KeyActsProps) {
  const texts = useApiKeysTexts();
  const params = { uuid };
  const rotate = async (): Promise<void> => {
    const { body } = await api.authentication.rotateApiKey({ params, body: { overlapMinutes: OVERLAP_MINUTES } });
    await onChange(body.key);
  };
  const remove = async (): Promise<void> => {
    await api.authentication.deleteApiKey({ params });
    await onChange(null);
  };
  return (
    <Group gap={4}>
      <Act label={texts.rotate} size="compact-sm" question={texts.rotateQuestion(name)} run={rotate} />
      <Act
        label={texts.delete}
        size="compact-sm"
        color="red"
        variant="light"
        question={texts.deleteQuestion(name)}
        done={texts.deleted}
        run={remove}
      />
    </Group>
  );
}

function columnsOf(texts: ApiKeysTexts, onChange: KeyActsProps['onChange']): readonly Column<ApiKey, Sort>[] {
  return [
    { id: 'name', label: texts.name, sort: 'name', cell: ({ name }) => <strong>{name}</strong> },
    {
      id: 'state',
      label: texts.state,
      cell: ({ enabled }) =>
        enabled ? (
          <State word={texts.enabled} icon="check" color="green" />
        ) : (
          <State word={texts.disabled} icon="x" color="gray" />
        ),
    },
    {
      id: 'prefix',
      label: texts.prefix,
      wide: true,
      cell: ({ keyPrefix }) => <span className="k-mono">{keyPrefix}</span>,
    },
    { id: 'authorities', label: texts.authorities, wide: true, cell: ({ authorityList }) => authorityList.join(', ') },
    {
      id: 'expiry',
      label: texts.expiry,
      sort: 'expiryDate',
      cell: ({ expiryDate }) => <When date={expiryDate} distance />,
    },
    {
      id: 'lastUsed',
      label: texts.lastUsed,
      sort: 'lastUsedDate',
      wide: true,
      cell: ({ lastUsedDate }) => <When date={lastUsedDate} distance />,
    },
    { id: 'actions', label: texts.actions, cell: (apiKey) => <KeyActs apiKey={apiKey} onChange={onChange} /> },
  ];
}

export function ApiKeys() {
  const texts = useApiKeysTexts();
  const queries = useQueryClient();
  const [key, setKey] = useState<string | null>(null);
  const onChange = async (made: string | null): Promise<void> => {
    setKey(made);
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
  };
  const create = (
    <FormDialog label={texts.new} variant="filled" icon={<Icon name="plus" size={16} />}>
      {(close) => (
        <NewKey
          onMade={(made) => {
            close();
            void onChange(made);
          }}
        />
      )}
    </FormDialog>
  );
  return (
    <Page title={texts.title} actions={create}>
      {key === null ? null : <Secret title={texts.key} why={texts.keyWhy} text={key} />}
      <List
        name={['api-keys']}
        label={texts.title}
        columns={columnsOf(texts, onChange)}
        load={loadKeys}
        keyOf={({ uuid }) => uuid}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}
