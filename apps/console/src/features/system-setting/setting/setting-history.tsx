// Shows who changed a setting when and why, and puts an earlier value back.
import { Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { ScrollBox } from '../../../ui/table/scroll-box.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { shownValue } from '../../../ui/text/value.ts';
import { When } from '../../../ui/text/when.tsx';
import { type Change, effectiveQuery, historyQuery, refreshSettings } from './setting-data.ts';
import { useSettingTexts } from './texts.ts';

export function SettingHistory({ code }: { readonly code: string }) {
  const texts = useSettingTexts();
  const uiTexts = useUiTexts();
  const can = useCan();
  const queries = useQueryClient();
  const history = useQuery(historyQuery(code));
  const rows = history.data ?? [];
  const effective = useQuery({ ...effectiveQuery(code), enabled: can('systemSetting.getEffective') });
  const rollback = async ({ uuid, scope }: Change): Promise<void> => {
    // What is put back goes on top of the value that is stored at that level now.
    const version = effective.data?.chain.find(({ level }) => level === scope)?.version ?? null;
    await api.systemSetting.rollback({ params: { uuid }, body: version === null ? {} : { version } });
    await refreshSettings(queries);
  };
  return (
    <Section title={texts.history}>
      {history.isPending ? <Loading /> : null}
      {history.isError ? <Failed error={history.error} onRetry={() => void history.refetch()} /> : null}
      {history.isSuccess && rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.unchanged}
        </Text>
      ) : (
        <ScrollBox label={texts.history} roomy>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.when}</Table.Th>
                <Table.Th>{texts.who}</Table.Th>
                <Table.Th>{texts.before}</Table.Th>
                <Table.Th>{texts.after}</Table.Th>
                <Table.Th className="k-wide">{texts.why}</Table.Th>
                <Table.Th>{texts.actions}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.uuid}>
                  <Table.Td>
                    <When date={row.date} distance />
                  </Table.Td>
                  <Table.Td>{row.updatedBy}</Table.Td>
                  <Table.Td>{shownValue(row.oldValue, uiTexts)}</Table.Td>
                  <Table.Td>{shownValue(row.newValue, uiTexts)}</Table.Td>
                  <Table.Td className="k-wide">{row.reason ?? ''}</Table.Td>
                  <Table.Td>
                    {row.scope === null || !can('systemSetting.rollback') ? null : (
                      <Act label={texts.rollback} size="compact-sm" done={texts.rolledBack} run={() => rollback(row)} />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </Section>
  );
}
