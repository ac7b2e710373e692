// Shows the terms of the line as chips to take away, and the most frequent values of a field to add.
import { NativeSelect, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { type Asked, queryOf } from './event-data.ts';
import { type FieldName, readLine, type Term, writeLine, writeTerm } from './query-line.ts';
import { useEventsTexts } from './texts.ts';

const counted = {
  level: 'level',
  name: 'eventName',
  service: 'service',
  instance: 'instance',
  user: 'username',
  action: 'action',
  outcome: 'outcome',
  ip: 'clientIp',
  tag: 'tagList',
} as const satisfies Partial<Record<FieldName, string>>;
type CountedField = keyof typeof counted;

interface ChipsProps {
  readonly line: string;
  readonly onLine: (line: string) => void;
}

export function Terms({ line, onLine }: ChipsProps) {
  const texts = useEventsTexts();
  const terms = readLine(line);
  if (terms.length === 0) return null;
  const labelOf = ({ field, value }: Term): string => (field === null ? value : `${texts.fields[field]}: ${value}`);
  return (
    <div className="k-chips">
      {terms.map((term) => (
        <UnstyledButton
          key={writeTerm(term)}
          className="k-chip"
          aria-label={texts.takeAway(labelOf(term))}
          onClick={() => onLine(writeLine(terms.filter((one) => one !== term)))}
        >
          {labelOf(term)}
          <Icon name="x" size={12} />
        </UnstyledButton>
      ))}
    </div>
  );
}

/** The most frequent values of a field, asked for once somebody wants to know, as it counts all events of the range. */
export function Values({ asked, line, onLine }: ChipsProps & { readonly asked: Asked }) {
  const texts = useEventsTexts();
  const language = useLanguage();
  const [field, setField] = useState<CountedField | ''>('');
  const { data } = useQuery({
    queryKey: ['events', 'values', field, asked],
    enabled: field !== '',
    queryFn: async () => {
      const body = { query: queryOf(asked), field: counted[field || 'level'], limit: 12 };
      return (await api.loggerProducer.fieldValues({ body })).body.valueList;
    },
  });
  const add = (term: Term): void => onLine(writeLine([...readLine(line), term]));
  const options = Object.keys(counted).map((name) => ({ value: name, label: texts.fields[name as CountedField] }));
  return (
    <>
      <NativeSelect
        label={texts.values}
        size="sm"
        data={[{ value: '', label: texts.none }, ...options]}
        value={field}
        onChange={(event) => setField(event.currentTarget.value as CountedField | '')}
      />
      {data === undefined || field === '' ? null : (
        <div className="k-chips k-values">
          {data.map(({ value, count }) => (
            <UnstyledButton key={value} className="k-chip" onClick={() => add({ field, value })}>
              {value} <strong>{formatNumber(count, language)}</strong>
            </UnstyledButton>
          ))}
        </div>
      )}
    </>
  );
}
