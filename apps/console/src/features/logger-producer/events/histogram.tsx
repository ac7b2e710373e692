// Draws how many events there were over time; a drag over it, or two keys, narrow the range.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { formatDate, formatNumber, useLanguage } from '../../../lib/locale.ts';
import { Failed } from '../../../ui/page/states.tsx';
import { type Asked, queryOf } from './event-data.ts';
import { useEventsTexts } from './texts.ts';

const HEIGHT = 60;
/** Levels that are drawn in another colour, as somebody has to look at them. */
const LOUD = ['ERROR', 'FATAL'] as const;

interface HistogramProps {
  readonly asked: Asked;
  readonly onRange: (from: string, to: string) => void;
}

export function Histogram({ asked, onRange }: HistogramProps) {
  const texts = useEventsTexts();
  const language = useLanguage();
  const [drag, setDrag] = useState<readonly [number, number] | null>(null);
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['events', 'histogram', asked],
    queryFn: async () => (await api.loggerProducer.histogram({ body: { query: queryOf(asked) } })).body.bucketList,
  });
  if (isError) return <Failed error={error} onRetry={() => void refetch()} />;
  const buckets = data ?? [];
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const placeOf = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(buckets.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * buckets.length)));
  };
  const onUp = (): void => {
    const [one, other] = drag ?? [0, 0];
    const [first, last] = [buckets[Math.min(one, other)], buckets[Math.max(one, other)]];
    setDrag(null);
    if (first !== undefined && last !== undefined && one !== other) onRange(first.from, last.to);
  };
  return (
    <div className="k-histogram">
      <Text size="sm" component="output" className="k-total">
        {data === undefined ? ' ' : texts.total(formatNumber(total, language))}
      </Text>
      <svg
        viewBox={`0 0 ${Math.max(1, buckets.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.histogram(formatDate(asked.from, language), formatDate(asked.to, language))}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = placeOf(event);
          setDrag([at, at]);
        }}
        onPointerMove={(event) => {
          if (drag !== null) setDrag([drag[0], placeOf(event)]);
        }}
        onPointerUp={onUp}
      >
        {buckets.map(({ from, count, levelMap }, index) => {
          const loud = LOUD.reduce((sum, level) => sum + (levelMap[level] ?? 0), 0);
          const [all, part] = [(count / most) * HEIGHT, (loud / most) * HEIGHT];
          return (
            <g key={from}>
              <rect className="k-bar" x={index} y={HEIGHT - all} width={0.85} height={all} />
              <rect className="k-bar-loud" x={index} y={HEIGHT - part} width={0.85} height={part} />
            </g>
          );
        })}
        {drag === null ? null : (
          <rect
            className="k-drag"
            x={Math.min(...drag)}
            y={0}
            width={Math.abs(drag[0] - drag[1]) + 1}
            height={HEIGHT}
          />
        )}
      </svg>
    </div>
  );
}
