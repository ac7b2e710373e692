// Shows the menu of the person, beside the page or in a drawer on a telephone.
import { NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { Icon } from '../../ui/icon/icon.tsx';
import { type MenuEntry, menuQuery } from './menu-tree.ts';
import { useShellTexts } from './texts.ts';

interface EntryProps {
  readonly entry: MenuEntry;
  readonly current: string;
  readonly onGone: () => void;
}

function isWithin(current: string, path: string | null): boolean {
  return path !== null && (current === path || (path !== '/' && current.startsWith(`${path}/`)));
}

function holds(entry: MenuEntry, current: string): boolean {
  return isWithin(current, entry.path) || entry.children.some((child) => holds(child, current));
}

function Entry({ entry, current, onGone }: EntryProps) {
  const { label, icon, path, externalUrl, children } = entry;
  const drawn = icon === null ? undefined : <Icon name={icon} />;
  if (children.length > 0) {
    return (
      <NavLink component="button" type="button" label={label} leftSection={drawn} childrenOffset={30} defaultOpened>
        {children.map((child) => (
          <Entry key={child.uuid} entry={child} current={current} onGone={onGone} />
        ))}
      </NavLink>
    );
  }
  if (path === null) {
    return <NavLink label={label} leftSection={drawn} href={externalUrl ?? ''} target="_blank" rel="noreferrer" />;
  }
  const active = holds(entry, current);
  return (
    <NavLink
      component={Link}
      to={path}
      label={label}
      leftSection={drawn}
      active={active}
      {...(active ? { 'aria-current': 'page' as const } : {})}
      onClick={onGone}
    />
  );
}

export function Menu({ onGone }: { readonly onGone: () => void }) {
  const texts = useShellTexts();
  const router = useRouter();
  const { pathname } = useLocation();
  const isOurs = (path: string): boolean => Object.hasOwn(router.routesByPath, path);
  const { data = [] } = useQuery(menuQuery(isOurs));
  return (
    <nav aria-label={texts.menu}>
      <NavLink
        component={Link}
        to="/"
        label={texts.home}
        leftSection={<Icon name="house" />}
        active={pathname === '/'}
        onClick={onGone}
      />
      {data.map((entry) => (
        <Entry key={entry.uuid} entry={entry} current={pathname} onGone={onGone} />
      ))}
    </nav>
  );
}
