// Finds a page of the menu by a part of its name, and instances, tasks, people and events of a request by what names them; leads there.
import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkComponentProps, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { pathOfMenu } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { useLanguage } from '../../lib/locale.ts';
import { useCan } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { Failed } from '../../ui/page/states.tsx';
import { findRecords } from './find-records.ts';
import { useIsOurs } from './menu-tree.ts';
import { useShellTexts } from './texts.ts';

const TYPING_MS = 200;
const HITS = 10;

interface PageSearchProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface Hit {
  readonly key: string;
  readonly label: string;
  /** What was found, or where it stands. */
  readonly what: string;
  readonly link: LinkComponentProps;
}

export function PageSearch({ opened, onClose }: PageSearchProps) {
  const texts = useShellTexts();
  return (
    <Modal opened={opened} onClose={onClose} title={texts.search} closeButtonProps={{ 'aria-label': texts.close }}>
      <Search onGone={onClose} />
    </Modal>
  );
}

/** Finds pages first, then records; null while nothing was found out yet. */
function useHits(text: string) {
  const texts = useShellTexts();
  const language = useLanguage();
  const can = useCan();
  const isOurs = useIsOurs();
  const shared = { enabled: text !== '', placeholderData: keepPreviousData } as const;
  const pages = useQuery({
    ...shared,
    queryKey: ['menu', 'search', language, text],
    queryFn: async () => (await api.systemMenu.search({ body: { text, limit: HITS } })).body,
  });
  const records = useQuery({
    ...shared,
    queryKey: ['search', 'records', language, text],
    queryFn: () => findRecords(text, can),
  });
  const pageHits = (pages.data ?? []).flatMap(({ node, breadcrumbList }): readonly Hit[] => {
    const path = node.path === undefined ? null : pathOfMenu(node.path);
    if (path === null || !isOurs(path)) return [];
    return [{ key: node.uuid, label: node.displayName, what: breadcrumbList.join(' › '), link: { to: path } }];
  });
  const recordHits = (records.data ?? []).map(
    ({ kind, key, label, path, search }): Hit => ({
      key,
      label,
      what: texts.kinds[kind],
      link: { to: path, ...(search === undefined ? {} : { search: search as never }) },
    }),
  );
  return {
    hits: text === '' ? [] : [...pageHits, ...recordHits],
    isDone: text !== '' && pages.isFetched && records.isFetched && !pages.isFetching && !records.isFetching,
    error: pages.error ?? records.error,
  };
}

function Search({ onGone }: { readonly onGone: () => void }) {
  const texts = useShellTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { hits, isDone, error } = useHits(text);
  const openFirst = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = hits;
    // Whoever is faster than the search does not open what was found for less than the whole text.
    if (first === undefined || text !== typed.trim()) return;
    onGone();
    void navigate(first.link as never);
  };
  return (
    <form onSubmit={openFirst}>
      <TextInput
        data-autofocus
        label={texts.searchPages}
        description={texts.searchHelp}
        type="search"
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error === null ? null : <Failed error={error} />}
      <output>
        {isDone && error === null && hits.length === 0 ? (
          <Text size="sm" mt="sm">
            {texts.noPage}
          </Text>
        ) : null}
      </output>
      <ul className="k-hits">
        {hits.map(({ key, label, what, link }) => (
          <li key={key}>
            <Link {...link} className="k-shell-link" onClick={onGone}>
              {label}
            </Link>
            <Text size="sm" c="dimmed">
              {what}
            </Text>
          </li>
        ))}
      </ul>
    </form>
  );
}
