// Writes a date: short or as a distance, exact for whoever points at it or reads it aloud.
import { formatDate, formatDistance, formatExactDate, useLanguage } from '../../lib/locale.ts';

interface WhenProps {
  readonly date: string | null;
  readonly distance?: boolean;
}

export function When({ date, distance = false }: WhenProps) {
  const language = useLanguage();
  if (date === null) return <span aria-hidden="true">–</span>;
  return (
    <time dateTime={date} title={formatExactDate(date, language)}>
      {distance ? formatDistance(date, language) : formatDate(date, language)}
    </time>
  );
}
