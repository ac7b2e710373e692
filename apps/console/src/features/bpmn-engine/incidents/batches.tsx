// Lists batches: what is done with many at once, how far it has come, and who ordered it.
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Page } from '../../../ui/page/page.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { State } from '../../../ui/text/state.tsx';
import { When } from '../../../ui/text/when.tsx';
import { FailureTabs } from './failure-tabs.tsx';
import { useIncidentsTexts } from './texts.ts';

export type Batch = Awaited<ReturnType<typeof api.bpmnEngine.getBatch>>['body'];
type Sort = 'createTime' | 'type' | 'state';
type BatchStateName = NonNullable<Batch['state']>;

async function loadBatches({ pageable, filters }: PageRequest<Sort>) {
  const { state = '' } = filters;
  const body = { pageable, ...(state === '' ? {} : { states: [state as BatchStateName] }) };
  return (await api.bpmnEngine.queryBatches({ body })).body;
}

/** Shows a batch that is through with failures as what it is. */
export function BatchState({ batch: { state, failed } }: { readonly batch: Batch }) {
  const texts = useIncidentsTexts();
  if (state === null) return null;
  if (state === 'RUNNING') return <State word={texts.batchStates.RUNNING} icon="play" color="blue" />;
  if (failed > 0) return <State word={texts.batchStates[state]} icon="alert" color="red" />;
  const isThrough = state === 'COMPLETED';
  return (
    <State word={texts.batchStates[state]} icon={isThrough ? 'check' : 'x'} color={isThrough ? 'green' : 'gray'} />
  );
}

export function Batches() {
  const texts = useIncidentsTexts();
  const language = useLanguage();
  const number = (value: number): string => formatNumber(value, language);
  const columns: readonly Column<Batch, Sort>[] = [
    { id: 'type', label: texts.work, sort: 'type', cell: ({ type }) => texts.batchTypes[type] },
    { id: 'state', label: texts.state, sort: 'state', cell: (batch) => <BatchState batch={batch} /> },
    { id: 'done', label: texts.done, cell: ({ done, total }) => texts.doneOf(number(done), number(total)) },
    { id: 'failed', label: texts.failed, cell: ({ failed }) => number(failed) },
    { id: 'by', label: texts.orderedBy, wide: true, cell: ({ createdBy }) => createdBy },
    {
      id: 'when',
      label: texts.ordered,
      sort: 'createTime',
      wide: true,
      cell: ({ createTime }) => <When date={createTime} distance />,
    },
  ];
  const states = Object.entries(texts.batchStates).map(([value, label]) => ({ value, label }));
  return (
    <Page title={texts.batches}>
      <FailureTabs />
      <List
        name={['batches']}
        label={texts.batches}
        columns={columns}
        load={loadBatches}
        keyOf={({ id }) => id ?? ''}
        linkOf={({ id }) => address('batch', { id: id ?? '' })}
        filters={[{ id: 'state', label: texts.state, options: [{ value: '', label: texts.any }, ...states] }]}
        empty={texts.noBatches}
      />
    </Page>
  );
}
