// Shows a list of the server: search, filters, order and pages, all of them bound to the address.
import { ActionIcon, Button, Group, NativeSelect, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkComponentProps } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber, useLanguage } from '../../lib/locale.ts';
import { Icon } from '../icon/icon.tsx';
import { Empty, Failed, Loading } from '../page/states.tsx';
import { useUiTexts } from '../text/texts.ts';
import { type ListState, useListState } from './list-state.ts';
import { moveThroughRows } from './row-keys.ts';
import { ScrollBox } from './scroll-box.tsx';
import { ChooseAll, ChooseRow, type Selection } from './selection.tsx';

export const PAGE_SIZE = 20;
/** Time without typing after which is searched. */
const TYPING_MS = 250;

export interface Column<Row, Sort extends string> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sort?: Sort;
  /** Whether the column is left out where there is no room. */
  readonly wide?: true;
}

export interface Filter {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** What a list asks the server for. */
export interface PageRequest<Sort extends string> {
  readonly pageable: {
    readonly pageNumber: number;
    readonly pageSize: number;
    readonly sort?: { readonly properties: readonly Sort[]; readonly direction: 'ASC' | 'DESC' };
  };
  /** Text that is searched for; null where there is none. */
  readonly text: string | null;
  readonly filters: Readonly<Record<string, string>>;
}

interface Rows<Row> {
  readonly data: readonly Row[];
  readonly totalElements: number;
}

export interface ListProps<Row, Sort extends string> {
  /** Name of the list among what is kept of the server. */
  readonly name: readonly string[];
  readonly label: string;
  readonly columns: readonly Column<Row, Sort>[];
  readonly load: (request: PageRequest<Sort>) => Promise<Rows<Row>>;
  readonly keyOf: (row: Row) => string;
  /** Makes the link from a row to its page, in the first column. */
  readonly linkOf?: (row: Row) => string;
  /** Draws each row as a whole instead of as cells. */
  readonly card?: (row: Row) => ReactNode;
  readonly filters?: readonly Filter[];
  /** Selection, where rows can be chosen; what is done with them stands in a bar of the screen. */
  readonly selection?: Selection<Row> | undefined;
  /** Label of the search; a list without one is not searched. */
  readonly search?: string;
  readonly empty: string;
  readonly emptyAction?: ReactNode;
}

function requestOf<Sort extends string>(
  state: ListState,
  columns: readonly { readonly sort?: Sort }[],
): PageRequest<Sort> {
  const sort = columns.find((column) => column.sort !== undefined && column.sort === state.sort)?.sort;
  return {
    pageable: {
      pageNumber: state.page,
      pageSize: PAGE_SIZE,
      ...(sort === undefined ? {} : { sort: { properties: [sort], direction: state.descending ? 'DESC' : 'ASC' } }),
    },
    text: state.text === '' ? null : state.text,
    filters: state.filters,
  };
}

export function List<Row, Sort extends string>(props: ListProps<Row, Sort>) {
  const { name, columns, load, keyOf, card, filters = [], search, empty, emptyAction } = props;
  const texts = useUiTexts();
  const [state, change] = useListState();
  const request = requestOf(state, columns);
  const query = useQuery({
    queryKey: [...name, request],
    queryFn: () => load(request),
    placeholderData: keepPreviousData,
  });
  const isFiltered = state.text !== '' || Object.values(state.filters).some((value) => value !== '');
  return (
    <div className="k-section">
      <Group gap="sm" mb="sm" align="flex-end">
        {search === undefined ? null : (
          <SearchField label={search} text={state.text} onText={(text) => change({ text })} />
        )}
        {filters.map(({ id, label: filterLabel, options }) => (
          <NativeSelect
            key={id}
            label={filterLabel}
            size="sm"
            data={options}
            value={state.filters[id] ?? options[0]?.value ?? ''}
            onChange={(event) => change({ filters: { ...state.filters, [id]: event.currentTarget.value } })}
          />
        ))}
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.newer}
          title={texts.newer}
          onClick={() => void query.refetch()}
        >
          <Icon name="refresh" size={16} />
        </ActionIcon>
      </Group>
      {query.isError ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Loading lines={8} /> : null}
      {query.data === undefined ? null : query.data.data.length === 0 ? (
        <Empty action={isFiltered ? <ClearButton onClear={() => change({ text: '', filters: {} })} /> : emptyAction}>
          {isFiltered ? texts.nothingFound : empty}
        </Empty>
      ) : (
        <>
          {card === undefined ? (
            <Rows {...props} rows={query.data.data} state={state} onState={change} />
          ) : (
            <ul className="k-plain-list">
              {query.data.data.map((row) => (
                <li key={keyOf(row)}>{card(row)}</li>
              ))}
            </ul>
          )}
          <Pages total={query.data.totalElements} page={state.page} onPage={(page) => change({ page })} />
        </>
      )}
    </div>
  );
}

