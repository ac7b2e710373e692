// Shows what happened in an instance, in its order.
import { Button, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { ScrollBox } from '../../../ui/table/scroll-box.tsx';
import { When } from '../../../ui/text/when.tsx';
import { timelineQuery } from './instance-data.ts';
import { useInstanceTexts } from './texts.ts';

/** A value of a variable is cut off here; its whole stands among the values. */
const DETAIL_MAX = 120;

function detailText(detail: Readonly<Record<string, unknown>> | null): string {
  const { variable, value } = detail ?? {};
  if (typeof variable !== 'string') return '';
  return `${variable} = ${JSON.stringify(value) ?? ''}`.slice(0, DETAIL_MAX);
}

export function History({ id }: { readonly id: string }) {
  const texts = useInstanceTexts();
  const timeline = useInfiniteQuery(timelineQuery(id));
  const entries = timeline.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Section title={texts.history}>
      {timeline.isPending ? <Loading /> : null}
      {timeline.isError ? <Failed error={timeline.error} onRetry={() => void timeline.refetch()} /> : null}
      <ScrollBox label={texts.history} roomy>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.when}</Table.Th>
              <Table.Th>{texts.what}</Table.Th>
              <Table.Th>{texts.element}</Table.Th>
              <Table.Th>{texts.who}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map(({ seq, at, kind, elementId, elementName, actor, detail }) => (
              <Table.Tr key={seq}>
                <Table.Td>
                  <When date={at} />
                </Table.Td>
                <Table.Td>
                  {texts.kinds[kind]} <span className="k-mono">{detailText(detail)}</span>
                </Table.Td>
                <Table.Td>{elementName ?? elementId ?? ''}</Table.Td>
                <Table.Td>{actor ?? ''}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollBox>
      {timeline.hasNextPage ? (
        <Button variant="default" size="compact-sm" onClick={() => void timeline.fetchNextPage()}>
          {texts.more}
        </Button>
      ) : null}
    </Section>
  );
}
