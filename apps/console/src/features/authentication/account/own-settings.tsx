// Shows the settings that a person may have for themselves, each with its own value and the way back to the usual one.
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useLanguage } from '../../../lib/locale.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { tell } from '../../../ui/text/notice.tsx';
import { useAccountTexts } from './texts.ts';

const typeOf = { BOOLEAN: 'boolean', NUMBER: 'integer', DECIMAL: 'number' } as const;

/** Is not there where no setting is for people themselves. */
export function OwnSettings() {
  const values = useQuery({
    queryKey: ['account', 'settings'],
    queryFn: async () => (await api.systemSetting.getUserValues()).body,
  });
  const codes = Object.keys(values.data ?? {}).sort();
  return codes.map((code) => <OwnSetting key={code} code={code} value={values.data?.[code]} />);
}

function OwnSetting({ code, value }: { readonly code: string; readonly value: unknown }) {
  const texts = useAccountTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const setting = useQuery({
    queryKey: ['setting', code, language],
    queryFn: async () => (await api.systemSetting.getByCode({ params: { code } })).body,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['account', 'settings'] });
  if (setting.isError) return <Failed error={setting.error} onRetry={() => void setting.refetch()} />;
  if (setting.data === undefined) return <Loading />;
  const { name, description, type, allowedValueList } = setting.data;
  const isJson = type === 'JSON';
  const shown = isJson ? JSON.stringify(value, null, 2) : value;
  const options = (allowedValueList ?? []).map((one) => ({ value: String(one), label: String(one) }));
  return (
    <Section
      title={name || code}
      actions={
        <Act
          label={texts.revert}
          size="compact-sm"
          done={texts.reverted}
          run={async () => {
            await api.systemSetting.revertUserValue({ params: { code } });
            await refresh();
          }}
        />
      }
    >
      {description === null ? null : (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      <Form
        key={JSON.stringify(value)}
        schema={{ properties: { value: { type: typeOf[type as keyof typeof typeOf] ?? 'string' } } }}
        place={`own setting ${code}`}
        initial={{ value: shown }}
        fields={[
          {
            name: 'value',
            label: texts.value,
            ...(isJson ? { widget: 'code' as const } : {}),
            ...(options.length === 0 ? {} : { options }),
          },
        ]}
        submit={texts.save}
        onSubmit={async (typed) => {
          const sent = isJson ? JSON.parse(String(typed.value)) : typed.value;
          await api.systemSetting.setUserValue({ body: { code, value: sent } });
          tell(texts.saved);
          await refresh();
        }}
      />
    </Section>
  );
}
