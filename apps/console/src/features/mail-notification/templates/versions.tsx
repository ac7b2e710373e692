// Lists the versions of a template, shows what one says differently, and restores one.
import { Group, Modal, NativeSelect, Table } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { ScrollBox } from '../../../ui/table/scroll-box.tsx';
import { useUiTexts } from '../../../ui/text/texts.ts';
import { When } from '../../../ui/text/when.tsx';
import { diffLines, showVersion, type Template } from './template-data.ts';
import { useTemplatesTexts } from './texts.ts';

interface VersionsProps {
  readonly template: Template;
  readonly onRestore: () => void;
}

export function Versions({ template, onRestore }: VersionsProps) {
  const texts = useTemplatesTexts();
  const client = useQueryClient();
  const { uuid } = template;
  const [compared, setCompared] = useState<number | null>(null);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['templates', uuid, 'versions'],
    queryFn: async () => (await api.mailNotification.listTemplateVersions({ params: { uuid } })).body,
  });
  const restore = async (version: number): Promise<void> => {
    await api.mailNotification.restoreTemplateVersion({ params: { uuid, version: String(version) } });
    await client.invalidateQueries({ queryKey: ['templates'] });
    onRestore();
  };
  return (
    <Section title={texts.versions}>
      {isError ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && !isError ? <Loading /> : null}
      <Comparison template={template} version={compared} onClose={() => setCompared(null)} />
      {data === undefined ? null : (
        <ScrollBox label={texts.versions} roomy>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.version}</Table.Th>
                <Table.Th>{texts.locales}</Table.Th>
                <Table.Th>{texts.who}</Table.Th>
                <Table.Th>{texts.updated}</Table.Th>
                <Table.Th>{texts.actions}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ version, localeList, updatedBy, dateUpdated }, index) => (
                <Table.Tr key={version}>
                  <Table.Td>{version}</Table.Td>
                  <Table.Td>{localeList.join(', ')}</Table.Td>
                  <Table.Td>{updatedBy}</Table.Td>
                  <Table.Td>
                    <When date={dateUpdated} />
                  </Table.Td>
                  <Table.Td>
                    {index === 0 ? (
                      texts.present
                    ) : (
                      <VersionActs version={version} onCompare={setCompared} onRestore={restore} />
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

interface VersionActsProps {
  readonly version: number;
  readonly onCompare: (version: number) => void;
  readonly onRestore: (version: number) => Promise<void>;
}

function VersionActs({ version, onCompare, onRestore }: VersionActsProps) {
  const texts = useTemplatesTexts();
  const can = useCan();
  return (
    <Group gap={4}>
      {can('mailNotification.template_preview') ? (
        <Act label={texts.compare} size="compact-sm" opensDialog run={async () => onCompare(version)} />
      ) : null}
      {can('mailNotification.restoreTemplateVersion') ? (
        <Act
          label={texts.restore}
          size="compact-sm"
          question={texts.restoreQuestion(version)}
          done={texts.restored}
          run={() => onRestore(version)}
        />
      ) : null}
    </Group>
  );
}

interface ComparisonProps {
  readonly template: Template;
  readonly version: number | null;
  readonly onClose: () => void;
}

function Comparison({ template, version, onClose }: ComparisonProps) {
  const texts = useTemplatesTexts();
  const uiTexts = useUiTexts();
  const locales = Object.keys(template.contentMap);
  const [locale, setLocale] = useState(locales[0] ?? '');
  const marks = { same: ' ', added: '+', removed: '−' } as const;
  const { data, error } = useQuery({
    queryKey: ['templates', template.uuid, 'difference', version, template.version, locale],
    enabled: version !== null,
    retry: false,
    queryFn: async () =>
      diffLines(
        await showVersion(template, locale, version ?? 0),
        await showVersion(template, locale, template.version),
      ),
  });
  return (
    <Modal
      opened={version !== null}
      onClose={onClose}
      size="xl"
      title={version === null ? '' : texts.difference(version)}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <NativeSelect
        label={texts.locale}
        data={locales}
        value={locale}
        mb="sm"
        onChange={(event) => setLocale(event.currentTarget.value)}
      />
      {error === null ? null : <Failed error={error} />}
      {data?.every(({ kind }) => kind === 'same') ? <p>{texts.same}</p> : null}
      <pre className="k-pre">
        {data?.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a difference have nothing else that distinguishes them
          <span key={index} className={`k-diff-${kind}`}>
            {`${marks[kind]} ${text}\n`}
          </span>
        ))}
      </pre>
    </Modal>
  );
}
