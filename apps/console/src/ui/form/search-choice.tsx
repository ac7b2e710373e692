// Lets somebody choose among more than a list can show: what is typed is searched for, and only what was found can be chosen.
import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUiTexts } from '../text/texts.ts';

export interface SearchedOption {
  readonly value: string;
  readonly label: string;
}

/** Finds what fits a text. */
export type SearchOptions = (text: string) => Promise<readonly SearchedOption[]>;

/** Time without typing after which is searched; one character is found in nearly everything. */
const TYPING_MS = 250;
const TEXT_MIN = 2;

interface SharedProps {
  readonly label: string;
  /** Kind of what is searched, among what is kept of the server. */
  readonly kind: string;
  readonly search: SearchOptions;
  readonly required?: boolean;
}

interface SearchChoiceProps extends SharedProps {
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
}

interface SearchChoicesProps extends SharedProps {
  readonly value: readonly string[];
  readonly onValue: (value: readonly string[]) => void;
}

/**
 * Searches: what is typed, what to choose from, and the sentence where there is nothing; what was chosen stays listed.
 */
function useSearched({ kind, search }: Pick<SharedProps, 'kind' | 'search'>, chosen: readonly string[]) {
  const texts = useUiTexts();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [seen, setSeen] = useState<readonly SearchedOption[]>([]);
  const isChosen = seen.some(({ label, value }) => label === text && chosen.includes(value));
  const found = useQuery({
    queryKey: ['choice', kind, text],
    enabled: text.length >= TEXT_MIN && !isChosen,
    placeholderData: keepPreviousData,
    queryFn: () => search(text),
  });
  const options = text.length < TEXT_MIN || isChosen ? [] : (found.data ?? []);
  const known = new Map([...seen, ...options].map((option) => [option.value, option]));
  const kept = chosen.map((value) => known.get(value) ?? { value, label: value });
  return {
    typed,
    setTyped,
    data: [...kept, ...options.filter(({ value }) => !chosen.includes(value))],
    nothing: typed.trim().length < TEXT_MIN ? texts.typeMore : found.isFetching ? texts.loading : texts.nothingFound,
    remember: (values: readonly string[]) => setSeen([...known.values()].filter(({ value }) => values.includes(value))),
  };
}

export function SearchChoice({ kind, search, value, onValue, ...shown }: SearchChoiceProps) {
  const { typed, setTyped, data, nothing, remember } = useSearched({ kind, search }, value === null ? [] : [value]);
  return (
    <Select
      {...shown}
      searchable
      clearable
      data={data}
      // The server has chosen what fits.
      filter={({ options }) => options}
      value={value}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={nothing}
      onChange={(next) => {
        remember(next === null ? [] : [next]);
        onValue(next);
      }}
    />
  );
}

export function SearchChoices({ kind, search, value, onValue, ...shown }: SearchChoicesProps) {
  const { typed, setTyped, data, nothing, remember } = useSearched({ kind, search }, value);
  return (
    <MultiSelect
      {...shown}
      searchable
      hidePickedOptions
      data={data}
      filter={({ options }) => options}
      value={[...value]}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={nothing}
      onChange={(next) => {
        remember(next);
        onValue(next);
      }}
    />
  );
}
