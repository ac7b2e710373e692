// Shows a template filled in: as HTML in the widths of a telephone and a desk, and as text.
import { Alert, Group, Tabs, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Paper } from '../../../ui/paper/paper.tsx';
import { ScrollBox } from '../../../ui/table/scroll-box.tsx';
import type { Shown } from './template-data.ts';
import { useTemplatesTexts } from './texts.ts';

/** The widths of a telephone and of a mail on a desk, in pixels. */
const WIDTHS = [320, 640] as const;

interface PreviewProps {
  readonly shown: Shown;
  /** Whether something was written since that cannot be shown. */
  readonly isOld: boolean;
}

export function Preview({ shown, isOld }: PreviewProps) {
  const texts = useTemplatesTexts();
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(640);
  const { subject, sender, content, textContent, resolvedContentType, missingVariableList, warningList } = shown;
  const isHtml = resolvedContentType === 'HTML';
  const text = isHtml ? (textContent ?? '') : content;
  return (
    <section aria-label={texts.preview} className={isOld ? 'k-preview k-preview-old' : 'k-preview'}>
      {isOld ? <Text size="sm">{texts.oldPreview}</Text> : null}
      <dl className="k-facts">
        <dt>{texts.subject}</dt>
        <dd>{subject ?? '–'}</dd>
        <dt>{texts.sender}</dt>
        <dd>{sender ?? '–'}</dd>
      </dl>
      {missingVariableList === null || missingVariableList.length === 0 ? null : (
        <Alert color="yellow" variant="light" title={texts.missing} py="xs">
          <span className="k-mono">{missingVariableList.join(', ')}</span>
        </Alert>
      )}
      {(warningList ?? []).map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      <Tabs key={resolvedContentType} defaultValue={isHtml ? 'html' : 'text'} keepMounted={false}>
        <Tabs.List mb="sm">
          {isHtml ? <Tabs.Tab value="html">{texts.html}</Tabs.Tab> : null}
          <Tabs.Tab value="text">{texts.plain}</Tabs.Tab>
        </Tabs.List>
        {isHtml ? (
          <Tabs.Panel value="html">
            <Group gap="xs" mb="xs">
              {WIDTHS.map((one) => (
                <UnstyledButton key={one} className="k-chip" aria-pressed={one === width} onClick={() => setWidth(one)}>
                  {texts.pixels(one)}
                </UnstyledButton>
              ))}
            </Group>
            <ScrollBox label={texts.pixels(width)}>
              <div className={`k-preview-${width}`}>
                <Paper title={texts.preview} html={content} />
              </div>
            </ScrollBox>
          </Tabs.Panel>
        ) : null}
        <Tabs.Panel value="text">
          <pre className="k-pre">{text}</pre>
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
