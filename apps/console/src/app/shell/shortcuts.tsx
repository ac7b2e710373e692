// Goes by keys alone: to a page by two letters, to the search, and to the list of these keys; never while somebody types.
import { Kbd, Modal, Table } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { address, levelAbove } from '../../lib/address.ts';
import { type OperationName, useCan } from '../../lib/session.ts';
import { isCovered, isTaken } from '../../lib/typing.ts';
import { PageSearch } from './page-search.tsx';
import { useShellTexts } from './texts.ts';

/** The second letter follows the first within this time, or means nothing. */
const PAIR_MS = 1_500;

/** The pages that a letter behind `g` leads to, and what each needs. */
export const keyedPages = [
  { letter: 'h', page: 'home', operation: null },
  { letter: 't', page: 'tasks', operation: 'bpmnEngine.task_queryPage' },
  { letter: 's', page: 'start', operation: 'bpmnEngine.startProcessInstanceByKey' },
  { letter: 'p', page: 'instances', operation: 'bpmnEngine.processInstance_queryPage' },
  { letter: 'i', page: 'inbox', operation: 'notificationPolling.queryNotifications' },
  { letter: 'u', page: 'users', operation: 'authentication.queryUserPage' },
  { letter: 'r', page: 'roles', operation: 'authentication.queryRolePage' },
  { letter: 'e', page: 'settings', operation: 'systemSetting.queryDataPage' },
  { letter: 'm', page: 'mails', operation: 'mailNotification.queryMailPage' },
  { letter: 'v', page: 'events', operation: 'loggerProducer.searchEvents' },
  { letter: 'a', page: 'account', operation: null },
] as const satisfies readonly { letter: string; page: string; operation: OperationName | null }[];

interface ShortcutsProps {
  readonly searching: boolean;
  readonly onSearching: (searching: boolean) => void;
}

/** Goes to the page above this one, with the search, the filters and the page of its list as they were. */
function useGoUp(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const left = useRef(new Map<string, object>());
  useEffect(() => {
    left.current.set(pathname, search);
  }, [pathname, search]);
  return () => {
    const above = levelAbove(pathname);
    if (above !== null) void navigate({ to: above, search: (left.current.get(above) ?? {}) as never });
  };
}

export function Shortcuts({ searching, onSearching }: ShortcutsProps) {
  const can = useCan();
  const navigate = useNavigate();
  const [helping, setHelping] = useState(false);
  const begun = useRef(0);
  const goUp = useGoUp();
  const searches = can('systemMenu.search');
  const open = keyedPages.filter(({ operation }) => operation === null || can(operation));
  const onKey = (event: KeyboardEvent): void => {
    const isSearch = event.key === 'k' && (event.ctrlKey || event.metaKey);
    if (!isSearch && isTaken(event)) return;
    const target = Date.now() - begun.current < PAIR_MS ? open.find(({ letter }) => letter === event.key) : undefined;
    begun.current = event.key === 'g' ? Date.now() : 0;
    if (target !== undefined) void navigate({ to: address(target.page) });
    else if (searches && (isSearch || event.key === '/')) onSearching(true);
    else if (event.key === '?') setHelping(true);
    else if (event.key === 'Escape' && !event.defaultPrevented && !isCovered()) goUp();
    else return;
    event.preventDefault();
  };
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => latest.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <PageSearch opened={searching} onClose={() => onSearching(false)} />
      <Help opened={helping} searches={searches} letters={open} onClose={() => setHelping(false)} />
    </>
  );
}

interface HelpProps {
  readonly opened: boolean;
  readonly searches: boolean;
  readonly letters: readonly (typeof keyedPages)[number][];
  readonly onClose: () => void;
}

function Help({ opened, searches, letters, onClose }: HelpProps) {
  const texts = useShellTexts();
  const rows = [
    ...(searches ? [{ keys: ['/'], meaning: texts.search }] : []),
    ...letters.map(({ letter, page }) => ({ keys: ['g', letter], meaning: texts.goTo[page] })),
    { keys: ['j', 'k'], meaning: texts.rowKeys },
    { keys: ['x'], meaning: texts.chooseKey },
    { keys: ['Esc'], meaning: texts.backKey },
    { keys: ['?'], meaning: texts.keys },
  ];
  return (
    <Modal opened={opened} onClose={onClose} title={texts.keys} closeButtonProps={{ 'aria-label': texts.close }}>
      <Table>
        <Table.Tbody>
          {rows.map(({ keys, meaning }) => (
            <Table.Tr key={meaning}>
              <Table.Th>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
