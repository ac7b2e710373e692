// Makes many users at once from a file: first all that is wrong with it, then all of them or none.
import { Alert, FileInput, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../../lib/api.ts';
import { isCode, problemOf } from '../../../lib/error.ts';
import { Act, FormDialog } from '../../../ui/dialog/act.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { readPeople } from './read-people.ts';
import { useUsersTexts } from './texts.ts';

export function ImportUsers() {
  const texts = useUsersTexts();
  return <FormDialog label={texts.import}>{(close) => <ImportForm onDone={close} />}</FormDialog>;
}

interface Wrong {
  /** Line in the file, from 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly field: string;
  readonly message: string;
}

/** Whether an error says something of the file. */
function isOfFile(error: unknown): boolean {
  return error instanceof SyntaxError || isCode(error, 'VALIDATION_FAILED');
}

/** Reads `[2].email` as the third person's address. */
function wrongOf(error: unknown, noJson: string): readonly Wrong[] {
  if (error instanceof SyntaxError) return [{ line: null, field: '', message: noJson }];
  return problemOf(error).arguments.map(({ field, message }) => {
    const [, index, name = ''] = /^\[(\d+)\]\.?(.*)$/.exec(String(field)) ?? [];
    return { line: index === undefined ? null : Number(index) + 1, field: name, message: String(message) };
  });
}

function ImportForm({ onDone }: { readonly onDone: () => void }) {
  const texts = useUsersTexts();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  const [ready, setReady] = useState<number | null>(null);
  // The same key for every try with this text: a lost answer makes nobody twice.
  const key = useRef(newIdempotencyKey());
  const change = (next: string): void => {
    setText(next);
    setRefusal(null);
    setReady(null);
    key.current = newIdempotencyKey();
  };
  const send = async (dryRun: boolean): Promise<void> => {
    setRefusal(null);
    try {
      const body = readPeople(text);
      const headers = { 'idempotency-key': dryRun ? newIdempotencyKey() : key.current };
      const answer = await api.authentication.importUsers({ body, query: { dryRun }, headers });
      const { userCount } = answer.body;
      if (dryRun) return setReady(userCount);
      showNotice(texts.imported(userCount));
      onDone();
      await queries.invalidateQueries({ queryKey: ['users'] });
    } catch (error) {
      setReady(null);
      if (!isOfFile(error)) throw error;
      setRefusal(error);
    }
  };
  return (
    <Stack>
      <Text size="sm">{texts.importWhy}</Text>
      <FileInput
        label={texts.file}
        placeholder={texts.chooseFile}
        accept=".csv,.json,.txt"
        clearable
        clearButtonProps={{ 'aria-label': texts.noFile }}
        onChange={(file) => void file?.text().then(change)}
      />
      <Textarea
        label={texts.people}
        description={texts.peopleHelp}
        rows={6}
        classNames={{ input: 'k-mono' }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {refusal === null ? null : <WrongList refusal={refusal} />}
      {ready === null ? null : (
        <Alert color="green" variant="light" role="status">
          {texts.canImport(ready)}
        </Alert>
      )}
      <Group>
        <Act
          label={texts.check}
          variant={ready === null ? 'filled' : 'default'}
          disabled={text.trim() === ''}
          run={() => send(true)}
        />
        {ready === null ? null : <Act label={texts.importAll(ready)} variant="filled" run={() => send(false)} />}
      </Group>
    </Stack>
  );
}

function WrongList({ refusal }: { readonly refusal: unknown }) {
  const texts = useUsersTexts();
  const wrong = wrongOf(refusal, texts.noJson);
  return (
    <Alert color="red" variant="light" role="alert" title={texts.cannotImport(wrong.length)}>
      <List size="sm">
        {wrong.map(({ line, field, message }) => (
          <List.Item key={`${line} ${field} ${message}`}>
            {line === null ? message : texts.wrongAt(line, field, message)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
