// Shows one batch: how far it has come, what it could not do and why; stops it, and tries again what failed.
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { NoRecord } from '../../../ui/page/no-record.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { When } from '../../../ui/text/when.tsx';
import { type Batch, BatchState } from './batches.tsx';
import { useIncidentsTexts } from './texts.ts';

type Failure = Awaited<ReturnType<typeof api.bpmnEngine.queryBatchFailures>>['body']['data'][number];
type Sort = 'place' | 'code';

/** What is tried again may fail again, which is no failure of the batch. */
const TRIES_AGAIN: ReadonlySet<Batch['type']> = new Set(['RETRY_INCIDENTS', 'SET_RETRIES']);

const FOLLOW_MS = 1_000;
/** Whoever looks longer asks anew: a page that was forgotten keeps no session alive. */
const FOLLOWED_MS = 120_000;

/** Reads a batch, and for a while follows one that is under way. */
function useBatch(id: string) {
  const since = useRef(Date.now());
  const query = useQuery({
    queryKey: ['batches', 'one', id],
    queryFn: async () => (await api.bpmnEngine.getBatch({ params: { id } })).body,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'RUNNING' && Date.now() - since.current < FOLLOWED_MS ? FOLLOW_MS : false,
  });
  return { query, followAgain: () => (since.current = Date.now()) };
}

export function BatchPage() {
  const { id = '' } = useParams({ strict: false });
  const texts = useIncidentsTexts();
  const queries = useQueryClient();
  const { query, followAgain } = useBatch(id);
  if (query.data === undefined) return <NoRecord query={query} />;
  const { data } = query;
  const refresh = async (): Promise<void> => {
    followAgain();
    await queries.invalidateQueries({ queryKey: ['batches'] });
  };
  return (
    <Page
      query={query}
      title={texts.batchTypes[data.type]}
      subtitle={<To to={address('batches')}>{texts.allBatches}</To>}
      actions={<BatchActs id={id} batch={data} onDone={refresh} />}
    >
      <Progressing batch={data} />
      {TRIES_AGAIN.has(data.type) || data.type === 'MIGRATE' ? (
        <Stack gap={4} mb="md">
          <Text size="sm">{data.type === 'MIGRATE' ? texts.stillWaits : texts.againFailed}</Text>
          <div>
            <To to={address('incidents')}>{texts.lookAtFailures}</To>
          </div>
        </Stack>
      ) : null}
      {data.failed === 0 ? null : <Failures id={id} batch={data} />}
    </Page>
  );
}

interface BatchActsProps {
  readonly id: string;
  readonly batch: Batch;
  readonly onDone: () => Promise<void>;
}

function BatchActs({ id, batch: { state, failed }, onDone }: BatchActsProps) {
  const texts = useIncidentsTexts();
  const key = useRef(newIdempotencyKey());
  const params = { id };
  const stop = async (): Promise<void> => {
    await api.bpmnEngine.cancelBatch({ params });
    await onDone();
  };
  const again = async (): Promise<void> => {
    await api.bpmnEngine.retryBatch({ params, headers: { 'idempotency-key': key.current } });
    key.current = newIdempotencyKey();
    await onDone();
  };
  if (state === 'RUNNING')
    return (
      <>
        <Act label={texts.refresh} run={onDone} />
        <Act label={texts.stop} question={texts.stopQuestion} done={texts.stopped} run={stop} />
      </>
    );
  return state === 'COMPLETED' && failed > 0 ? (
    <Act label={texts.retryFailed} variant="filled" done={texts.retried} run={again} />
  ) : undefined;
}

function Progressing({ batch }: { readonly batch: Batch }) {
  const texts = useIncidentsTexts();
  const language = useLanguage();
  const number = (value: number): string => formatNumber(value, language);
  const { done, failed, total, createdBy, createTime, endTime } = batch;
  const words = texts.doneOf(number(done), number(total));
  return (
    <Section title={texts.progress}>
      <Progress value={total === 0 ? 100 : ((done + failed) / total) * 100} aria-label={words} mb="md" />
      <dl className="k-facts">
        <dt>{texts.state}</dt>
        <dd>
          <BatchState batch={batch} />
        </dd>
        <dt>{texts.done}</dt>
        <dd>
          <Text component="output" size="sm">
            {words}
          </Text>
        </dd>
        <dt>{texts.failed}</dt>
        <dd>{number(failed)}</dd>
        <dt>{texts.orderedBy}</dt>
        <dd>{createdBy}</dd>
        <dt>{texts.ordered}</dt>
        <dd>
          <When date={createTime} />
        </dd>
        {endTime === null ? null : (
          <>
            <dt>{texts.through}</dt>
            <dd>
              <When date={endTime} />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

/** The id of a job or an incident begins with that of its instance. */
const INSTANCE_ID_LENGTH = 36;

/** Lists what could not be done; each leads to its instance. */
function Failures({ id, batch: { failed, endTime } }: { readonly id: string; readonly batch: Batch }) {
  const texts = useIncidentsTexts();
  const columns: readonly Column<Failure, Sort>[] = [
    { id: 'item', label: texts.item, cell: ({ itemId }) => <span className="k-mono">{itemId}</span> },
    { id: 'code', label: texts.cause, sort: 'code', cell: ({ code }) => <span className="k-mono">{code}</span> },
    { id: 'message', label: texts.what, wide: true, cell: ({ message }) => message ?? '–' },
  ];
  const load = async ({ pageable }: PageRequest<Sort>) =>
    (await api.bpmnEngine.queryBatchFailures({ params: { id }, body: { pageable } })).body;
  return (
    <Section title={texts.notDone}>
      <List
        // What fails while somebody looks is shown, too, and what fails once more.
        name={['batches', 'failures', id, String(failed), endTime ?? '']}
        label={texts.notDone}
        columns={columns}
        load={load}
        keyOf={({ itemId }) => itemId}
        linkOf={({ itemId }) => address('instance', { id: itemId.slice(0, INSTANCE_ID_LENGTH) })}
        empty={texts.nothingFailed}
      />
    </Section>
  );
}
