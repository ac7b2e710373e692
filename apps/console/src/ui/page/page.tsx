// Frames a screen: its heading, which takes the focus after each navigation, the title of the tab, and what can be done here.
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Failed } from './states.tsx';
import './page.css';

/** The query that loads a page. */
export interface PageQuery {
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface PageProps {
  readonly title: string;
  /** Query of the page, by which it sees that what it shows may be old: a later attempt has failed. */
  readonly query?: PageQuery;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, query, subtitle, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – Keelson`;
  }, [title]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="k-page">
      <div className="k-page-head">
        <div className="k-page-title">
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {subtitle === undefined ? null : (
            <Text component="div" size="sm" c="dimmed">
              {subtitle}
            </Text>
          )}
        </div>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </div>
      {query?.isError === true ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({ title, actions, children }: Pick<PageProps, 'title' | 'actions' | 'children'>) {
  return (
    <section className="k-section">
      <div className="k-section-head">
        <Title order={2} size="h4">
          {title}
        </Title>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </div>
      {children}
    </section>
  );
}
