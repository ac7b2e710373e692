// Finds a page of the menu by a part of its name and leads there.
import { Modal, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkComponentProps, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { pathOfMenu } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { useLanguage } from '../../lib/locale.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { useShellTexts } from './texts.ts';

const TYPING_MS = 150;
const HITS = 10;

interface PageSearchProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function PageSearch({ opened, onClose }: PageSearchProps) {
  const texts = useShellTexts();
  return (
    <Modal opened={opened} onClose={onClose} title={texts.search} closeButtonProps={{ 'aria-label': texts.close }}>
      <Search onGone={onClose} />
    </Modal>
  );
}

function Search({ onGone }: { readonly onGone: () => void }) {
  const texts = useShellTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { routesByPath } = useRouter();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const found = useQuery({
    queryKey: ['menu', 'search', language, text],
    enabled: text !== '',
    placeholderData: keepPreviousData,
    queryFn: async () => (await api.systemMenu.search({ body: { text, limit: HITS } })).body,
  });
  const hits = (text === '' ? [] : (found.data ?? [])).flatMap(({ node, breadcrumbList }) => {
    const path = node.path === undefined ? null : pathOfMenu(node.path);
    if (path === null || !Object.hasOwn(routesByPath, path)) return [];
    return [{ uuid: node.uuid, label: node.displayName, trail: breadcrumbList.join(' › '), path }];
  });
  const openFirst = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = hits;
    if (first === undefined) return;
    onGone();
    void navigate({ to: first.path });
  };
  return (
    <form onSubmit={openFirst}>
      <TextInput
        data-autofocus
        label={texts.searchPages}
        type="search"
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <output>
        {text !== '' && found.isSuccess && hits.length === 0 ? (
          <Text size="sm" mt="sm">
            {texts.noPage}
          </Text>
        ) : null}
      </output>
      <ul className="k-hits">
        {hits.map(({ uuid, label, trail, path }) => {
          const link: LinkComponentProps = { to: path };
          return (
            <li key={uuid}>
              <Link {...link} className="k-shell-link" onClick={onGone}>
                {label}
              </Link>
              <Text size="sm" c="dimmed">
                {trail}
              </Text>
            </li>
          );
        })}
      </ul>
    </form>
  );
}
