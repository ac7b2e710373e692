// Frames a part of the home page, which loads and fails by itself.
import type { ReactNode } from 'react';
import { Section } from '../../ui/page/page.tsx';
import { Failed, Loading } from '../../ui/page/states.tsx';

interface PanelProps<Data> {
  readonly title: string;
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly actions?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Panel<Data>({ title, query, actions, children }: PanelProps<Data>) {
  return (
    <Section title={title} actions={actions}>
      {query.isError ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data === undefined ? query.isError ? null : <Loading /> : children(query.data)}
    </Section>
  );
}
