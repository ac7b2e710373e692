// Links to a page of the console by its name.
import { Anchor } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** Looks like a link and keeps the page; `to` comes from `address`. */
export const To = createLink(Anchor);
