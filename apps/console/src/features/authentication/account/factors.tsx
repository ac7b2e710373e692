// Shows the own second factors: apps that show codes, codes by mail and recovery codes, with everything to set them up.
import { Code, Group, List, Stack, Switch, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { When } from '../../../ui/text/when.tsx';
import { Codes } from './codes.tsx';
import { useAccountTexts } from './texts.ts';
import './account.css';

type Factor = Awaited<ReturnType<typeof api.authentication.listFactors>>['body'][number];

const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: async () => (await api.authentication.listFactors()).body,
});

export function Factors({ emailVerified }: { readonly emailVerified: boolean }) {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const factors = useQuery(factorsQuery);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const refresh = () => queries.invalidateQueries({ queryKey: ['account'] });
  /** Every change may answer new recovery codes, which are shown once. */
  const andShow = async (
    change: Promise<{ readonly body: { readonly recoveryCodeList: readonly string[] | null } }>,
  ) => {
    setCodes((await change).body.recoveryCodeList ?? []);
    await refresh();
  };
  const rows = factors.data ?? [];
  const others = rows.filter(({ type }) => type !== 'RECOVERY_CODE');
  const hasMail = rows.some(({ type }) => type === 'EMAIL');
  return (
    <Section title={texts.factors} actions={<EnrolDialog onCodes={setCodes} onChange={refresh} />}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.factorsWhy}
      </Text>
      {factors.isError ? <Failed error={factors.error} onRetry={() => void factors.refetch()} /> : null}
      {codes.length === 0 ? null : <Codes codes={codes} onKept={() => setCodes([])} />}
      <ul className="k-plain-list">
        {others.map((factor) => (
          <FactorRow
            key={factor.uuid}
            factor={factor}
            onRemove={() => andShow(api.authentication.removeFactor({ params: { uuid: factor.uuid } }))}
          />
        ))}
      </ul>
      <Stack mt="md" align="flex-start">
        <MailSwitch
          isOn={hasMail}
          emailVerified={emailVerified}
          onSwitch={(enabled) => andShow(api.authentication.setEmailFactor({ body: { enabled } }))}
        />
        {others.length === 0 ? null : (
          <RecoveryCodes
            left={rows.find(({ type }) => type === 'RECOVERY_CODE')?.remaining ?? 0}
            onMake={() => andShow(api.authentication.createRecoveryCodes())}
          />
        )}
      </Stack>
    </Section>
  );
}

function FactorRow({ factor, onRemove }: { readonly factor: Factor; readonly onRemove: () => Promise<void> }) {
  const texts = useAccountTexts();
  const { name, type, enabled, lastUsedDate } = factor;
  return (
    <li>
      <Group justify="space-between">
        <div>
          <strong>{type === 'EMAIL' ? texts.mailCodes : name}</strong>
          {enabled ? null : ` (${texts.factorOff})`}
          <Text size="sm" c="dimmed">
            {texts.lastUsed} <When date={lastUsedDate} distance />
          </Text>
        </div>
        {type === 'EMAIL' ? null : (
          <Act
            label={texts.remove}
            size="compact-sm"
            question={texts.removeFactorQuestion(name)}
            done={texts.factorRemoved}
            run={onRemove}
          />
        )}
      </Group>
    </li>
  );
}

interface MailSwitchProps {
  readonly isOn: boolean;
  readonly emailVerified: boolean;
  readonly onSwitch: (enabled: boolean) => Promise<void>;
}

function MailSwitch({ isOn, emailVerified, onSwitch }: MailSwitchProps) {
  const texts = useAccountTexts();
  const [failure, setFailure] = useState<unknown>(null);
  const change = async (enabled: boolean): Promise<void> => {
    setFailure(null);
    try {
      await onSwitch(enabled);
      showNotice(texts.saved);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <Switch
        label={texts.mailCodes}
        description={emailVerified ? texts.mailCodesWhy : texts.mailCodesUnproven}
        disabled={!emailVerified && !isOn}
        checked={isOn}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {failure === null ? null : <Failed error={failure} />}
    </>
  );
}

function RecoveryCodes({ left, onMake }: { readonly left: number; readonly onMake: () => Promise<void> }) {
  const texts = useAccountTexts();
  return (
    <Group>
      <Text size="sm">{texts.codesLeft(left)}</Text>
      <Act label={texts.newCodes} size="compact-sm" question={texts.newCodesQuestion} run={onMake} />
    </Group>
  );
}

interface EnrolProps {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onChange: () => Promise<unknown>;
}

function EnrolDialog(props: EnrolProps) {
  const texts = useAccountTexts();
  return (
    <FormDialog label={texts.addApp} icon={<Icon name="plus" size={16} />}>
      {(close) => <EnrolForm {...props} onDone={close} />}
    </FormDialog>
  );
}

type Secret = Awaited<ReturnType<typeof api.authentication.beginTotp>>['body'];

function EnrolForm({ onCodes, onChange, onDone }: EnrolProps & { readonly onDone: () => void }) {
  const texts = useAccountTexts();
  const [name, setName] = useState('');
  const [secret, setSecret] = useState<Secret | null>(null);
  const [code, setCode] = useState('');
  const begin = async (): Promise<void> => {
    const body = name.trim() === '' ? {} : { name: name.trim() };
    setSecret((await api.authentication.beginTotp({ body })).body);
  };
  const confirm = async (): Promise<void> => {
    if (secret === null) return;
    const body = { factorUuid: secret.factorUuid, code };
    const answer = await api.authentication.confirmTotp({ body });
    onCodes(answer.body.recoveryCodeList ?? []);
    showNotice(texts.appAdded);
    onDone();
    await onChange();
  };
  if (secret === null) {
    return (
      <Stack align="flex-start">
        <TextInput
          w="100%"
          label={texts.appName}
          description={texts.appNameHelp}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Act label={texts.next} variant="filled" run={begin} />
      </Stack>
    );
  }
  return (
    <Stack align="flex-start">
      <List type="ordered" size="sm">
        <List.Item>{texts.scan}</List.Item>
        <List.Item>{texts.thenCode}</List.Item>
      </List>
      <img className="k-qr" src={secret.qrImageString} alt={texts.qrAlt} width={180} height={180} />
      <Text size="sm">{texts.orKey}</Text>
      <Code className="k-secret">{secret.secret}</Code>
      <TextInput
        w="100%"
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Act label={texts.addIt} variant="filled" disabled={code.trim() === ''} run={confirm} />
    </Stack>
  );
}
