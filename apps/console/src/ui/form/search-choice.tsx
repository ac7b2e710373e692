// Lets somebody choose among more than a list can show: what is typed is searched for, and only what was found can be chosen.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUiTexts } from '../text/texts.ts';

export interface SearchedOption {
  readonly value: string;
  readonly label: string;
}

/** Answers what fits a text. */
export type SearchOptions = (text: string) => Promise<readonly SearchedOption[]>;

/** Whoever types is asked for once he pauses; one character is found in nearly everything. */
const TYPING_MS = 250;
const TEXT_MIN = 2;

interface SearchChoiceProps {
  readonly label: string;
  /** Names what is searched, among what is kept of the server. */
  readonly kind: string;
  readonly search: SearchOptions;
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
}

/** Answers what is typed, what to choose from, and the sentence where there is nothing; what was chosen stays in the list. */
function useSearched({ kind, search, value }: Pick<SearchChoiceProps, 'kind' | 'search' | 'value'>) {
  const texts = useUiTexts();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<SearchedOption | null>(null);
  const isChosen = chosen !== null && chosen.value === value && chosen.label === text;
  const found = useQuery({
    queryKey: ['choice', kind, text],
    enabled: text.length >= TEXT_MIN && !isChosen,
    placeholderData: keepPreviousData,
    queryFn: () => search(text),
  });
  const options = text.length < TEXT_MIN || isChosen ? [] : (found.data ?? []);
  const kept = value === null ? [] : [chosen?.value === value ? chosen : { value, label: value }];
  return {
    typed,
    setTyped,
    data: [...kept, ...options.filter((option) => option.value !== value)],
    nothing: typed.trim().length < TEXT_MIN ? texts.typeMore : found.isFetching ? texts.loading : texts.nothingFound,
    choose: (next: string | null) => setChosen(options.find((option) => option.value === next) ?? null),
  };
}

export function SearchChoice({ kind, search, value, onValue, label }: SearchChoiceProps) {
  const { typed, setTyped, data, nothing, choose } = useSearched({ kind, search, value });
  return (
    <Select
      label={label}
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
        choose(next);
        onValue(next);
      }}
    />
  );
}
