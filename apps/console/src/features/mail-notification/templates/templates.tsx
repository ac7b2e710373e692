// Lists the templates of notifications, and makes new ones.
import { schema } from 'contract:body/mailNotification/save';
import { useNavigate } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { useTemplatesTexts } from './texts.ts';

type Template = Awaited<ReturnType<typeof api.mailNotification.queryDataPage>>['body']['data'][number];
type Sort = 'code' | 'name' | 'type' | 'enabled' | 'dateUpdated';
type TemplateType = Template['type'];

async function loadTemplates({ pageable, text, filters: { type = '', enabled = '' } }: PageRequest<Sort>) {
  const body = {
    pageable,
    ...(text === null ? {} : { searchText: text }),
    ...(type === '' ? {} : { typeList: [type as TemplateType] }),
    ...(enabled === '' ? {} : { enabled: enabled === 'yes' }),
  };
  return (await api.mailNotification.queryDataPage({ body })).body;
}

interface NewTemplateFields {
  readonly code: string;
  readonly name: string;
  readonly type: TemplateType;
  readonly subject?: string;
  readonly content: string;
}

function NewTemplate() {
  const texts = useTemplatesTexts();
  const navigate = useNavigate();
  const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }));
  const written = { subject: { type: 'string' }, content: { type: 'string', minLength: 1 } };
  return (
    <Form
      schema={{
        properties: { ...schema.properties, ...written },
        required: ['code', 'name', 'type', 'content'],
      }}
      place="template new"
      initial={{ type: 'MAIL' }}
      fields={[
        { name: 'code', label: texts.code, help: texts.codeHelp },
        { name: 'name', label: texts.name },
        { name: 'type', label: texts.type, options: types },
        { name: 'subject', label: texts.subject },
        { name: 'content', label: texts.content, widget: 'code' },
      ]}
      submit={texts.create}
      onSubmit={async (values) => {
        const { code, name, type, subject, content } = values as unknown as NewTemplateFields;
        const contentMap = { default: { content, ...(subject === undefined ? {} : { subject }) } };
        await api.mailNotification.save({
          body: { code, name, type, contentMap },
          headers: { 'idempotency-key': newIdempotencyKey() },
        });
        const { body } = await api.mailNotification.getByCode({ params: { code } });
        await navigate({ to: address('mailTemplate', { uuid: body.uuid }) });
      }}
    />
  );
}

export function Templates() {
  const texts = useTemplatesTexts();
  const can = useCan();
  const columns: readonly Column<Template, Sort>[] = [
    {
      id: 'name',
      label: texts.name,
      sort: 'name',
      cell: ({ name }) => name,
    },
    { id: 'description', label: texts.description, wide: true, cell: ({ description }) => description ?? '–' },
    {
      id: 'code',
      label: texts.code,
      sort: 'code',
      wide: true,
      cell: ({ code }) => <span className="k-mono">{code}</span>,
    },
    { id: 'type', label: texts.type, sort: 'type', wide: true, cell: ({ type }) => texts.types[type] },
    { id: 'locales', label: texts.locales, cell: ({ localeList }) => localeList.join(', ') },
    {
      id: 'state',
      label: texts.state,
      sort: 'enabled',
      cell: ({ enabled }) =>
        enabled ? <State word={texts.enabled} icon="check" color="green" /> : <State word={texts.disabled} icon="x" />,
    },
    {
      id: 'updated',
      label: texts.updated,
      sort: 'dateUpdated',
      wide: true,
      cell: ({ dateUpdated }) => <When date={dateUpdated} distance />,
    },
  ];
  const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }));
  const create = (label: string) =>
    can('mailNotification.save') ? (
      <FormDialog label={label} variant="filled" icon={<Icon name="plus" size={16} />}>
        {() => <NewTemplate />}
      </FormDialog>
    ) : undefined;
  return (
    <Page title={texts.title} actions={create(texts.new)}>
      <List
        name={['templates']}
        label={texts.title}
        columns={columns}
        load={loadTemplates}
        keyOf={({ uuid }) => uuid}
        linkOf={({ uuid }) => address('mailTemplate', { uuid })}
        filters={[
          { id: 'type', label: texts.type, options: [{ value: '', label: texts.any }, ...types] },
          {
            id: 'enabled',
            label: texts.state,
            options: [
              { value: '', label: texts.any },
              { value: 'yes', label: texts.enabled },
              { value: 'no', label: texts.disabled },
            ],
          },
        ]}
        search={texts.search}
        empty={texts.empty}
        emptyAction={create(texts.first)}
      />
    </Page>
  );
}
