// Shows the files and links that people have attached to a task, and lets the person attach some.
import { Anchor, FileInput, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { When } from '../../../ui/text/when.tsx';
import { type Attachment, attachmentsQuery } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

const KIBIBYTE = 1_024;

export function Attachments({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const can = useCan();
  const attachments = useQuery(attachmentsQuery(taskId));
  const shown = attachments.data?.data ?? [];
  return (
    <Section title={texts.attachments}>
      <Stack>
        {attachments.isPending ? <Loading lines={1} /> : null}
        {attachments.isError ? <Failed error={attachments.error} onRetry={() => void attachments.refetch()} /> : null}
        {attachments.data?.totalElements === 0 ? <Text size="sm">{texts.noAttachments}</Text> : null}
        {shown.length === 0 ? null : (
          <ul className="k-remarks" aria-label={texts.attachments}>
            {shown.map((attachment) => (
              <OneAttachment key={attachment.id} taskId={taskId} attachment={attachment} />
            ))}
          </ul>
        )}
        {can('bpmnEngine.addTaskAttachment') ? <Attach taskId={taskId} /> : null}
      </Stack>
    </Section>
  );
}

/** Whoever attached it takes it away. */
function OneAttachment({ taskId, attachment }: { readonly taskId: string; readonly attachment: Attachment }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const language = useLanguage();
  const { username } = useSession();
  const { name, size, url, author, time } = attachment;
  const params = { id: taskId, attachmentId: attachment.id };
  const remove = async (): Promise<void> => {
    await api.bpmnEngine.deleteTaskAttachment({ params });
    await queries.invalidateQueries({ queryKey: ['task', taskId, 'attachments'] });
  };
  const save = async (): Promise<void> => {
    await saveFile((await api.bpmnEngine.getTaskAttachment({ params })).body, name);
  };
  return (
    <li>
      <Text size="sm" c="dimmed" component="div">
        {author} · <When date={time} />
        {size === null ? null : ` · ${texts.size(formatNumber(Math.ceil(size / KIBIBYTE), language))}`}
      </Text>
      <Group gap="xs">
        {url === null ? (
          <Act size="compact-sm" label={texts.download(name)} run={save} />
        ) : (
          <Anchor href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </Anchor>
        )}
        {author === username ? (
          <Act
            size="compact-sm"
            label={texts.removeAttachment(name)}
            question={texts.removeAttachmentSure}
            done={texts.attachmentRemoved}
            run={remove}
          />
        ) : null}
      </Group>
    </li>
  );
}

function Attach({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState('');
  // The same key for every try with this file or link: a lost answer attaches nothing twice.
  const key = useRef(newIdempotencyKey());
  const changeFile = (next: File | null): void => {
    setFile(next);
    key.current = newIdempotencyKey();
  };
  const changeUrl = (next: string): void => {
    setUrl(next);
    key.current = newIdempotencyKey();
  };
  const send = async (files: { readonly file?: readonly File[] }, fields: { readonly url?: string }): Promise<void> => {
    const headers = { 'idempotency-key': key.current };
    await api.bpmnEngine.addTaskAttachment({ params: { id: taskId }, files, fields, headers });
    await queries.invalidateQueries({ queryKey: ['task', taskId, 'attachments'] });
  };
  const sendFile = async (): Promise<void> => {
    await send(file === null ? {} : { file: [file] }, {});
    changeFile(null);
  };
  const sendUrl = async (): Promise<void> => {
    await send({}, { url: url.trim() });
    changeUrl('');
  };
  return (
    <>
      <Group align="end">
        <FileInput
          label={texts.file}
          placeholder={texts.chooseFile}
          clearable
          clearButtonProps={{ 'aria-label': texts.noFile }}
          value={file}
          onChange={changeFile}
        />
        <Act label={texts.attach} disabled={file === null} done={texts.attached} run={sendFile} />
      </Group>
      <Group align="end">
        <TextInput
          label={texts.link}
          type="url"
          value={url}
          onChange={(event) => changeUrl(event.currentTarget.value)}
        />
        <Act label={texts.attachLink} disabled={url.trim() === ''} done={texts.linkAttached} run={sendUrl} />
      </Group>
    </>
  );
}
