// Searches events by one line, shows how many there were over time, and follows them as they are stored.
import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { formatDate, useLanguage } from '../../../lib/locale.ts';
import { useCan } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Empty, Failed, Loading } from '../../../ui/page/states.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { DrawnPage, More } from '../../../ui/table/long-list.tsx';
import { Terms, Values } from './chips.tsx';
import { type Asked, askedOf, exportEvents, queryOf, STANDARD_RANGE } from './event-data.ts';
import { EventRows } from './event-rows.tsx';
import { Histogram } from './histogram.tsx';
import { followedOf, readLine } from './query-line.ts';
import { Tail } from './tail.tsx';
import { useEventsTexts } from './texts.ts';
import './events.css';

/** Two pages are drawn at once, three where the view is tall: a document has 150 rows at most. */
const PAGE_SIZE = 50;

export function Events() {
  const texts = useEventsTexts();
  const language = useLanguage();
  const can = useCan();
  const [state, change] = useListState();
  const [now, setNow] = useState(() => Date.now());
  const [isLive, setLive] = useState(false);
  const { text, filters } = state;
  // All parts of the page ask for the same range, also when it is drawn again.
  const key = JSON.stringify([text, filters, now]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that the question is made of
  const asked = useMemo(() => askedOf(state, now), [key]);
  const followed = followedOf(readLine(text));
  const onLine = (line: string): void => {
    setNow(Date.now());
    change({ text: line });
  };
  const isNarrowed = (filters.from ?? '') !== '';
  return (
    <Page title={texts.title} actions={can('loggerProducer.exportEvents') ? <Exports asked={asked} /> : undefined}>
      <div className="k-section">
        <QueryLine line={text} onLine={onLine} />
        <Terms line={text} onLine={onLine} />
        <Group gap="sm" align="flex-end" mb="md">
          {isNarrowed ? (
            <Button
              variant="default"
              size="sm"
              rightSection={<Icon name="x" size={14} />}
              onClick={() => change({ filters: {} })}
            >
              {texts.between(formatDate(asked.from, language), formatDate(asked.to, language))}
            </Button>
          ) : (
            <NativeSelect
              label={texts.range}
              size="sm"
              data={Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))}
              value={filters.range ?? STANDARD_RANGE}
              onChange={(event) => {
                setNow(Date.now());
                change({ filters: { range: event.currentTarget.value } });
              }}
            />
          )}
          <Values asked={asked} line={text} onLine={onLine} />
          <Checkbox
            label={texts.live}
            description={followed === null ? texts.notFollowed : undefined}
            disabled={followed === null}
            checked={isLive && followed !== null}
            onChange={(event) => setLive(event.currentTarget.checked)}
          />
        </Group>
        {isLive && followed !== null ? (
          <Tail key={text} followed={followed} />
        ) : (
          <>
            <Histogram asked={asked} onRange={(from, to) => change({ filters: { from, to } })} />
            <Found asked={asked} />
          </>
        )}
      </div>
    </Page>
  );
}

interface QueryLineProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
}

function QueryLine({ line, onLine }: QueryLineProps) {
  const texts = useEventsTexts();
  const [typed, setTyped] = useState(line);
  useEffect(() => setTyped(line), [line]);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    onLine(typed.trim());
  };
  return (
    <form onSubmit={onSubmit} className="k-query">
      <TextInput
        type="search"
        label={texts.query}
        description={texts.queryHelp}
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit">{texts.search}</Button>
    </form>
  );
}

function Exports({ asked }: { readonly asked: Asked }) {
  const texts = useEventsTexts();
  return (
    <>
      <Act label={texts.exportCsv} done={texts.exported} run={() => exportEvents(asked, 'CSV')} />
      <Act label={texts.exportJson} done={texts.exported} run={() => exportEvents(asked, 'NDJSON')} />
    </>
  );
}

function Found({ asked }: { readonly asked: Asked }) {
  const texts = useEventsTexts();
  const found = useInfiniteQuery({
    queryKey: ['events', 'found', asked],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: cursor }) => {
      const body = { query: queryOf(asked), limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
      return (await api.loggerProducer.searchEvents({ body })).body;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const pages = found.data?.pages ?? [];
  return (
    <>
      {found.isError ? <Failed error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.isPending ? <Loading lines={8} /> : null}
      {found.isSuccess && pages[0]?.data.length === 0 ? <Empty>{texts.empty}</Empty> : null}
      {pages.map(({ data }) => (
        <DrawnPage key={data[0]?.uuid ?? ''}>
          <EventRows events={data} />
        </DrawnPage>
      ))}
      {found.hasNextPage ? (
        <More label={texts.older} loading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      ) : null}
    </>
  );
}
