// Lists the roles of a tenant, and makes new ones.

import { schema } from 'contract:body/authentication/createRole';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useRolesTexts } from './texts.ts';

type Role = Awaited<ReturnType<typeof api.authentication.getRole>>['body'];
type Sort = 'code' | 'name' | 'dateCreated';

async function loadRoles({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, ...(text === null ? {} : { searchText: text }) };
  return (await api.authentication.queryRolePage({ body })).body;
}

function NewRole() {
  const texts = useRolesTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Form
      schema={schema}
      place="role new"
      initial={{ code: 'ROLE_' }}
      fields={[
        { name: 'code', label: texts.code, help: texts.codeHelp },
        { name: 'name', label: texts.name },
        { name: 'description', label: texts.description },
      ]}
      submit={texts.create}
      onSubmit={async (values) => {
        const { body } = await api.authentication.createRole({ body: values as { code: string } });
        showNotice(texts.created);
        await queries.invalidateQueries({ queryKey: ['roles'] });
        await navigate({ to: address('role', { uuid: body.uuid }) });
      }}
    />
  );
}

export function Roles() {
  const texts = useRolesTexts();
  const language = useLanguage();
  const columns: readonly Column<Role, Sort>[] = [
    { id: 'code', label: texts.code, sort: 'code', cell: ({ code }) => code },
    { id: 'name', label: texts.name, sort: 'name', cell: ({ name }) => name ?? '–' },
    { id: 'description', label: texts.description, wide: true, cell: ({ description }) => description ?? '' },
    { id: 'kind', label: texts.kind, cell: ({ system }) => (system ? texts.system : texts.own) },
    { id: 'users', label: texts.users, cell: ({ userCount }) => formatNumber(userCount, language) },
  ];
  const create = (
    <FormDialog label={texts.new} variant="filled" icon={<Icon name="plus" size={16} />}>
      {() => <NewRole />}
    </FormDialog>
  );
  return (
    <Page title={texts.title} actions={create}>
      <List
        name={['roles', 'list']}
        label={texts.title}
        columns={columns}
        load={loadRoles}
        keyOf={({ uuid }) => uuid}
        linkOf={({ uuid }) => address('role', { uuid })}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}
