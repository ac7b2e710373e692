// Sends a form on top of the record that it began with, and finds out what to do when somebody was faster.
import { useState } from 'react';
import { isCode, problemOf } from '../../lib/error.ts';
import { type Draft, useBegun } from './use-draft.ts';
import { type Field, sentValues, shownOf, type Values } from './values.ts';

export interface SendingParts {
  readonly fields: readonly Field[];
  readonly initial: Values;
  readonly onSubmit: (values: Record<string, unknown>, base: Values) => Promise<Values | undefined>;
  readonly onConflict?: () => Promise<Values>;
}

/** Makes messages by field: `authorityList[2]` is one of `authorityList`. */
function fieldErrors(error: unknown): Record<string, string> {
  const messages = Object.entries(problemOf(error).fields).map(([path, texts]) => [
    path.split(/[.[]/, 1)[0],
    texts.join(' '),
  ]);
  return Object.fromEntries(messages);
}

export function useSending({ fields, initial, onSubmit, onConflict }: SendingParts, draft: Draft) {
  const [base, setBase] = useBegun(initial);
  const [failure, setFailure] = useState<unknown>(null);
  const [theirs, setTheirs] = useState<Values | null>(null);
  const [busy, setBusy] = useState(false);
  /** Where only something else of the record has changed, nobody has to be asked. */
  const isSame = (one: Values, other: Values): boolean =>
    fields.every((field) => shownOf(field, one) === shownOf(field, other));
  const attempt = async (onto: Values): Promise<void> => {
    const next = await onSubmit(sentValues(draft.values, onto), onto);
    draft.settle(next ?? draft.values);
    setTheirs(null);
    if (next !== undefined) setBase(next);
  };
  const attemptOrAsk = async (onto: Values): Promise<void> => {
    try {
      await attempt(onto);
    } catch (error) {
      if (onConflict === undefined || !isCode(error, 'VERSION_CONFLICT')) throw error;
      const newer = await onConflict();
      if (isSame(newer, onto)) await attempt(newer);
      else setTheirs(newer);
    }
  };
  return {
    base,
    /** What the server said of fields. */
    errors: fieldErrors(failure),
    failure,
    theirs,
    busy,
    forget: () => setFailure(null),
    async send(onto: Values): Promise<void> {
      setBusy(true);
      setFailure(null);
      try {
        await attemptOrAsk(onto);
      } catch (error) {
        setFailure(error);
      }
      setBusy(false);
    },
    startOver(start: Values): void {
      draft.settle(start);
      setTheirs(null);
      setFailure(null);
      setBase(start);
    },
  };
}
