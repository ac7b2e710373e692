// Lists in whose name mails may leave, and checks what is published of a domain.
import { schema } from 'contract:body/mailNotification/saveSender';
import { Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { State } from '../../../ui/text/state.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { When } from '../../../ui/text/when.tsx';
import { MailTabs } from './mail-tabs.tsx';
import { useMailsTexts } from './texts.ts';

type Sender = Awaited<ReturnType<typeof api.mailNotification.querySenderPage>>['body']['data'][number];
type Check = Awaited<ReturnType<typeof api.mailNotification.checkSender>>['body'];
type Sort = 'domain' | 'dateCreated';

async function loadSenders({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, ...(text === null ? {} : { searchText: text }) };
  return (await api.mailNotification.querySenderPage({ body })).body;
}

function NewSender({ onDone }: { readonly onDone: () => void }) {
  const texts = useMailsTexts();
  const client = useQueryClient();
  return (
    <Form
      schema={schema}
      place="sender new"
      initial={{}}
      fields={[
        { name: 'address', label: texts.address, help: texts.senderHelp },
        { name: 'domain', label: texts.domain },
      ]}
      submit={texts.create}
      onSubmit={async (body) => {
        await api.mailNotification.saveSender({ body });
        showNotice(texts.saved);
        await client.invalidateQueries({ queryKey: ['senders'] });
        onDone();
      }}
    />
  );
}

function CheckResult({ check: { spf, dkim, dmarc } }: { readonly check: Check }) {
  const texts = useMailsTexts();
  const found = [
    ['SPF', spf.result, spf.record],
    ['DKIM', dkim.result, dkim.keyList[0]?.record ?? null],
    ['DMARC', dmarc.result, dmarc.record],
  ] as const;
  return (
    <ul className="k-plain-list">
      {found.map(([name, result, record]) => (
        <li key={name}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <State
              word={texts.results[result]}
              icon={result === 'FOUND' ? 'check' : 'alert'}
              color={result === 'FOUND' ? 'green' : 'yellow'}
            />
          </Group>
          {record === null ? null : <pre className="k-pre">{record}</pre>}
        </li>
      ))}
    </ul>
  );
}

interface SenderActsProps {
  readonly sender: Sender;
  readonly name: string;
  readonly onChecked: (check: Check) => void;
}

function SenderActs({ sender: { uuid, domain }, name, onChecked }: SenderActsProps) {
  const texts = useMailsTexts();
  const client = useQueryClient();
  const check = async (): Promise<void> =>
    onChecked((await api.mailNotification.checkSender({ params: { domain } })).body);
  const remove = async (): Promise<void> => {
    await api.mailNotification.deleteSender({ params: { uuid } });
    await client.invalidateQueries({ queryKey: ['senders'] });
  };
  return (
    <Group gap={4}>
      <Act label={texts.check} size="compact-sm" opensDialog run={check} />
      <Act
        label={texts.remove}
        size="compact-sm"
        color="red"
        variant="light"
        question={texts.removeSenderQuestion(name)}
        done={texts.removed}
        run={remove}
      />
    </Group>
  );
}

export function Senders() {
  const texts = useMailsTexts();
  const uiTexts = useUiTexts();
  const [check, setCheck] = useState<Check | null>(null);
  const nameOf = ({ address, domain }: Sender): string => address ?? texts.wholeDomain(domain);
  const columns: readonly Column<Sender, Sort>[] = [
    { id: 'sender', label: texts.sender, sort: 'domain', cell: nameOf },
    {
      id: 'added',
      label: texts.addedOn,
      sort: 'dateCreated',
      wide: true,
      cell: ({ dateCreated }) => <When date={dateCreated} />,
    },
    {
      id: 'actions',
      label: texts.actions,
      cell: (sender) => <SenderActs sender={sender} name={nameOf(sender)} onChecked={setCheck} />,
    },
  ];
  return (
    <Page
      title={texts.senders}
      actions={
        <FormDialog label={texts.newSender} variant="filled" icon={<Icon name="plus" size={16} />}>
          {(close) => <NewSender onDone={close} />}
        </FormDialog>
      }
    >
      <MailTabs />
      <Modal
        opened={check !== null}
        onClose={() => setCheck(null)}
        title={check?.domain}
        closeButtonProps={{ 'aria-label': uiTexts.close }}
      >
        {check === null ? null : <CheckResult check={check} />}
      </Modal>
      <List
        name={['senders']}
        label={texts.senders}
        columns={columns}
        load={loadSenders}
        keyOf={({ uuid }) => uuid}
        search={texts.searchSender}
        empty={texts.noSenders}
      />
    </Page>
  );
}
