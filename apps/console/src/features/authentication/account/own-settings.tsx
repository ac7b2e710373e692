// Shows the settings that a person may have for themselves, each with its own value and the way back to the usual one.
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { isCode, problemOf } from '../../../lib/error.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useAccountTexts } from './texts.ts';

const typeOf = { BOOLEAN: 'boolean', NUMBER: 'integer', DECIMAL: 'number' } as const;

/** Does the work with the version of the value, which the refusal of a wrong one names: its owner alone writes it. */
async function whateverThereIs(work: (version: number) => Promise<unknown>): Promise<void> {
  try {
    await work(0);
  } catch (error) {
    const version = problemOf(error).arguments[0]?.version;
    if (!isCode(error, 'VERSION_CONFLICT') || typeof version !== 'number') throw error;
    await work(version);
  }
}

function isJsonText(value: unknown): boolean {
  try {
    JSON.parse(String(value));
    return true;
  } catch {
    return false;
  }
}

/** The settings of a person; nothing where no setting is for people themselves. */
export function OwnSettings() {
  const key = ['account', 'settings'];
  const values = useQuery({
    queryKey: key,
    queryFn: async () => (await api.systemSetting.getUserValues()).body,
  });
  // Where a person has no value of their own, that of everybody holds.
  useLive('systemSetting.streamChanges', {}, [{ key }]);
  const codes = Object.keys(values.data ?? {}).sort();
  if (values.isError) return <Failed error={values.error} onRetry={() => void values.refetch()} />;
  return codes.map((code) => <OwnSetting key={code} code={code} value={values.data?.[code]} />);
}

function OwnSetting({ code, value }: { readonly code: string; readonly value: unknown }) {
  const texts = useAccountTexts();
  const queries = useQueryClient();
  const setting = useQuery({
    queryKey: ['setting', code],
    queryFn: async () => (await api.systemSetting.getByCode({ params: { code } })).body,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['account', 'settings'] });
  if (setting.isError) return <Failed error={setting.error} onRetry={() => void setting.refetch()} />;
  if (setting.data === undefined) return <Loading />;
  const { name, description, type, allowedValueList } = setting.data;
  const isJson = type === 'JSON';
  const shown = isJson ? JSON.stringify(value, null, 2) : value;
  const options = (allowedValueList ?? []).map((one) => ({ value: String(one), label: String(one) }));
  const { setUserValue, revertUserValue } = api.systemSetting;
  return (
    <Section
      title={name || code}
      actions={
        <Act
          label={texts.revert}
          size="compact-sm"
          done={texts.reverted}
          run={async () => {
            await whateverThereIs((version) => revertUserValue({ params: { code }, query: { version } }));
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
        schema={{ properties: { value: { type: typeOf[type as keyof typeof typeOf] ?? 'string' } } }}
        place={`own setting ${code}`}
        initial={{ value: shown }}
        fields={[
          {
            name: 'value',
            label: texts.value,
            ...(isJson
              ? { widget: 'code' as const, problem: (typed) => (isJsonText(typed) ? null : texts.noJson) }
              : {}),
            ...(options.length === 0 ? {} : { options }),
          },
        ]}
        submit={texts.save}
        onSubmit={async (typed) => {
          const sent = isJson ? JSON.parse(String(typed.value)) : typed.value;
          await whateverThereIs((version) => setUserValue({ body: { code, value: sent, version } }));
          await refresh();
          showNotice(texts.saved);
          return { value: typed.value };
        }}
      />
    </Section>
  );
}
