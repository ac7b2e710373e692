// Shows the bar above every page: the way home, and what belongs to the person.
import { Burger, Button, Group, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { address } from '../../lib/address.ts';
import { languages, setLanguage, useLanguage } from '../../lib/locale.ts';
import { isServed, signOut, useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { Mark } from '../../ui/icon/mark.tsx';
import { Bell } from './bell.tsx';
import { useShellTexts } from './texts.ts';

const languageNames = { en: 'English', tr: 'Türkçe' } as const;
const themes = ['light', 'dark', 'auto'] as const;

function PersonMenu() {
  const texts = useShellTexts();
  const { username } = useSession();
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          className="k-person"
          aria-label={texts.signedInAs(username)}
          leftSection={<Icon name="user" />}
          rightSection={<Icon name="chevron-down" size={14} />}
        >
          <span className="k-person-name">{username}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={address('account')} leftSection={<Icon name="user" size={16} />}>
          {texts.account}
        </Menu.Item>
        <Menu.Label>{texts.language}</Menu.Label>
        {languages.map((one) => (
          <Menu.Item
            key={one}
            lang={one}
            leftSection={<Icon name={one === language ? 'check' : 'globe'} size={16} />}
            onClick={() => void setLanguage(one)}
          >
            {languageNames[one]}
          </Menu.Item>
        ))}
        <Menu.Label>{texts.theme}</Menu.Label>
        {themes.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<Icon name={one === colorScheme ? 'check' : one === 'dark' ? 'moon' : 'sun'} size={16} />}
            onClick={() => setColorScheme(one)}
          >
            {texts.themes[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="log-out" size={16} />} onClick={() => void signOut()}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface TopBarProps {
  readonly opened: boolean;
  readonly onMenu: () => void;
  readonly children?: ReactNode;
}

export function TopBar({ opened, onMenu, children }: TopBarProps) {
  const texts = useShellTexts();
  return (
    <header className="k-top">
      <Group gap="sm" wrap="nowrap">
        <Burger
          className="k-burger"
          opened={opened}
          onClick={onMenu}
          size="sm"
          aria-label={texts.openMenu}
          aria-haspopup="dialog"
        />
        <Link to="/" className="k-brand" aria-label={`Keelson, ${texts.home}`}>
          <Mark size={26} />
          <Text component="span" fw={700} size="lg">
            Keelson
          </Text>
        </Link>
      </Group>
      <Group gap={4} wrap="nowrap">
        {children}
        {isServed('notificationPolling.streamChanges') ? <Bell /> : null}
        <PersonMenu />
      </Group>
    </header>
  );
}
