// Edits what a template says in one locale, with everything that is wrong with it, beside how it looks filled in.
import { Alert, Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { problemOf } from '../../../lib/error.ts';
import { useCan } from '../../../lib/session.ts';
import { Conflict } from '../../../ui/form/conflict.tsx';
import { OldDraft } from '../../../ui/form/old-draft.tsx';
import { type Draft, useDraft } from '../../../ui/form/use-draft.ts';
import { useSending } from '../../../ui/form/use-sending.ts';
import type { Values } from '../../../ui/form/values.ts';
import { Failed } from '../../../ui/page/states.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { Preview } from './preview.tsx';
import { type Entry, previewWritten, type Shown, type Template, templateQuery, type Written } from './template-data.ts';
import { useTemplatesTexts } from './texts.ts';

/** Time without typing after which it is shown how a template looks. */
const TYPING_MS = 400;

interface LocaleEditorProps {
  readonly template: Template;
  readonly locale: string;
  readonly entry: Entry;
}

const valuesOf = ({ subject, content, contentType, textContent, uuid, version }: Entry): Values => ({
  subject: subject ?? '',
  content,
  contentType,
  textContent: textContent ?? '',
  uuid,
  version,
});

const fieldsOf = (texts: ReturnType<typeof useTemplatesTexts>) =>
  (['subject', 'contentType', 'content', 'textContent'] as const).map((name) => ({ name, label: texts[name] }));

/** Reads values that somebody writes as objects; null while they are none. */
function parametersOf(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {};
  try {
    const made: unknown = JSON.parse(text);
    return typeof made === 'object' && made !== null && !Array.isArray(made) ? { ...made } : null;
  } catch {
    return null;
  }
}

/** Sends what is written on top of the entry that it began with. */
function useEntrySending({ template: { uuid }, locale, entry }: LocaleEditorProps, draft: Draft) {
  const texts = useTemplatesTexts();
  const client = useQueryClient();
  const readEntry = async (): Promise<Values> => {
    const { contentMap } = await client.fetchQuery({ ...templateQuery(uuid), staleTime: 0 });
    return valuesOf(contentMap[locale] ?? entry);
  };
  const onSubmit = async (_values: Record<string, unknown>, base: Values): Promise<Values> => {
    const body = { uuid: String(base.uuid), version: Number(base.version), ...writtenOf(draft.values) };
    await api.mailNotification.updateTemplateContent({ params: { uuid, locale }, body });
    showNotice(texts.saved);
    const now = await readEntry();
    await client.invalidateQueries({ queryKey: ['templates', uuid, 'versions'] });
    return now;
  };
  return useSending({ fields: fieldsOf(texts), initial: valuesOf(entry), onSubmit, onConflict: readEntry }, draft);
}

export function LocaleEditor(props: LocaleEditorProps) {
  const { template, locale, entry } = props;
  const texts = useTemplatesTexts();
  const can = useCan();
  const fields = fieldsOf(texts);
  const draft = useDraft(`template ${template.uuid} ${locale}`, valuesOf(entry), fields);
  const { base, busy, failure, theirs, send, startOver } = useEntrySending(props, draft);
  const [sample, setSample] = useState('');
  const [asked] = useDebouncedValue({ written: writtenOf(draft.values), sample }, TYPING_MS);
  const preview = useQuery({
    queryKey: ['templates', template.uuid, 'preview', locale, asked, template.version],
    enabled: can('mailNotification.mail_preview'),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => previewWritten(template, locale, asked.written, parametersOf(asked.sample) ?? {}),
  });
  // What is shown while something is wrong is what could be shown last.
  const last = useRef<Shown | null>(null);
  last.current = preview.data ?? last.current;
  const mayEdit = can('mailNotification.updateTemplateContent');
  return (
    <div className="k-beside">
      <Stack gap="sm">
        {draft.isOld ? <OldDraft onDrop={() => startOver(base)} /> : null}
        <Inputs isMail={template.type === 'MAIL'} mayEdit={mayEdit} draft={draft} />
        <Problems error={preview.error} />
        {failure === null ? null : <Failed error={failure} />}
        {theirs === null ? null : (
          <Conflict
            fields={fields}
            mine={draft.values}
            theirs={theirs}
            onTake={() => startOver(theirs)}
            onKeep={() => void send(theirs)}
          />
        )}
        {mayEdit ? (
          <div>
            <Button loading={busy} onClick={() => void send(base)}>
              {texts.save}
            </Button>
          </div>
        ) : null}
      </Stack>
      <Stack gap="sm">
        <Textarea
          label={texts.sample}
          description={texts.sampleHelp}
          error={parametersOf(sample) === null ? texts.noObject : null}
          classNames={{ input: 'k-mono' }}
          rows={3}
          resize="vertical"
          spellCheck={false}
          value={sample}
          onChange={(event) => setSample(event.currentTarget.value)}
        />
        {last.current === null ? null : <Preview shown={last.current} isOld={preview.isError} />}
      </Stack>
    </div>
  );
}

interface InputsProps {
  readonly isMail: boolean;
  readonly mayEdit: boolean;
  readonly draft: Draft;
}

function Inputs({ isMail, mayEdit, draft }: InputsProps) {
  const texts = useTemplatesTexts();
  const inputOf = (name: string) => ({
    value: String(draft.values[name] ?? ''),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      draft.change(name, event.currentTarget.value),
  });
  const area = { classNames: { input: 'k-mono' }, resize: 'vertical', spellCheck: false, readOnly: !mayEdit } as const;
  const types = Object.entries(texts.contentTypes).map(([value, label]) => ({ value, label }));
  return (
    <>
      {isMail ? <TextInput label={texts.subject} required readOnly={!mayEdit} {...inputOf('subject')} /> : null}
      <NativeSelect label={texts.contentType} disabled={!mayEdit} data={types} {...inputOf('contentType')} />
      <Textarea label={texts.content} description={texts.contentHelp} rows={16} {...area} {...inputOf('content')} />
      <Textarea
        label={texts.textContent}
        description={texts.textContentHelp}
        rows={4}
        {...area}
        {...inputOf('textContent')}
      />
    </>
  );
}

function writtenOf(values: Values): Written {
  const orNull = (name: string): string | null => (values[name] === '' ? null : String(values[name]));
  return {
    subject: orNull('subject'),
    content: String(values.content ?? ''),
    contentType: values.contentType as Written['contentType'],
    textContent: orNull('textContent'),
  };
}

/** Lists everything that keeps the text from being filled in, each with its place. */
function Problems({ error }: { readonly error: unknown }) {
  const texts = useTemplatesTexts();
  if (error === null) return null;
  const { arguments: found, message } = problemOf(error);
  const described = found.filter((one) => typeof one.message === 'string');
  const placeOf = ({ part, line, column }: Readonly<Record<string, unknown>>): string =>
    line === undefined ? '' : `${texts.parts[String(part) as keyof typeof texts.parts] ?? ''} ${line}:${column}: `;
  return (
    <Alert color="red" variant="light" role="status" title={message ?? texts.noPreview}>
      <ul className="k-problems">
        {described.map((one) => (
          <li key={JSON.stringify(one)}>
            {placeOf(one)}
            {String(one.message)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
