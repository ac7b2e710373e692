// Asks for what an announcement says, for whom it is and when; beside it stands what people will see.
import { schema } from 'contract:body/notificationPolling/send';
import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { FieldInput } from '../../../ui/form/field-input.tsx';
import { OldDraft } from '../../../ui/form/old-draft.tsx';
import type { Draft } from '../../../ui/form/use-draft.ts';
import type { Field, Values } from '../../../ui/form/values.ts';
import { MessageCard, type MessageType } from '../../../ui/message/message-card.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Empty, Failed } from '../../../ui/page/states.tsx';
import { Audience } from './audience.tsx';
import { isWritten, sentOf } from './compose-data.ts';
import { useAnnouncementsTexts } from './texts.ts';
import './announcements.css';

/** Time without typing after which it is shown what people will see. */
const TYPING_MS = 400;

type AnnouncementsTexts = ReturnType<typeof useAnnouncementsTexts>;

/** The Turkish texts have the bounds of the English ones. */
const schemaOf = (name: string) => schema.properties?.[name.replace(/Tr$/, '')] ?? {};

export function fieldsOf(texts: AnnouncementsTexts): readonly Field[] {
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
    { name: 'actionUrl', label: texts.actionUrl, help: texts.actionUrlHelp, widget: 'line' },
    { name: 'actionLabel', label: texts.actionLabel },
    { name: 'pinned', label: texts.pinned },
    { name: 'dismissible', label: texts.dismissible },
    { name: 'acknowledgementRequired', label: texts.acknowledgementRequired },
  ];
}

/** The fields of an audience, as they are compared when somebody was faster; a part of their own asks for them. */
export function audienceFields(texts: AnnouncementsTexts): readonly Field[] {
  const words: Readonly<Record<string, string>> = { ...texts.audiences, kept: texts.audienceKept };
  return [
    { name: 'whom', label: texts.whom, shown: (value) => words[String(value)] ?? String(value) },
    { name: 'users', label: texts.audiences.users },
    { name: 'roles', label: texts.audiences.roles },
    { name: 'authorities', label: texts.audiences.authorities },
  ];
}

const REQUIRED: readonly string[] = ['title', 'content', 'type', 'contentType'];

export function isLater({ startDate }: Values): boolean {
  const starts = String(startDate ?? '');
  return starts !== '' && Date.parse(starts) > Date.now();
}

interface ComposeFormProps {
  readonly draft: Draft;
  readonly onDrop: () => void;
  /** The button that sends. */
  readonly children: ReactNode;
}

export function ComposeForm({ draft, onDrop, children }: ComposeFormProps) {
  const texts = useAnnouncementsTexts();
  const fields = fieldsOf(texts);
  return (
    <div className="k-compose">
      <Section title={texts.write}>
        <Stack gap="md">
          {draft.isOld ? <OldDraft onDrop={onDrop} /> : null}
          {fields.slice(0, 6).map((field) => (
            <Input key={field.name} field={field} draft={draft} />
          ))}
          <Audience values={draft.values} onValue={draft.change} />
          {fields.slice(6).map((field) => (
            <Input key={field.name} field={field} draft={draft} />
          ))}
          {children}
        </Stack>
      </Section>
      <Preview values={draft.values} />
    </div>
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

/** Shows each language as the inbox will, and counts how many people it is for. */
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
