// Does the same with all rows that were chosen, one after the other: shows how far it is, lets it be stopped, and lists of which
// rows it was refused.
import { Alert, Button, List, Progress, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { problemOf } from '../../lib/error.ts';
import { showNotice } from '../text/notice.tsx';
import { useUiTexts } from '../text/texts.ts';
import type { Selection } from './selection.tsx';

/** Names that are shown; more than these are counted. */
const NAMES_SHOWN = 10;

type Work<Row> = (row: Row) => Promise<unknown>;

/** Does the work with every chosen row; `undo` takes it back from one where it was done. */
export type Each<Row> = (work: Work<Row>, undo?: Work<Row>) => Promise<void>;

interface Refused {
  readonly key: string;
  readonly name: string;
  readonly error: unknown;
}

interface Under {
  readonly done: number;
  readonly all: number;
}

/** Goes through the rows until somebody stops it; the answer says what became of each that was tried. */
function useRun<Row>({ keyOf, nameOf }: Selection<Row>) {
  const [under, setUnder] = useState<Under | null>(null);
  const stopped = useRef(false);
  const run = async (rows: readonly Row[], work: Work<Row>) => {
    stopped.current = false;
    const done: Row[] = [];
    const failed: Row[] = [];
    const refused: Refused[] = [];
    for (const [at, row] of rows.entries()) {
      if (stopped.current) break;
      setUnder({ done: at, all: rows.length });
      try {
        await work(row);
        done.push(row);
      } catch (error) {
        failed.push(row);
        refused.push({ key: keyOf(row), name: nameOf(row), error });
      }
    }
    setUnder(null);
    return { done, refused, left: [...failed, ...rows.slice(done.length + failed.length)] };
  };
  return { under, run, stop: () => (stopped.current = true) };
}

interface BulkBarProps<Row> {
  readonly selection: Selection<Row>;
  /** Queries that are stale afterwards. */
  readonly stale: readonly QueryKey[];
  readonly children: (each: Each<Row>) => ReactNode;
}

export function BulkBar<Row>({ selection, stale, children }: BulkBarProps<Row>) {
  const texts = useUiTexts();
  const queries = useQueryClient();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { chosen, keep } = selection;
  const { under, run, stop } = useRun(selection);
  const refresh = (): Promise<unknown> => Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const box = useRef<HTMLDivElement>(null);
  const each: Each<Row> = async (work, undo) => {
    setRefused([]);
    // What was pressed goes away now, with its dialog: the focus stays where it stood.
    box.current?.focus();
    const { done, refused: now, left } = await run(chosen, work);
    setRefused(now);
    // Those that are left stay chosen: whoever knows why they were refused tries them again.
    keep(left);
    const takeBack = async (): Promise<void> => {
      if (undo === undefined) return;
      const back = await run(done, undo);
      setRefused(back.refused);
      await refresh();
    };
    showNotice(texts.doneFor(done.length), undo === undefined || done.length === 0 ? null : takeBack);
    await refresh();
  };
  return (
    <div ref={box} tabIndex={-1} className="k-bulk">
      <RefusedList refused={refused} onClose={() => setRefused([])} />
      {under === null ? null : <Running under={under} onStop={stop} />}
      {chosen.length === 0 || under !== null ? null : (
        <fieldset className="k-bulk-bar" aria-label={texts.selected(chosen.length)}>
          <Text size="sm" mr="xs">
            {texts.selected(chosen.length)}
          </Text>
          {children(each)}
          <Button variant="subtle" size="compact-sm" onClick={() => keep([])}>
            {texts.selectNone}
          </Button>
        </fieldset>
      )}
    </div>
  );
}

function Running({ under: { done, all }, onStop }: { readonly under: Under; readonly onStop: () => void }) {
  const texts = useUiTexts();
  return (
    <div className="k-bulk-bar">
      <Text size="sm" component="output">
        {texts.doneOf(done, all)}
      </Text>
      <Progress className="k-bulk-progress" value={(done / all) * 100} aria-label={texts.doneOf(done, all)} />
      <Button variant="default" size="compact-sm" onClick={onStop}>
        {texts.stop}
      </Button>
    </div>
  );
}

function RefusedList({ refused, onClose }: { readonly refused: readonly Refused[]; readonly onClose: () => void }) {
  const texts = useUiTexts();
  if (refused.length === 0) return null;
  return (
    <div className="k-bulk-refused">
      <Alert
        color="red"
        variant="light"
        role="alert"
        title={texts.refusedFor(refused.length)}
        withCloseButton
        closeButtonLabel={texts.close}
        onClose={onClose}
      >
        <List size="sm">
          {refused.map(({ key, name, error }) => (
            <List.Item key={key}>{`${name}: ${problemOf(error).message ?? texts.unanswered}`}</List.Item>
          ))}
        </List>
      </Alert>
    </div>
  );
}

/** Names what an act goes for, before it is done: the first of them, and how many more there are. */
export function Names<Row>({ selection: { chosen, keyOf, nameOf } }: { readonly selection: Selection<Row> }) {
  const texts = useUiTexts();
  const rest = chosen.length - NAMES_SHOWN;
  return (
    <List size="sm" mt="xs">
      {chosen.slice(0, NAMES_SHOWN).map((row) => (
        <List.Item key={keyOf(row)}>{nameOf(row)}</List.Item>
      ))}
      {rest > 0 ? <List.Item>{texts.andMore(rest)}</List.Item> : null}
    </List>
  );
}
