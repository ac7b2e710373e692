// Surrounds every page: bar, menu, content, and the dialogs that a lost session needs.
import { ActionIcon, Button, Drawer } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isServed, signOut, useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { Loading } from '../../ui/page/states.tsx';
import { Notices } from '../../ui/text/notice.tsx';
import { LastSignIn } from './last-sign-in.tsx';
import { Menu } from './menu.tsx';
import { SessionDialogs } from './session-dialogs.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useShellTexts } from './texts.ts';
import { TopBar } from './top-bar.tsx';
import './shell.css';

export function Shell() {
  const texts = useShellTexts();
  const session = useSession();
  const [opened, setOpened] = useState(false);
  const [searching, setSearching] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <div className="k-shell">
      <button type="button" className="k-skip" onClick={() => document.getElementById('content')?.focus()}>
        {texts.skip}
      </button>
      <TopBar opened={opened} onMenu={() => setOpened(!opened)}>
        {isServed('systemMenu.search') ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.search}
            title={texts.search}
            aria-haspopup="dialog"
            onClick={() => setSearching(true)}
          >
            <Icon name="search" />
          </ActionIcon>
        ) : null}
      </TopBar>
      <aside className="k-side">
        <Menu onGone={close} />
      </aside>
      <Drawer
        opened={opened}
        onClose={close}
        title={texts.menu}
        size="18rem"
        closeButtonProps={{ 'aria-label': texts.cancel }}
      >
        <Menu onGone={close} />
      </Drawer>
      <main className="k-main" id="content" tabIndex={-1}>
        {session.actor === null ? null : (
          <p className="k-acting" role="status">
            {texts.actingFor(session.actor, session.username)}{' '}
            <Button size="compact-sm" variant="default" onClick={() => void signOut()}>
              {texts.stopActing}
            </Button>
          </p>
        )}
        <LastSignIn />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Notices />
      <Shortcuts searching={searching} onSearching={setSearching} />
      <SessionDialogs />
    </div>
  );
}
