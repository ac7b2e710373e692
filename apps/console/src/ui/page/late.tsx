// Shows a component whose file is loaded when it is first needed.
import { type ComponentType, useEffect, useState } from 'react';
import { textsLoaded } from '../../lib/texts.ts';
import { Loading } from './states.tsx';

/**
 * Answers a component that stands for one in a file of its own: it loads the file and the texts that the file asks for, says that it
 * loads meanwhile, and throws what failed; shown anew, it tries again.
 *
 * It is no `lazy` of React: once a Suspense boundary has shown its fallback, React holds back what comes in its place until 300 ms are over.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    const [, setReady] = useState(Loaded !== undefined);
    useEffect(() => {
      let gone = false;
      // Another place may have loaded it since this one was drawn.
      const show = async (): Promise<void> => {
        Loaded ??= await load();
        await textsLoaded();
        if (!gone) setReady(true);
      };
      show().catch((error: unknown) => {
        if (!gone) setFailure({ error });
      });
      return () => {
        gone = true;
      };
    }, []);
    if (failure !== null) throw failure.error;
    return Loaded === undefined ? <Loading /> : <Loaded {...props} />;
  };
}
