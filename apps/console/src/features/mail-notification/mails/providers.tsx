// Lists the servers by which mails leave, tries them, switches and changes them.
import { schema } from 'contract:body/mailNotification/saveProvider';
import { Alert, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { State } from '../../../ui/text/state.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { MailTabs } from './mail-tabs.tsx';
import { useMailsTexts } from './texts.ts';

type Provider = Awaited<ReturnType<typeof api.mailNotification.getProvider>>['body'];
type Check = Awaited<ReturnType<typeof api.mailNotification.verifyProvider>>['body'];
type Sort = 'code' | 'name' | 'priority';
type Body = Parameters<typeof api.mailNotification.saveProvider>[0]['body'];

async function loadProviders({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, ...(text === null ? {} : { searchText: text }) };
  return (await api.mailNotification.queryProviderPage({ body })).body;
}

interface ProviderFormProps {
  /** Mail server to change; null for a new one. */
  readonly provider: Provider | null;
  readonly onDone: () => void;
}

function ProviderForm({ provider, onDone }: ProviderFormProps) {
  const texts = useMailsTexts();
  const client = useQueryClient();
  const { code, name, host, port, security, username, priority } = provider ?? { port: 587, security: 'STARTTLS' };
  return (
    <Form
      schema={schema}
      place={`mail server ${provider?.uuid ?? 'new'}`}
      initial={{ code, name, host, port, security, username, priority }}
      fields={[
        { name: 'code', label: texts.code },
        { name: 'name', label: texts.name },
        { name: 'host', label: texts.host },
        { name: 'port', label: texts.port },
        { name: 'security', label: texts.security },
        { name: 'username', label: texts.user },
        { name: 'password', label: texts.password, help: texts.passwordHelp, widget: 'password' },
        { name: 'priority', label: texts.order, help: texts.orderHelp },
      ]}
      submit={provider === null ? texts.create : texts.save}
      onSubmit={async (values) => {
        if (provider === null) {
          await api.mailNotification.saveProvider({ body: values as Body });
        } else {
          const { uuid, version } = provider;
          await api.mailNotification.updateProvider({ body: { ...values, uuid, version } });
        }
        showNotice(texts.saved);
        await client.invalidateQueries({ queryKey: ['mail-servers'] });
        onDone();
      }}
    />
  );
}

function ProviderState({ provider: { enabled, state } }: { readonly provider: Provider }) {
  const texts = useMailsTexts();
  if (!enabled) return <State word={texts.disabled} icon="x" />;
  if (state.breaker === 'OPEN') return <State word={texts.leftAlone} icon="alert" color="red" />;
  if (state.breaker === 'HALF_OPEN') return <State word={texts.tried} icon="clock" color="yellow" />;
  return <State word={texts.enabled} icon="check" color="green" />;
}

interface ProviderActsProps {
  readonly provider: Provider;
  readonly onChecked: (name: string, check: Check) => void;
}

function ProviderActs({ provider, onChecked }: ProviderActsProps) {
  const texts = useMailsTexts();
  const client = useQueryClient();
  const { uuid, version, name, enabled, state } = provider;
  const refresh = () => client.invalidateQueries({ queryKey: ['mail-servers'] });
  const verify = async (): Promise<void> => {
    onChecked(name, (await api.mailNotification.verifyProvider({ params: { uuid } })).body);
    await refresh();
  };
  const flip = async (): Promise<void> => {
    await api.mailNotification.updateProvider({ body: { uuid, version, enabled: !enabled } });
    await refresh();
  };
  const remove = async (): Promise<void> => {
    await api.mailNotification.deleteProvider({ params: { uuid } });
    await refresh();
  };
  return (
    <Group gap={4}>
      <Act label={texts.verify} size="compact-sm" opensDialog run={verify} />
      {state.pinned ? (
        <Text size="sm">{texts.pinned}</Text>
      ) : (
        <>
          <FormDialog label={texts.edit} size="compact-sm">
            {(close) => <ProviderForm provider={provider} onDone={close} />}
          </FormDialog>
          <Act label={enabled ? texts.disable : texts.enable} size="compact-sm" done={texts.saved} run={flip} />
          <Act
            label={texts.remove}
            size="compact-sm"
            color="red"
            variant="light"
            question={texts.removeProviderQuestion(name)}
            done={texts.removed}
            run={remove}
          />
        </>
      )}
    </Group>
  );
}

function CheckResult({ check }: { readonly check: Check }) {
  const texts = useMailsTexts();
  const { success, phase, code, enhancedCode, text, tls, transcript } = check;
  const words = [code, enhancedCode, text].filter((part) => part !== null).join(' ');
  return (
    <Alert color={success ? 'green' : 'red'} title={success ? texts.verified : texts.notVerified}>
      {phase === null ? null : <Text size="sm">{texts.phases[phase]}</Text>}
      <Text size="sm">{words}</Text>
      <Text size="sm">{tls ? texts.encrypted : texts.unencrypted}</Text>
      {transcript === null ? null : <pre className="k-pre">{transcript}</pre>}
    </Alert>
  );
}

function TestMail() {
  const texts = useMailsTexts();
  const [sent, setSent] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    const { uuid, attempt } = (await api.mailNotification.sendTest()).body;
    showNotice(texts.testSent(attempt === null ? texts.testWaiting : texts.outcomes[attempt.outcome]));
    setSent(uuid);
  };
  return (
    <>
      {sent === null ? null : <To to={address('mail', { uuid: sent })}>{texts.testOpen}</To>}
      <Act label={texts.sendTest} run={send} />
    </>
  );
}

export function Providers() {
  const texts = useMailsTexts();
  const uiTexts = useUiTexts();
  const can = useCan();
  const [checked, setChecked] = useState<{ readonly name: string; readonly check: Check } | null>(null);
  const columns: readonly Column<Provider, Sort>[] = [
    { id: 'name', label: texts.name, sort: 'name', cell: ({ name, code }) => `${name} (${code})` },
    { id: 'host', label: texts.host, cell: ({ host, port }) => `${host}:${port}` },
    { id: 'security', label: texts.security, wide: true, cell: ({ security }) => security },
    { id: 'priority', label: texts.order, sort: 'priority', wide: true, cell: ({ priority }) => priority },
    { id: 'state', label: texts.status, cell: (provider) => <ProviderState provider={provider} /> },
    {
      id: 'actions',
      label: texts.actions,
      cell: (provider) => <ProviderActs provider={provider} onChecked={(name, check) => setChecked({ name, check })} />,
    },
  ];
  const create = (label: string) => (
    <FormDialog label={label} variant="filled" icon={<Icon name="plus" size={16} />}>
      {(close) => <ProviderForm provider={null} onDone={close} />}
    </FormDialog>
  );
  return (
    <Page
      title={texts.providers}
      actions={
        <>
          {can('mailNotification.sendTest') ? <TestMail /> : null}
          {create(texts.newProvider)}
        </>
      }
    >
      <MailTabs />
      <Modal
        opened={checked !== null}
        onClose={() => setChecked(null)}
        title={checked?.name}
        closeButtonProps={{ 'aria-label': uiTexts.close }}
      >
        {checked === null ? null : <CheckResult check={checked.check} />}
      </Modal>
      <List
        name={['mail-servers']}
        label={texts.providers}
        columns={columns}
        load={loadProviders}
        keyOf={({ uuid }) => uuid}
        search={texts.searchProvider}
        empty={texts.noProviders}
        emptyAction={create(texts.firstProvider)}
      />
    </Page>
  );
}
