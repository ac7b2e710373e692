// Shows the files and links that people have attached to a task, and lets the person attach some.
import { Anchor, FileInput, Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useCan, useSession } from '../../../lib/session.ts';
import { Act } from '../../../ui/dialog/act.tsx';
import { Remarks } from './remarks.tsx';
import { type Attachment, attachmentsQuery } from './task-data.ts';
import { useTaskTexts } from './texts.ts';

const KIBIBYTE = 1_024;

export function Attachments({ taskId }: { readonly taskId: string }) {
  const texts = useTaskTexts();
  const can = useCan();
  const language = useLanguage();
  return (
    <Remarks
      title={texts.attachments}
      none={texts.noAttachments}
      older={texts.olderAttachments}
      remarks={useQuery(attachmentsQuery(taskId))}
      aside={({ size }) =>
        size === null ? '' : ` · ${texts.size(formatNumber(Math.ceil(size / KIBIBYTE), language))}`
      }
      add={can('bpmnEngine.addTaskAttachment') ? <Attach taskId={taskId} /> : null}
    >
      {(attachment) => <OneAttachment taskId={taskId} attachment={attachment} />}
    </Remarks>
  );
}

/** One attachment, which whoever attached it can take away. */
function OneAttachment({ taskId, attachment }: { readonly taskId: string; readonly attachment: Attachment }) {
  const texts = useTaskTexts();
  const queries = useQueryClient();
  const { username } = useSession();
  const { name, url, author } = attachment;
  const params = { id: taskId, attachmentId: attachment.id };
  const remove = async (): Promise<void> => {
    await api.bpmnEngine.deleteTaskAttachment({ params });
    await queries.invalidateQueries({ queryKey: ['task', taskId, 'attachments'] });
  };
  const save = async (): Promise<void> => {
    await saveFile((await api.bpmnEngine.getTaskAttachment({ params })).body, name);
  };
  return (
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
