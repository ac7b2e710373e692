// Shows one setting: the value that holds and why, a form to change it with a reason, and its history with a way back.
import { Alert, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useLanguage } from '../../../lib/locale.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { tell } from '../../../ui/text/notice.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { shownValue } from '../../../ui/text/value.ts';
import {
  type Effective,
  effectiveQuery,
  refreshSettings,
  type Setting,
  schemaOf,
  sentValue,
  settingQuery,
  typedValue,
  widgetOf,
} from './setting-data.ts';
import { SettingHistory } from './setting-history.tsx';
import { useSettingTexts } from './texts.ts';

export function SettingPage() {
  const { code = '' } = useParams({ strict: false });
  const texts = useSettingTexts();
  const language = useLanguage();
  const can = useCan();
  const setting = useQuery(settingQuery(code, language));
  const effective = useQuery({ ...effectiveQuery(code), enabled: can('systemSetting.getEffective') });
  if (setting.isError) return <Failed error={setting.error} onRetry={() => void setting.refetch()} />;
  if (setting.data === undefined) return <Loading lines={8} />;
  const { data } = setting;
  return (
    <Page title={data.name || data.code} subtitle={<To to={address('settings')}>{texts.all}</To>}>
      {data.description === null ? null : <Text mb="md">{data.description}</Text>}
      <Holds setting={data} effective={effective.data ?? null} />
      {can('systemSetting.setValue') ? (
        <Change
          key={`${data.valueVersion} ${effective.data?.revision}`}
          setting={data}
          effective={effective.data ?? null}
        />
      ) : null}
      {can('systemSetting.queryHistoryPage') ? <SettingHistory code={data.code} /> : null}
    </Page>
  );
}

interface PartProps {
  readonly setting: Setting;
  readonly effective: Effective | null;
}

function Holds({ setting, effective }: PartProps) {
  const texts = useSettingTexts();
  const uiTexts = useUiTexts();
  const { minValue, maxValue, unit, defaultValue, source, effectiveValue } = setting;
  const bounds = [
    ...(minValue === null ? [] : [texts.from(String(minValue))]),
    ...(maxValue === null ? [] : [texts.to(String(maxValue))]),
  ];
  return (
    <Section title={texts.holds}>
      <dl className="k-facts">
        <dt>{texts.value}</dt>
        <dd>
          <strong>{shownValue(effective?.value ?? effectiveValue, uiTexts)}</strong>
          {` ${texts.units[unit]}`}
        </dd>
        <dt>{texts.source}</dt>
        <dd>{texts.sources[effective?.source ?? source ?? 'NONE']}</dd>
        <dt>{texts.standard}</dt>
        <dd>{shownValue(defaultValue, uiTexts)}</dd>
        {bounds.length === 0 ? null : (
          <>
            <dt>{texts.bounds}</dt>
            <dd>{bounds.join(', ')}</dd>
          </>
        )}
        <dt>{texts.code}</dt>
        <dd className="k-mono">{setting.code}</dd>
      </dl>
      {setting.restartRequired ? <Alert color="yellow">{texts.restart}</Alert> : null}
    </Section>
  );
}

function Change({ setting, effective }: PartProps) {
  const texts = useSettingTexts();
  const can = useCan();
  const queries = useQueryClient();
  const [noJson, setNoJson] = useState(false);
  // Whoever makes definitions may also set what holds for everybody.
  const scopes = [
    ...(can('systemSetting.save') ? (['GLOBAL'] as const) : []),
    ...(setting.tenantOverridable ? (['TENANT'] as const) : []),
  ];
  const [first] = scopes;
  if (first === undefined) return null;
  const setHere = scopes.find((scope) => effective?.chain.some(({ level }) => level === scope));
  const versionAt = (scope: string) => effective?.chain.find(({ level }) => level === scope)?.version ?? undefined;
  const revert = async (): Promise<void> => {
    const query = { scope: setHere ?? first };
    await api.systemSetting.revertValue({ params: { code: setting.code }, query });
    await refreshSettings(queries);
  };
  return (
    <Section
      title={texts.change}
      actions={
        setHere === undefined ? undefined : (
          <Act label={texts.revert} question={texts.revertQuestion} done={texts.reverted} run={revert} />
        )
      }
    >
      {noJson ? <Alert color="red">{texts.noJson}</Alert> : null}
      <Form
        schema={schemaOf(setting)}
        place={`setting ${setting.code}`}
        initial={{ value: typedValue(setting, effective?.value ?? setting.effectiveValue), scope: setHere ?? first }}
        fields={[
          { name: 'value', label: texts.value, ...widgetOf(setting) },
          ...(scopes.length < 2
            ? []
            : [
                {
                  name: 'scope',
                  label: texts.scope,
                  options: scopes.map((scope) => ({ value: scope, label: texts.sources[scope] })),
                },
              ]),
          { name: 'reason', label: texts.reason, help: texts.reasonHelp },
        ]}
        submit={texts.set}
        onSubmit={async ({ value, scope, reason }) => {
          const chosen = scopes.find((one) => one === scope) ?? first;
          const version = versionAt(chosen);
          try {
            sentValue(setting, value);
          } catch {
            setNoJson(true);
            return;
          }
          setNoJson(false);
          await api.systemSetting.setValue({
            body: {
              code: setting.code,
              scope: chosen,
              value: sentValue(setting, value),
              ...(version === undefined ? {} : { version }),
              ...(typeof reason === 'string' ? { reason } : {}),
            },
          });
          tell(texts.done);
          await refreshSettings(queries);
        }}
      />
    </Section>
  );
}
