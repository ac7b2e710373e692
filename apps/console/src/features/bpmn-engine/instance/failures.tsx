// Lists what failed in an instance, with what an operator can do about each.
import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { type Incident, refreshInstance } from './instance-data.ts';
import { useInstanceTexts } from './texts.ts';

export function Failures({ incidents }: { readonly incidents: readonly Incident[] }) {
  const texts = useInstanceTexts();
  const queries = useQueryClient();
  const resolve = async (id: string, action: 'RETRY' | 'SKIP'): Promise<void> => {
    await api.bpmnEngine.resolveIncident({ params: { id }, body: { action } });
    await refreshInstance(queries);
  };
  if (incidents.length === 0) return null;
  return (
    <Section title={texts.failures}>
      {incidents.map(({ id, code, message, detail, elementId, createTime }) => (
        <div className="k-element" key={id}>
          <Group justify="space-between" align="flex-start">
            <div>
              <State word={elementId ?? code} icon="alert" color="red" />
              <Text size="sm" mt={4}>
                {message}
              </Text>
              {detail === null ? null : (
                <Text size="sm" c="dimmed" className="k-mono">
                  {detail.slice(0, 300)}
                </Text>
              )}
              <Text size="sm" c="dimmed">
                <When date={createTime} distance />
              </Text>
            </div>
            <Group gap="xs">
              <Act
                label={texts.retry}
                variant="filled"
                size="xs"
                done={texts.retried}
                run={() => resolve(id, 'RETRY')}
              />
              <Act
                label={texts.skip}
                size="xs"
                question={texts.skipQuestion}
                done={texts.skipped}
                run={() => resolve(id, 'SKIP')}
              />
            </Group>
          </Group>
        </div>
      ))}
    </Section>
  );
}
