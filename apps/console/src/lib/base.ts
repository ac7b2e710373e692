// Knows the path that everything is served below; the server writes it into the document.

/** Path that everything is served below, with a slash at both ends. */
export const basePath: string = new URL(document.baseURI).pathname;

/** Path of the pages, without a slash at its end. */
export const platformPath = `${basePath}platform`;

/** Address of the sign-in, which leads back to a page of ours and to nothing else. */
export function signInAddress(next: string): string {
  return `${basePath}sign-in?next=${encodeURIComponent(next)}`;
}

/** Address after a sign-in: the page asked for where it is one of ours, else home. */
export function nextAddress(search: string): string {
  const asked = new URLSearchParams(search).get('next') ?? '';
  const within = new URL(asked, location.origin);
  const isOurs = within.origin === location.origin && `${within.pathname}/`.startsWith(`${platformPath}/`);
  return isOurs ? within.pathname + within.search + within.hash : platformPath;
}
