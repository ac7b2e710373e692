// Lets rows of a list be chosen, on whatever page they stand, so that something is done with all of them.
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from '../text/texts.ts';

interface SelectionParts<Row> {
  readonly keyOf: (row: Row) => string;
  /** Names a row for people. */
  readonly nameOf: (row: Row) => string;
  /** Whether something can be done with a row: without, it has no box; absent: every row has one. */
  readonly canChoose?: (row: Row) => boolean;
}

export interface Selection<Row> {
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly canChoose: (row: Row) => boolean;
  /** Rows that were chosen, in the order of choosing; each is as it was then. */
  readonly chosen: readonly Row[];
  has(row: Row): boolean;
  choose(rows: readonly Row[], on: boolean): void;
  /** Leaves only these rows chosen. */
  keep(rows: readonly Row[]): void;
}

export function useSelection<Row>({ keyOf, nameOf, canChoose = () => true }: SelectionParts<Row>): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    keyOf,
    nameOf,
    canChoose,
    chosen: [...chosen.values()],
    has: (row) => chosen.has(keyOf(row)),
    choose(rows, on) {
      const next = new Map(chosen);
      for (const row of rows) {
        if (on) next.set(keyOf(row), row);
        else next.delete(keyOf(row));
      }
      setChosen(next);
    },
    keep: (rows) => setChosen(new Map(rows.map((row) => [keyOf(row), row]))),
  };
}

interface ChooseRowProps<Row> {
  readonly selection: Selection<Row>;
  readonly row: Row;
}

export function ChooseRow<Row>({ selection, row }: ChooseRowProps<Row>) {
  const texts = useUiTexts();
  if (!selection.canChoose(row)) return null;
  return (
    <Checkbox
      aria-label={texts.selectRow(selection.nameOf(row))}
      checked={selection.has(row)}
      onChange={(event) => selection.choose([row], event.currentTarget.checked)}
    />
  );
}

interface ChooseAllProps<Row> {
  readonly selection: Selection<Row>;
  /** Rows of the page that is shown. */
  readonly rows: readonly Row[];
}

export function ChooseAll<Row>({ selection, rows }: ChooseAllProps<Row>) {
  const texts = useUiTexts();
  const open = rows.filter(selection.canChoose);
  const count = open.filter(selection.has).length;
  return (
    <Checkbox
      aria-label={texts.selectAll}
      disabled={open.length === 0}
      checked={count > 0 && count === open.length}
      indeterminate={count > 0 && count < open.length}
      onChange={() => selection.choose(open, count < open.length)}
    />
  );
}
