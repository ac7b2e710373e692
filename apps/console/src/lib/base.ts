// Knows the path that everything is served below; the server writes it into the document.

/** Begins and ends with a slash. */
export const basePath: string = new URL(document.baseURI).pathname;

/** Is the path of the pages, without a slash at its end. */
export const platformPath = `${basePath}platform`;

/** Answers the address of the sign-in, which leads back to a page of ours and to nothing else. */
export function signInAddress(next: string): string {
  return `${basePath}sign-in?next=${encodeURIComponent(next)}`;
}

/** Answers where to go after a sign-in: the page asked for where it is one of ours, else home. */
export function nextAddress(search: string): string {
  const asked = new URLSearchParams(search).get('next') ?? '';
  const within = new URL(asked, location.origin);
  const isOurs = within.origin === location.origin && `${within.pathname}/`.startsWith(`${platformPath}/`);
  return isOurs ? within.pathname + within.search + within.hash : platformPath;
}
