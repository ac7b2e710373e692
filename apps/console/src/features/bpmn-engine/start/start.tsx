// Lists the processes that a person can start, and starts one.
import { Alert, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { address } from '../../../lib/address.ts';
import { api } from '../../../lib/api.ts';
import { Page } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { type Column, List, type PageRequest } from '../../../ui/table/list.tsx';
import { FieldsStart, FreeStart } from './start-form.tsx';
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

/** Reads the version that a start takes, and its form; both are asked for anew where the form was refused. */
function useStartable(key: string) {
  const definition = useQuery({
    queryKey: ['startable', 'one', key],
    queryFn: async () => {
      const body = { key, startableByMe: true, latestOnly: true };
      return (await api.bpmnEngine.queryDefinitions({ body })).body.data[0] ?? null;
    },
  });
  const id = definition.data?.id ?? '';
  const form = useQuery({
    queryKey: ['startable', 'form', id],
    queryFn: async () => (await api.bpmnEngine.getStartForm({ params: { id } })).body,
    enabled: id !== '',
    // What was typed stays while another version of the form is on its way.
    placeholderData: keepPreviousData,
  });
  return { definition, form };
}

export function StartOf() {
  const { key = '' } = useParams({ strict: false });
  return <StartOne key={key} process={key} />;
}

function StartOne({ process }: { readonly process: string }) {
  const texts = useStartTexts();
  const { definition, form } = useStartable(process);
  const failed = [definition, form].find(({ isError }) => isError);
  return (
    <Page title={definition.data?.name ?? process} subtitle={<To to={address('start')}>{texts.all}</To>}>
      {definition.data?.description == null ? null : <Text mb="md">{definition.data.description}</Text>}
      {failed === undefined ? null : <Failed error={failed.error} onRetry={() => void failed.refetch()} />}
      {definition.data === null ? (
        <Alert color="yellow">{texts.empty}</Alert>
      ) : form.data === undefined ? (
        failed === undefined && <Loading />
      ) : form.data.fields.length === 0 ? (
        <FreeStart process={process} />
      ) : (
        <FieldsStart process={process} fields={form.data.fields} />
      )}
    </Page>
  );
}
