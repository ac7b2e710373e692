// Links to a page of the console by its name.
import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link to a page by its address; it keeps the page. */
export const To = createLink(Anchor);
