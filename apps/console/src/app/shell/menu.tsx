// Shows the menu of the person, beside the page or in a drawer on a telephone.
import { NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { address } from '../../lib/address.ts';
import { basePath } from '../../lib/base.ts';
import { isServed, useCan } from '../../lib/session.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { type MenuEntry, menuQuery, useIsOurs } from './menu-tree.ts';
import { keyedPages } from './shortcuts.tsx';
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
  const { pathname } = useLocation();
  const isOurs = useIsOurs();
  const { data = [] } = useQuery({ ...menuQuery(isOurs), enabled: isServed('systemMenu.getTree') });
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
      {isServed('systemMenu.getTree') ? (
        data.map((entry) => <Entry key={entry.uuid} entry={entry} current={pathname} onGone={onGone} />)
      ) : (
        <UsualPages onGone={onGone} />
      )}
      <NavLink label={texts.interface} leftSection={<Icon name="info" />} href={`${basePath}docs`} />
    </nav>
  );
}

/** The menu where the server has none. */
function UsualPages({ onGone }: { readonly onGone: () => void }) {
  const texts = useShellTexts();
  const can = useCan();
  const pages = keyedPages.filter(({ operation }) => operation !== null && can(operation));
  return pages.map(({ page }) => (
    <NavLink key={page} component={Link} to={address(page)} label={texts.goTo[page]} onClick={onGone} />
  ));
}
