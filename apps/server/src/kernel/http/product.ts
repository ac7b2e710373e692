// Holds the name and the sign of the product, as every page of this server carries them.

export const PRODUCT = 'Keelson';

/** The same drawing as in the console. */
export const productIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1864ab"/>' +
  '<path d="M8 7v18M8 17l11-10M12 14l10 11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round"/></svg>';

/** Element of a page's head with the drawing inside: no policy of this server forbids `data:` in pictures. */
export const iconLink = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(productIcon)}">`;
