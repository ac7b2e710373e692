// Shows one setting: the value that holds and why, a form to change it with a reason, and its history with a way back.
import { Alert, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import type { Field, Values } from '../../../ui/form/values.ts';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';

import { To } from '../../../ui/page/to.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { shownValue } from '../../../ui/text/value.ts';
import {
  type Effective,
  effectiveQuery,
  isSendable,
  refreshSettings,
  type Scope,
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
  const can = useCan();
  const setting = useQuery(settingQuery(code));
  const effective = useQuery({ ...effectiveQuery(code), enabled: can('systemSetting.getEffective') });
  useLive('systemSetting.streamChanges', { codePrefix: code }, [{ key: ['setting', code] }]);
  if (setting.data === undefined) return <NoRecord query={setting} />;
  const { data } = setting;
  return (
    <Page query={setting} title={data.name || data.code} subtitle={<To to={address('settings')}>{texts.all}</To>}>
      {data.description === null ? null : <Text mb="md">{data.description}</Text>}
      <Holds setting={data} effective={effective.data ?? null} />
      {can('systemSetting.setValue') && !effective.isLoading ? (
        <Change setting={data} effective={effective.data ?? null} />
      ) : null}
      {can('systemSetting.queryHistoryPage') ? <SettingHistory code={data.code} /> : null}
    </Page>
  );
}

type SettingTexts = ReturnType<typeof useSettingTexts>;

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

/** The value as it holds, with what is needed to change it. */
function formValues(setting: Setting, effective: Effective | null, scopes: readonly Scope[]): Values {
  const chain = effective?.chain.filter(({ level }) => scopes.some((scope) => scope === level)) ?? [];
  const [here] = chain;
  return {
    value: typedValue(setting, effective?.value ?? setting.effectiveValue),
    scope: here?.level ?? scopes[0],
    version: chain.map(({ level, version }) => `${level} ${version}`).join(),
    versions: Object.fromEntries(chain.map(({ level, version }) => [level, version])),
    updatedBy: here?.updatedBy,
    dateUpdated: here?.dateUpdated,
  };
}

function fieldsOf(setting: Setting, scopes: readonly Scope[], texts: SettingTexts): readonly Field[] {
  const options = scopes.map((scope) => ({ value: scope, label: texts.sources[scope] }));
  const words = texts.sources;
  return [
    {
      name: 'value',
      label: texts.value,
      ...widgetOf(setting),
      problem: (value) => (isSendable(setting, value) ? null : texts.noJson),
    },
    ...(scopes.length < 2
      ? []
      : [
          {
            name: 'scope',
            label: texts.scope,
            options,
            shown: (value: unknown) => words[value as Scope] ?? '–',
          },
        ]),
    { name: 'reason', label: texts.reason, help: texts.reasonHelp },
  ];
}

function Change({ setting, effective }: PartProps) {
  const texts = useSettingTexts();
  const can = useCan();
  const queries = useQueryClient();
  const { code } = setting;
  // Whoever makes definitions may also set what holds for everybody.
  const scopes: readonly Scope[] = [
    ...(can('systemSetting.save') ? (['GLOBAL'] as const) : []),
    ...(setting.tenantOverridable ? (['TENANT'] as const) : []),
  ];
  const [first] = scopes;
  if (first === undefined) return null;
  const here = effective?.chain.find(({ level }) => scopes.some((scope) => scope === level));
  const setHere = scopes.find((scope) => scope === here?.level);
  const revert = async (): Promise<void> => {
    const version = here?.version ?? undefined;
    const query = { scope: setHere ?? first, ...(version === undefined ? {} : { version }) };
    await api.systemSetting.revertValue({ params: { code }, query });
    await refreshSettings(queries);
  };
  const read = async (): Promise<Values> => {
    const now = can('systemSetting.getEffective')
      ? await queries.fetchQuery({ ...effectiveQuery(code), staleTime: 0 })
      : null;
    return formValues(setting, now, scopes);
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
      <Form
        schema={schemaOf(setting)}
        place={`setting ${code}`}
        initial={formValues(setting, effective, scopes)}
        fields={fieldsOf(setting, scopes, texts)}
        submit={texts.set}
        onConflict={read}
        onSubmit={async ({ value, scope, reason }, base) => {
          const chosen = scopes.find((one) => one === scope) ?? first;
          const version = (base.versions as Readonly<Record<string, number | null>>)[chosen] ?? undefined;
          await api.systemSetting.setValue({
            body: {
              code,
              scope: chosen,
              value: sentValue(setting, value),
              ...(version === undefined ? {} : { version }),
              ...(typeof reason === 'string' ? { reason } : {}),
            },
          });
          await refreshSettings(queries);
          const now = await read();
          showNotice(texts.done);
          return now;
        }}
      />
    </Section>
  );
}
