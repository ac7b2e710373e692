// Starts the pages behind the sign-in: who is signed in first, everything else afterwards.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { isCode } from '../lib/error.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { onLanguage } from '../lib/locale.ts';
import { goToSignIn, sessionQuery } from '../lib/session.ts';
import { Failed } from '../ui/page/states.tsx';
import { Themed } from '../ui/theme/theme.tsx';
import { loadAhead, queryClient, router } from './routes.tsx';

const root = createRoot(document.getElementById('root') ?? document.body);

async function start(): Promise<void> {
  loadAhead(location.pathname);
  try {
    await queryClient.fetchQuery(sessionQuery);
  } catch (error) {
    if (isCode(error, 'AUTHENTICATION_REQUIRED', 'SESSION_EXPIRED')) goToSignIn();
    else {
      root.render(
        <Themed>
          <Suspense>
            <Failed error={error} onRetry={() => void start()} />
          </Suspense>
        </Themed>,
      );
    }
    return;
  }
  // Sentences and names of the server come in the language that was asked for.
  onLanguage(() => {
    queryClient.removeQueries({ type: 'inactive' });
    void queryClient.invalidateQueries();
  });
  root.render(
    <StrictMode>
      <Themed>
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </Themed>
    </StrictMode>,
  );
}

keepFocus();
void start();
