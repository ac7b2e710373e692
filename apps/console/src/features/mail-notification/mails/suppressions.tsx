// Lists addresses that mails are not sent to and why, adds some and takes some away.
import { schema } from 'contract:body/mailNotification/saveSuppression';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { When } from '../../../ui/text/when.tsx';
import { MailTabs } from './mail-tabs.tsx';
import { useMailsTexts } from './texts.ts';

type Suppression = Awaited<ReturnType<typeof api.mailNotification.querySuppressionPage>>['body']['data'][number];
type Sort = 'dateCreated' | 'address' | 'reason' | 'expireDate';

async function loadSuppressions({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, ...(text === null ? {} : { address: text }) };
  return (await api.mailNotification.querySuppressionPage({ body })).body;
}

function NewSuppression({ onDone }: { readonly onDone: () => void }) {
  const texts = useMailsTexts();
  const client = useQueryClient();
  return (
    <Form
      schema={schema}
      place="suppression new"
      initial={{}}
      fields={[
        { name: 'address', label: texts.address },
        { name: 'group', label: texts.group, help: texts.groupHelp },
        { name: 'expireDate', label: texts.until },
      ]}
      submit={texts.create}
      onSubmit={async (values) => {
        await api.mailNotification.saveSuppression({ body: values as { address: string } });
        showNotice(texts.saved);
        await client.invalidateQueries({ queryKey: ['suppressions'] });
        onDone();
      }}
    />
  );
}

export function Suppressions() {
  const texts = useMailsTexts();
  const client = useQueryClient();
  const allow = async ({ address, reason, group }: Suppression): Promise<void> => {
    const query = { reason, ...(group === null ? {} : { group }) };
    await api.mailNotification.removeSuppression({ params: { address }, query });
    await client.invalidateQueries({ queryKey: ['suppressions'] });
  };
  const columns: readonly Column<Suppression, Sort>[] = [
    { id: 'address', label: texts.address, sort: 'address', cell: ({ address }) => <strong>{address}</strong> },
    { id: 'reason', label: texts.reason, sort: 'reason', cell: ({ reason }) => texts.reasons[reason] },
    { id: 'group', label: texts.group, wide: true, cell: ({ group }) => group ?? '–' },
    {
      id: 'added',
      label: texts.addedOn,
      sort: 'dateCreated',
      wide: true,
      cell: ({ dateCreated }) => <When date={dateCreated} />,
    },
    { id: 'until', label: texts.until, sort: 'expireDate', cell: ({ expireDate }) => <When date={expireDate} /> },
    {
      id: 'actions',
      label: texts.actions,
      cell: (suppression) => (
        <Act
          label={texts.allow}
          size="compact-sm"
          question={texts.allowQuestion(suppression.address)}
          done={texts.allowed}
          run={() => allow(suppression)}
        />
      ),
    },
  ];
  return (
    <Page
      title={texts.suppressions}
      actions={
        <FormDialog label={texts.newSuppression} variant="filled" icon={<Icon name="plus" size={16} />}>
          {(close) => <NewSuppression onDone={close} />}
        </FormDialog>
      }
    >
      <MailTabs />
      <List
        name={['suppressions']}
        label={texts.suppressions}
        columns={columns}
        load={loadSuppressions}
        keyOf={({ uuid }) => uuid}
        search={texts.searchAddress}
        empty={texts.noSuppressions}
      />
    </Page>
  );
}
