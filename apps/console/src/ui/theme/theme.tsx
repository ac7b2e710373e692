// Gives pages their look: Mantine without any style element, as the content security policy allows files alone.
import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './theme.css';

const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { lockScroll: false, centered: true } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
});

export function Themed({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
