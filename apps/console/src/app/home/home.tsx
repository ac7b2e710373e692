// Shows what waits for the person, by what the person may do.
import { useSession } from '../../lib/session.ts';
import { Page } from '../../ui/page/page.tsx';
import { Empty } from '../../ui/page/states.tsx';
import { useShellTexts } from '../shell/texts.ts';

export function Home() {
  const texts = useShellTexts();
  const { username } = useSession();
  return (
    <Page title={texts.home} subtitle={texts.signedInAs(username)}>
      <Empty>{texts.empty}</Empty>
    </Page>
  );
}
