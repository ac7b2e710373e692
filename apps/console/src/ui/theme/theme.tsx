// Gives pages their look: Mantine without any style element, as the content security policy allows files alone.
import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import './theme.css';

/** Properties that make the head of a dialog no banner of the page. */
const PLAIN_HEADER = { header: { role: 'presentation' } };
/** Placement against the window: a dialog would cut it off, and one that is moved by a transition does all the same. */
const BESIDE = { withinPortal: false, floatingStrategy: 'fixed' } as const;

/** Properties of lists that scroll themselves: a box around one would be one that keys do not reach. */
const LISTED = { defaultProps: { comboboxProps: BESIDE, withScrollArea: false } };

const theme = createTheme({
  primaryColor: 'blue',
  defaultRadius: 'md',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: { lockScroll: false, centered: true, attributes: PLAIN_HEADER, transitionProps: { duration: 0 } },
    },
    Drawer: { defaultProps: { lockScroll: false, attributes: PLAIN_HEADER } },
    // A list stands beside its field: within the dialog that has the field, and within the landmark of the page.
    Select: LISTED,
    MultiSelect: LISTED,
    TagsInput: LISTED,
  },
});

export function Themed({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  );
}
