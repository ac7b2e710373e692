// Lets a person fill in what a process starts with: the fields of its form, or free values where it has none.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { isCode, problemOf } from '../../../lib/error.ts';
import { dropDraft, keepDraft, readDraft } from '../../../lib/people/drafts.ts';
import type { FormField } from '../../../lib/process-form.ts';
import { useSession } from '../../../lib/session.ts';
import type { Values } from '../../../ui/form/values.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed } from '../../../ui/page/states.tsx';
import { useFormFields } from '../../../ui/process/form-fields.tsx';
import { readRows, type VariableRow } from '../../../ui/process/variables.ts';
import { VariablesEditor } from '../../../ui/process/variables-editor.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { useStartTexts } from './texts.ts';

type Body = Parameters<typeof api.bpmnEngine.startProcessInstanceByKey>[0]['body'];

interface StartProps {
  readonly process: string;
}

/** Keeps what is typed until the process has started, and starts it once. */
function useStarting({ process }: StartProps) {
  const texts = useStartTexts();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { username } = useSession();
  const place = { username, place: `start ${process}` };
  const [draft, setDraft] = useState(() => readDraft(place) ?? {});
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // The same key for every try: neither a double click nor a lost answer starts two.
  const key = useRef(newIdempotencyKey());
  const businessKey = String(draft.businessKey ?? '');

  const startOne = async (body: Body): Promise<void> => {
    const { body: instance } = await api.bpmnEngine.startProcessInstanceByKey({
      params: { processDefinitionKey: process },
      body: { ...body, ...(businessKey === '' ? {} : { businessKey }) },
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
  };
  return {
    draft,
    businessKey,
    failure,
    busy,
    keep(part: Readonly<Record<string, unknown>>): void {
      const next = { ...draft, ...part };
      setDraft(next);
      keepDraft(place, next);
    },
    /** Answers what the server refused, or null. */
    async start(body: Body): Promise<unknown> {
      setBusy(true);
      setFailure(null);
      const refused = await startOne(body).then(
        () => null,
        (error: unknown) => error,
      );
      // What the server refused is a new try; what was not answered is the same one.
      if (refused !== null && problemOf(refused).code !== null) key.current = newIdempotencyKey();
      // Another version may have been deployed since the form was opened.
      if (isCode(refused, 'FORM_INVALID')) await queries.invalidateQueries({ queryKey: ['startable'] });
      setFailure(refused);
      setBusy(false);
      return refused;
    },
  };
}

interface StartFrameProps {
  readonly why: string;
  readonly starting: ReturnType<typeof useStarting>;
  readonly isShownAtFields?: boolean;
  readonly onStart: () => void;
  readonly children: ReactNode;
}

function StartFrame({ why, starting, isShownAtFields = false, onStart, children }: StartFrameProps) {
  const texts = useStartTexts();
  const { businessKey, failure, busy, keep } = starting;
  return (
    <Section title={texts.values}>
      <Stack>
        {failure === null || isShownAtFields ? null : <Failed error={failure} />}
        <TextInput
          label={texts.businessKey}
          description={texts.businessKeyHelp}
          value={businessKey}
          onChange={(event) => keep({ businessKey: event.currentTarget.value })}
        />
        <Text size="sm" c="dimmed">
          {why}
        </Text>
        {children}
        <div>
          <Button loading={busy} leftSection={<Icon name="play" size={16} />} onClick={onStart}>
            {texts.start}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

export function FieldsStart({ fields, ...props }: StartProps & { readonly fields: readonly FormField[] }) {
  const texts = useStartTexts();
  const starting = useStarting(props);
  const { draft, failure, busy, keep, start } = starting;
  const { inputs, isShownAtFields, read, goToRefused } = useFormFields({
    fields,
    failure,
    kept: draft.fields as Values | undefined,
    onKeep: (typed) => keep({ fields: typed }),
  });
  const onStart = async (): Promise<void> => {
    const variables = busy ? null : read(true);
    if (variables !== null) goToRefused(await start({ variables }));
  };
  return (
    <StartFrame
      why={texts.fieldsWhy}
      starting={starting}
      isShownAtFields={isShownAtFields}
      onStart={() => void onStart()}
    >
      {inputs}
    </StartFrame>
  );
}

export function FreeStart(props: StartProps) {
  const texts = useStartTexts();
  const starting = useStarting(props);
  const { draft, busy, keep, start } = starting;
  const rows = (draft.rows as readonly VariableRow[] | undefined) ?? [];
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const onStart = (): void => {
    const { wrong: unread, ...values } = readRows(rows, {});
    setWrong(unread);
    if (!busy && unread.length === 0) void start(values);
  };
  return (
    <StartFrame why={texts.valuesWhy} starting={starting} onStart={onStart}>
      <VariablesEditor rows={rows} wrong={wrong} onRows={(next) => keep({ rows: next })} />
    </StartFrame>
  );
}