function ClearButton({ onClear }: { readonly onClear: () => void }) {
  const texts = useUiTexts();
  return (
    <Button variant="default" size="compact-md" onClick={onClear}>
      {texts.clear}
    </Button>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function SearchField({ label, text, onText }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const reported = useRef(text);
  useEffect(() => {
    // Whoever goes back in the browser sees what was searched for there.
    if (text !== reported.current) setTyped(text);
    reported.current = text;
  }, [text]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      onText(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, onText]);
  return (
    <TextInput
      className="k-search"
      type="search"
      label={label}
      size="sm"
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

interface RowsProps<Row, Sort extends string> extends ListProps<Row, Sort> {
  readonly rows: readonly Row[];
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
}

function Rows<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { label, columns, rows, keyOf, linkOf, selection, state, onState } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => moveThroughRows(() => body.current), []);
  const classOf = ({ wide }: Column<Row, Sort>): string => (wide === true ? 'k-wide' : '');
  return (
    <ScrollBox label={label}>
      <Table verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {selection === undefined ? null : (
              <Table.Th className="k-choose">
                <ChooseAll selection={selection} rows={rows} />
              </Table.Th>
            )}
            {columns.map((column) => (
              <SortHead key={column.id} column={column} className={classOf(column)} state={state} onState={onState} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {selection === undefined ? null : (
                <Table.Td className="k-choose">
                  <ChooseRow selection={selection} row={row} />
                </Table.Td>
              )}
              {columns.map((column, index) => (
                <Table.Td key={column.id} className={classOf(column)}>
                  {index === 0 && linkOf !== undefined ? (
                    <RowLink to={linkOf(row)}>{column.cell(row)}</RowLink>
                  ) : (
                    column.cell(row)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function RowLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const link: LinkComponentProps = { to };
  return (
    <Link {...link} className="k-row-link">
      {children}
    </Link>
  );
}

interface SortHeadProps<Row, Sort extends string> {
  readonly column: Column<Row, Sort>;
  readonly className: string;
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
}

function SortHead<Row, Sort extends string>({ column, className, state, onState }: SortHeadProps<Row, Sort>) {
  const texts = useUiTexts();
  const { label, sort } = column;
  if (sort === undefined) return <Table.Th className={className}>{label}</Table.Th>;
  const isSorted = state.sort === sort;
  const direction = isSorted ? (state.descending ? 'descending' : 'ascending') : 'none';
  return (
    <Table.Th className={className} aria-sort={direction}>
      <UnstyledButton
        className="k-sort"
        title={texts.sortBy(label)}
        onClick={() => onState({ sort, descending: isSorted && !state.descending })}
      >
        {label}
        {isSorted ? <Icon name={state.descending ? 'chevron-down' : 'chevron-up'} size={14} /> : null}
      </UnstyledButton>
    </Table.Th>
  );
}

interface PagesProps {
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Pages({ total, page, onPage }: PagesProps) {
  const texts = useUiTexts();
  const language = useLanguage();
  const number = (value: number): string => formatNumber(value, language);
  const last = Math.min(total, (page + 1) * PAGE_SIZE);
  return (
    <Group justify="space-between" mt="sm" gap="xs">
      <Text size="sm" c="dimmed" component="output">
        {total <= PAGE_SIZE
          ? texts.total(number(total))
          : texts.page(number(page * PAGE_SIZE + 1), number(last), number(total))}
      </Text>
      {total <= PAGE_SIZE ? null : (
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={texts.previousPage}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          >
            <Icon name="chevron-left" size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={texts.nextPage}
            disabled={last >= total}
            onClick={() => onPage(page + 1)}
          >
            <Icon name="chevron-right" size={16} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
