// Holds what is typed into a form, and keeps it as a draft until it is sent.
import { useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../lib/people/drafts.ts';
import { useSession } from '../../lib/session.ts';
import type { Field, Values } from './values.ts';

export interface Draft {
  readonly values: Values;
  /** Whether the form began with what was typed before. */
  readonly isOld: boolean;
  change(name: string, value: unknown): void;
  /** Forgets the draft; the form goes on with these values. */
  settle(values: Values): void;
}

/**
 * Answers what a form began with, and a way to begin anew. The same version of a record reads differently in another language:
 * then the form shows it so.
 */
export function useBegun(initial: Values): readonly [Values, (values: Values) => void] {
  const [begun, setBegun] = useState(initial);
  const isSame = begun.version !== undefined && begun.version === initial.version;
  return [isSame ? initial : begun, setBegun];
}

export function useDraft(place: string, initial: Values, fields: readonly Field[]): Draft {
  const { username } = useSession();
  const draftPlace = { username, place };
  const [kept] = useState(() => readDraft(draftPlace));
  const [isOld, setOld] = useState(kept !== null);
  const [begun, beginWith] = useBegun(initial);
  const [typed, setTyped] = useState<Values>(kept ?? {});
  return {
    values: { ...begun, ...typed },
    isOld,
    change(name, value) {
      const next = { ...typed, [name]: value };
      setTyped(next);
      const secret = fields.filter(({ widget }) => widget === 'password').map((field) => field.name);
      keepDraft(draftPlace, Object.fromEntries(Object.entries(next).filter(([key]) => !secret.includes(key))));
    },
    settle(next) {
      dropDraft(draftPlace);
      setOld(false);
      setTyped({});
      beginWith(next);
    },
  };
}
