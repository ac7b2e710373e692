// Lists the processes that a person can start, and starts one.
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { problemOf } from '../../../lib/error.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/people/drafts.ts';
import { useSession } from '../../../lib/session.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { readRows, type VariableRow } from '../../../ui/process/variables.ts';
import { VariablesEditor } from '../../../ui/process/variables-editor.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useStartTexts } from './texts.ts';

type Definition = Awaited<ReturnType<typeof api.bpmnEngine.queryDefinitions>>['body']['data'][number];
type Sort = 'deploymentTime' | 'key' | 'name' | 'version';

async function loadStartable({ pageable, text }: PageRequest<Sort>) {
  const body = { pageable, startableByMe: true, latestOnly: true, ...(text === null ? {} : { name: text }) };
  return (await api.bpmnEngine.queryDefinitions({ body })).body;
}

export function Start() {
  const texts = useStartTexts();
  const columns: readonly Column<Definition, Sort>[] = [
    { id: 'name', label: texts.process, sort: 'name', cell: ({ name, key }) => name ?? key },
    { id: 'description', label: texts.description, wide: true, cell: ({ description }) => description ?? '' },
    { id: 'version', label: texts.version, cell: ({ version }) => version },
  ];
  return (
    <Page title={texts.title}>
      <List
        name={['startable']}
        label={texts.title}
        columns={columns}
        load={loadStartable}
        keyOf={({ id }) => id}
        linkOf={({ key }) => address('startOf', { key })}
        search={texts.search}
        empty={texts.empty}
      />
    </Page>
  );
}

export function StartOf() {
  const { key = '' } = useParams({ strict: false });
  const texts = useStartTexts();
  const definition = useQuery({
    queryKey: ['startable', 'one', key],
    queryFn: async () => {
      const body = { key, startableByMe: true, latestOnly: true };
      return (await api.bpmnEngine.queryDefinitions({ body })).body.data[0] ?? null;
    },
  });
  const name = definition.data?.name ?? key;
  return (
    <Page title={name} subtitle={<To to={address('start')}>{texts.all}</To>}>
      {definition.data?.description == null ? null : <Text mb="md">{definition.data.description}</Text>}
      {definition.data === null ? <Alert color="yellow">{texts.empty}</Alert> : <StartForm key={key} process={key} />}
    </Page>
  );
}

function StartForm({ process }: { readonly process: string }) {
  const texts = useStartTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { username } = useSession();
  const place = { username, place: `start ${process}` };
  const [draft] = useState(() => readDraft(place));
  const [businessKey, setBusinessKey] = useState(String(draft?.businessKey ?? ''));
  const [rows, setRows] = useState<readonly VariableRow[]>((draft?.rows as VariableRow[] | undefined) ?? []);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // The same key for every try: neither a double click nor a lost answer starts two.
  const key = useRef(newIdempotencyKey());
  const change = (next: { readonly businessKey: string; readonly rows: readonly VariableRow[] }): void => {
    setBusinessKey(next.businessKey);
    setRows(next.rows);
    keepDraft(place, next);
  };
  const start = async (): Promise<void> => {
    const { wrong: unread, ...values } = readRows(rows, {});
    setWrong(unread);
    if (busy || unread.length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      const { body: instance } = await api.bpmnEngine.startProcessInstanceByKey({
        params: { processDefinitionKey: process },
        body: { ...values, ...(businessKey === '' ? {} : { businessKey }) },
        headers: { 'idempotency-key': key.current },
      });
      dropDraft(place);
      showNotice(texts.started);
      await queries.invalidateQueries();
      const mine = await api.bpmnEngine.task_queryPage({ body: { processInstanceId: instance.id, mine: true } });
      const first = mine.body.data[0]?.id;
      await navigate({
        to: first === undefined ? address('instance', { id: instance.id }) : address('task', { id: first }),
      });
    } catch (error) {
      // What the server refused is a new try; what was not answered is the same one.
      if (problemOf(error).code !== null) key.current = newIdempotencyKey();
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <Section title={texts.values}>
      <Stack>
        {failure === null ? null : <Failed error={failure} />}
        <TextInput
          label={texts.businessKey}
          description={texts.businessKeyHelp}
          value={businessKey}
          onChange={(event) => change({ businessKey: event.currentTarget.value, rows })}
        />
        <Text size="sm" c="dimmed">
          {texts.valuesWhy}
        </Text>
        <VariablesEditor rows={rows} wrong={wrong} onRows={(next) => change({ businessKey, rows: next })} />
        <div>
          <Button loading={busy} leftSection={<Icon name="play" size={16} />} onClick={() => void start()}>
            {texts.start}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
