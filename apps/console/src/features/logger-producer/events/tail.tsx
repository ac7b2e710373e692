// Shows events as they are stored; whoever scrolls up holds it, and sees how many wait.
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLive } from '../../../lib/live/use-live.ts';
import { formatNumber, useLanguage } from '../../../lib/locale.ts';
import type { LogEvent } from './event-data.ts';
import { EventRows } from './event-rows.tsx';
import { useEventsTexts } from './texts.ts';

/** Events that are drawn while somebody holds them; older ones are found by the search. */
const DRAWN_MAX = 150;
/** Events that are drawn while they run: drawing more anew, four times a second, would keep clicks waiting. */
const RUNNING_MAX = 40;
/** Events that wait while somebody reads; beyond them the oldest are counted as left out. */
const WAITING_MAX = 20_000;
/** Time after which events are drawn, so that many a second are drawn together. */
const DRAW_MS = 250;

interface TailProps {
  readonly followed: Readonly<Record<string, string | undefined>>;
}

export function Tail({ followed }: TailProps) {
  const texts = useEventsTexts();
  const language = useLanguage();
  const waiting = useRef<LogEvent[]>([]);
  const [shown, setShown] = useState<readonly LogEvent[]>([]);
  const [counts, setCounts] = useState({ waiting: 0, left: 0, heard: 0 });
  const [paused, setPaused] = useState(false);
  const left = useRef(0);
  const heard = useRef(0);
  useLive('loggerProducer.tailEvents', followed, [], (events) => {
    for (const { event, data } of events) {
      if (event !== 'log-event') continue;
      waiting.current.push(data as unknown as LogEvent);
      heard.current += 1;
    }
    const over = waiting.current.length - WAITING_MAX;
    if (over > 0) {
      waiting.current.splice(0, over);
      left.current += over;
    }
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (!paused && waiting.current.length > 0) {
        const fresh = waiting.current.splice(0);
        setShown((before) => [...fresh.slice(-DRAWN_MAX).reverse(), ...before].slice(0, DRAWN_MAX));
      }
      setCounts({ waiting: waiting.current.length, left: left.current, heard: heard.current });
    }, DRAW_MS);
    return () => clearInterval(timer);
  }, [paused]);
  const number = (value: number): string => formatNumber(value, language);
  return (
    <>
      <Group gap="sm" mb="sm">
        <Button size="compact-sm" variant="default" onClick={() => setPaused(!paused)}>
          {paused ? texts.goOn : texts.pause}
        </Button>
        <Text size="sm" component="output">
          {paused ? texts.waiting(number(counts.waiting)) : texts.heard(number(counts.heard))}
          {counts.left === 0 ? '' : ` ${texts.leftOut(number(counts.left))}`}
        </Text>
      </Group>
      <section
        className="k-tail"
        aria-label={texts.live}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        onScroll={({ currentTarget }) => setPaused(currentTarget.scrollTop > 0)}
      >
        {shown.length === 0 ? (
          <Text c="dimmed">{texts.nothingYet}</Text>
        ) : (
          <EventRows events={paused ? shown : shown.slice(0, RUNNING_MAX)} />
        )}
      </section>
    </>
  );
}
