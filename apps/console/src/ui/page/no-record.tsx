// Stands in the place of a record that is not there yet, or cannot be loaded; then it leads back to the list.
import { useLocation } from '@tanstack/react-router';
import { levelAbove } from '../../lib/address.ts';
import { problemOf } from '../../lib/error.ts';
import { useUiTexts } from '../text/texts.ts';
import { Page, type PageQuery } from './page.tsx';
import { Failed, Loading } from './states.tsx';
import { To } from './to.tsx';

interface NoRecordProps {
  readonly query: PageQuery;
  readonly lines?: number;
}

export function NoRecord({ query: { isError, error, refetch }, lines = 8 }: NoRecordProps) {
  const texts = useUiTexts();
  const above = levelAbove(useLocation().pathname);
  if (!isError) return <Loading lines={lines} />;
  const isGone = problemOf(error).code?.endsWith('_NOT_FOUND') === true;
  return (
    <Page
      title={isGone ? texts.noRecord : texts.notLoaded}
      subtitle={above === null ? undefined : <To to={above}>{texts.backToList}</To>}
    >
      <Failed error={error} onRetry={() => void refetch()} />
    </Page>
  );
}
