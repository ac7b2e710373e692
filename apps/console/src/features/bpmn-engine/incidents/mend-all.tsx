// Mends all failures of one cause as a batch: tries them again, or moves their instances to another version.
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { newIdempotencyKey } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { useCan } from '../../../lib/session.ts';
import { versionsQuery } from '../../../lib/versions.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import {
  type Cause,
  countMoved,
  findAgain,
  orderAgain,
  orderMove,
  type Selection,
  selectionOf,
} from './incident-data.ts';
import { useIncidentsTexts } from './texts.ts';

/** Offers it where the server can be asked for exactly these: what has no process or no element is mended one by one. */
export function MendAll({ cause }: { readonly cause: Cause }) {
  const texts = useIncidentsTexts();
  const can = useCan();
  const selection = selectionOf(cause);
  if (selection === null) return null;
  const canMove = can('bpmnEngine.migrateProcessInstances') && can('bpmnEngine.queryDefinitions');
  return (
    <Group gap="xs" wrap="nowrap">
      <FormDialog label={texts.again} variant="default" size="compact-sm">
        {() => <AgainForm selection={selection} />}
      </FormDialog>
      {canMove ? (
        <FormDialog label={texts.move} variant="default" size="compact-sm">
          {() => <MoveForm selection={selection} />}
        </FormDialog>
      ) : null}
    </Group>
  );
}

/** Leads to what was ordered, whose lists are stale. */
function useOrdered() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (ids: readonly string[]): Promise<void> => {
    const stale = [['incidents'], ['instances'], ['instance'], ['batches']];
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
    const [only, ...others] = ids;
    const isOne = only !== undefined && others.length === 0;
    await navigate({ to: isOne ? address('batch', { id: only }) : address('batches') });
  };
}

function AgainForm({ selection }: { readonly selection: Selection }) {
  const texts = useIncidentsTexts();
  const language = useLanguage();
  const ordered = useOrdered();
  // The same keys for every try of this dialog: a lost answer orders nothing twice.
  const keys = useRef([newIdempotencyKey(), newIdempotencyKey()] as const);
  const found = useQuery({
    queryKey: ['incidents', 'again', selection],
    queryFn: () => findAgain(selection),
    gcTime: 0,
  });
  if (found.isError) return <Failed error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loading lines={2} />;
  const { inBatch, byHand } = found.data;
  const order = async (): Promise<void> => ordered(await orderAgain(selection, keys.current));
  return (
    <Stack>
      <Text size="sm">{texts.againWhy(formatNumber(inBatch, language))}</Text>
      {byHand === 0 ? null : <Text size="sm">{texts.byHand(formatNumber(byHand, language))}</Text>}
      <div>
        <Act label={texts.again} variant="filled" disabled={inBatch === 0} run={order} />
      </div>
    </Stack>
  );
}

function MoveForm({ selection }: { readonly selection: Selection }) {
  const texts = useIncidentsTexts();
  const language = useLanguage();
  const ordered = useOrdered();
  // Another version is another order.
  const key = useRef(newIdempotencyKey());
  const [chosen, setChosen] = useState<string | null>(null);
  const versions = useQuery(versionsQuery(selection.processDefinitionKey));
  const target = chosen ?? versions.data?.[0]?.id ?? '';
  const count = useQuery({
    queryKey: ['incidents', 'move', selection, target],
    queryFn: () => countMoved(selection, target),
    enabled: target !== '',
    gcTime: 0,
  });
  const failed = [versions, count].find(({ isError }) => isError);
  if (failed !== undefined) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (versions.data === undefined) return <Loading lines={2} />;
  const order = async (): Promise<void> => ordered(await orderMove(selection, target, key.current));
  return (
    <Stack>
      <NativeSelect
        label={texts.moveTo}
        data={versions.data.map(({ id, version }) => ({ value: id, label: String(version) }))}
        value={target}
        onChange={(event) => {
          key.current = newIdempotencyKey();
          setChosen(event.currentTarget.value);
        }}
      />
      <Text size="sm">{texts.moveWhy(count.data === undefined ? '…' : formatNumber(count.data, language))}</Text>
      <div>
        <Act label={texts.move} variant="filled" disabled={(count.data ?? 0) === 0} run={order} />
      </div>
    </Stack>
  );
}
