// Frames what people have added to a task: the newest rows with their authors' names, and what adds one.
import { Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { peopleQuery } from '../../../lib/people/people.ts';
import { Section } from '../../../ui/page/page.tsx';
import { Failed, Loading } from '../../../ui/page/states.tsx';
import { When } from '../../../ui/text/when.tsx';
import './task.css';

interface Remark {
  readonly id: string;
  readonly author: string;
  readonly time: string;
}

interface RemarksProps<R extends Remark> {
  readonly title: string;
  /** Text where there are no remarks. */
  readonly none: string;
  /** Text that says how many older ones are not shown. */
  readonly older: (count: number) => string;
  readonly remarks: UseQueryResult<{ readonly data: readonly R[]; readonly totalElements: number }>;
  /** What stands behind author and time. */
  readonly aside: (remark: R) => string;
  readonly children: (remark: R) => ReactNode;
  /** The way to add a remark, where the person may. */
  readonly add: ReactNode;
}

export function Remarks<R extends Remark>({ title, none, older, remarks, aside, children, add }: RemarksProps<R>) {
  const shown = remarks.data?.data ?? [];
  const names = useQuery(peopleQuery(shown.map(({ author }) => author))).data ?? {};
  const notShown = (remarks.data?.totalElements ?? 0) - shown.length;
  return (
    <Section title={title}>
      <Stack>
        {remarks.isPending ? <Loading lines={1} /> : null}
        {remarks.isError ? <Failed error={remarks.error} onRetry={() => void remarks.refetch()} /> : null}
        {remarks.data?.totalElements === 0 ? <Text size="sm">{none}</Text> : null}
        {shown.length === 0 ? null : (
          <ul className="k-remarks" aria-label={title}>
            {shown.map((remark) => (
              <li key={remark.id}>
                <Text size="sm" c="dimmed" component="div">
                  {names[remark.author] ?? remark.author} · <When date={remark.time} />
                  {aside(remark)}
                </Text>
                {children(remark)}
              </li>
            ))}
          </ul>
        )}
        {notShown > 0 ? <Text size="sm">{older(notShown)}</Text> : null}
        {add}
      </Stack>
    </Section>
  );
}
