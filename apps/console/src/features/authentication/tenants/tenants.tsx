// Lists tenants, makes and changes them, and keeps the people of one out or lets them in again.

import { schema as createSchema } from 'contract:body/authentication/createTenant';
import { schema as updateSchema } from 'contract:body/authentication/updateTenant';
import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { State } from '../../../ui/text/state.tsx';
import { useTenantsTexts } from './texts.ts';

type Tenant = Awaited<ReturnType<typeof api.authentication.getTenant>>['body'];
type Sort = 'identifier' | 'name' | 'dateCreated';

async function loadTenants({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, ...(text === null ? {} : { searchText: text }) };
  return (await api.authentication.queryTenantPage({ body })).body;
}

interface TenantFormProps {
  /** Tenant to change; null makes a new one. */
  readonly tenant: Tenant | null;
  readonly onDone: () => void;
}

function TenantForm({ tenant, onDone }: TenantFormProps) {
  const texts = useTenantsTexts();
  const queries = useQueryClient();
  const identifier = { name: 'identifier', label: texts.identifier, help: texts.identifierHelp };
  return (
    <Form
      schema={tenant === null ? createSchema : updateSchema}
      place={`tenant ${tenant?.uuid ?? 'new'}`}
      initial={tenant === null ? { hostList: [] } : { ...tenant }}
      fields={[
        ...(tenant === null ? [identifier] : []),
        { name: 'name', label: texts.name },
        { name: 'hostList', label: texts.hosts, help: texts.hostsHelp },
        { name: 'locale', label: texts.locale },
        { name: 'timeZone', label: texts.timeZone },
      ]}
      submit={tenant === null ? texts.create : texts.save}
      onSubmit={async (values) => {
        const { name, hostList, locale, timeZone } = values as unknown as Tenant;
        const body = { name, hostList, locale, timeZone };
        if (tenant === null) {
          await api.authentication.createTenant({ body: { ...body, identifier: String(values.identifier) } });
        } else {
          await api.authentication.updateTenant({ body: { ...body, uuid: tenant.uuid, version: tenant.version } });
        }
        showNotice(tenant === null ? texts.created : texts.saved);
        await queries.invalidateQueries({ queryKey: ['tenants'] });
        onDone();
      }}
    />
  );
}

function TenantActs({ tenant }: { readonly tenant: Tenant }) {
  const texts = useTenantsTexts();
  const queries = useQueryClient();
  const params = { uuid: tenant.uuid };
  const andRefresh = (work: () => Promise<unknown>) => async () => {
    await work();
    await queries.invalidateQueries({ queryKey: ['tenants'] });
  };
  return (
    <Group gap={4}>
      <FormDialog label={texts.change} size="compact-sm">
        {(close) => <TenantForm tenant={tenant} onDone={close} />}
      </FormDialog>
      {tenant.enabled ? (
        <Act
          label={texts.deactivate}
          size="compact-sm"
          question={texts.deactivateQuestion(tenant.name)}
          done={texts.deactivated}
          run={andRefresh(() => api.authentication.deactivateTenant({ params }))}
        />
      ) : (
        <Act
          label={texts.activate}
          size="compact-sm"
          done={texts.activated}
          run={andRefresh(() => api.authentication.activateTenant({ params }))}
        />
      )}
    </Group>
  );
}

export function Tenants() {
  const texts = useTenantsTexts();
  const columns: readonly Column<Tenant, Sort>[] = [
    {
      id: 'identifier',
      label: texts.identifier,
      sort: 'identifier',
      cell: ({ identifier }) => <strong>{identifier}</strong>,
    },
    { id: 'name', label: texts.name, sort: 'name', cell: ({ name }) => name },
    {
      id: 'state',
      label: texts.state,
      cell: ({ enabled }) =>
        enabled ? (
          <State word={texts.active} icon="check" color="green" />
        ) : (
          <State word={texts.inactive} icon="x" color="gray" />
        ),
    },
    { id: 'hosts', label: texts.hosts, wide: true, cell: ({ hostList }) => hostList.join(', ') || '–' },
    { id: 'locale', label: texts.locale, wide: true, cell: ({ locale }) => locale },
    { id: 'actions', label: texts.actions, cell: (tenant) => <TenantActs tenant={tenant} /> },
  ];
  const create = (
    <FormDialog label={texts.new} variant="filled" icon={<Icon name="plus" size={16} />}>
      {(close) => <TenantForm tenant={null} onDone={close} />}
    </FormDialog>
  );
  return (
    <Page title={texts.title} actions={create}>
      <List
        name={['tenants']}
        label={texts.title}
        columns={columns}
        load={loadTenants}
        keyOf={({ uuid }) => uuid}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}
