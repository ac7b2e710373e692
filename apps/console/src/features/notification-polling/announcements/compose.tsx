// Composes an announcement in both languages, for whom it is, and from when on; beside it stands what people will see.
import { schema } from 'contract:body/notificationPolling/send';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { address } from '../../../lib/address.ts';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { FieldInput } from '../../../ui/form/field-input.tsx';
import { OldDraft } from '../../../ui/form/old-draft.tsx';
import { type Draft, useDraft } from '../../../ui/form/use-draft.ts';
import type { Field, Values } from '../../../ui/form/values.ts';
import { MessageCard, type MessageType } from '../../../ui/message/message-card.tsx';
import { Page, Section } from '../../../ui/page/page.tsx';
import { Empty, Failed } from '../../../ui/page/states.tsx';
import { To } from '../../../ui/page/to.tsx';
import { tell } from '../../../ui/text/notice.tsx';
import { Audience } from './audience.tsx';
import { isWritten, sentOf } from './compose-data.ts';
import { useAnnouncementsTexts } from './texts.ts';
import './announcements.css';

/** Whoever types sees what people will see once he pauses. */
const TYPING_MS = 400;
const START: Values = { type: 'INFO', contentType: 'TEXT', whom: 'all', dismissible: true };

type AnnouncementsTexts = ReturnType<typeof useAnnouncementsTexts>;

/** The Turkish texts have the bounds of the English ones. */
const schemaOf = (name: string) => schema.properties?.[name.replace(/Tr$/, '')] ?? {};

function fieldsOf(texts: AnnouncementsTexts): readonly Field[] {
  const options = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return [
    { name: 'title', label: texts.titleEn },
    { name: 'content', label: texts.contentEn },
    { name: 'titleTr', label: texts.titleTr, help: texts.turkishHelp },
    { name: 'contentTr', label: texts.contentTr },
    { name: 'contentType', label: texts.contentType, options: options(texts.contentTypes) },
    { name: 'type', label: texts.type, options: options(texts.types) },
    { name: 'startDate', label: texts.start, help: texts.startHelp },
    { name: 'endDate', label: texts.end, help: texts.endHelp },
    { name: 'actionUrl', label: texts.actionUrl, help: texts.actionUrlHelp },
    { name: 'actionLabel', label: texts.actionLabel },
    { name: 'pinned', label: texts.pinned },
    { name: 'dismissible', label: texts.dismissible },
    { name: 'acknowledgementRequired', label: texts.acknowledgementRequired },
  ];
}

const REQUIRED: readonly string[] = ['title', 'content', 'type', 'contentType'];

function useSending(draft: Draft) {
  const texts = useAnnouncementsTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // A lost answer is asked for again with the key of the first try.
  const key = useRef({ sent: '', key: newIdempotencyKey() });
  const send = async (publish: boolean): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const body = { ...sentOf(draft.values), publish };
    const sent = JSON.stringify(body);
    if (key.current.sent !== sent) key.current = { sent, key: newIdempotencyKey() };
    try {
      const answer = await api.notificationPolling.send({ body, headers: { 'idempotency-key': key.current.key } });
      const { uuid, status } = answer.body;
      draft.settle(START);
      tell(texts.sent[status]);
      await client.invalidateQueries({ queryKey: ['announcements'] });
      await navigate({ to: address('announcement', { uuid }) });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { failure, busy, send };
}

export function Compose() {
  const texts = useAnnouncementsTexts();
  const fields = fieldsOf(texts);
  const draft = useDraft('announcement new', START, fields);
  const { failure, busy, send } = useSending(draft);
  const starts = String(draft.values.startDate ?? '');
  const isLater = starts !== '' && Date.parse(starts) > Date.now();
  return (
    <Page title={texts.new} subtitle={<To to={address('announcements')}>{texts.all}</To>}>
      <div className="k-compose">
        <Section title={texts.write}>
          <Stack gap="md">
            {draft.isOld ? <OldDraft onDrop={() => draft.settle(START)} /> : null}
            {fields.slice(0, 6).map((field) => (
              <Input key={field.name} field={field} draft={draft} />
            ))}
            <Audience values={draft.values} onValue={draft.change} />
            {fields.slice(6).map((field) => (
              <Input key={field.name} field={field} draft={draft} />
            ))}
            {failure === null ? null : <Failed error={failure} />}
            <Group>
              <Button loading={busy} disabled={!isWritten(draft.values)} onClick={() => void send(true)}>
                {isLater ? texts.schedule : texts.publish}
              </Button>
              <Button variant="default" disabled={busy || !isWritten(draft.values)} onClick={() => void send(false)}>
                {texts.keep}
              </Button>
            </Group>
          </Stack>
        </Section>
        <Preview values={draft.values} />
      </div>
    </Page>
  );
}

function Input({ field, draft }: { readonly field: Field; readonly draft: Draft }) {
  return (
    <FieldInput
      field={field}
      schema={schemaOf(field.name)}
      isRequired={REQUIRED.includes(field.name)}
      value={draft.values[field.name]}
      error={null}
      onValue={(value) => draft.change(field.name, value)}
    />
  );
}

/** Shows each language as the inbox will, and counts for how many it is. */
function Preview({ values }: { readonly values: Values }) {
  const texts = useAnnouncementsTexts();
  const language = useLanguage();
  const [asked] = useDebouncedValue(values, TYPING_MS);
  const preview = useQuery({
    queryKey: ['announcements', 'preview', asked],
    enabled: isWritten(asked),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => (await api.notificationPolling.previewAnnouncement({ body: sentOf(asked) })).body,
  });
  const url = String(asked.actionUrl ?? '');
  const action = url === '' ? null : { url, label: String(asked.actionLabel ?? '') || url };
  const { data, error, isError } = preview;
  return (
    <Section title={texts.preview}>
      {data === undefined && !isError ? <Empty>{texts.previewEmpty}</Empty> : null}
      {isError ? <Failed error={error} /> : null}
      {data === undefined ? null : (
        <>
          <Text mb="md" component="output">
            {data.audienceEstimate === null
              ? texts.audienceUnknown
              : texts.audienceCount(
                  data.audienceEstimate,
                  formatNumber(data.audienceEstimate, language),
                  data.estimated,
                )}
          </Text>
          {data.texts.map(({ locale, title, contentHtml }) => (
            <div key={locale} className="k-compose-text">
              <Text size="sm" c="dimmed">
                {locale === 'default' ? texts.everyOther : (texts.localeNames[locale as 'en' | 'tr'] ?? locale)}
              </Text>
              <MessageCard
                startsOpen
                message={{
                  title,
                  html: contentHtml,
                  type: asked.type as MessageType,
                  date: String(asked.startDate ?? '') || new Date().toISOString(),
                  read: false,
                  pinned: asked.pinned === true,
                  action,
                }}
              />
            </div>
          ))}
        </>
      )}
    </Section>
  );
}
