// Reads logos of requests, and stores their bytes.
import { reportLogoBytesMax } from '@keelson/contract';
import type { ContentHash, ContentStore } from '../../../../kernel/content/content-store.ts';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
] as const;

/** Finds what keeps a text from being the logo of a report; null is no logo. */
export function logoProblems(logo: string | null): readonly ArgumentProblem[] {
  if (logo === null) return [];
  const bytes = Buffer.from(logo, 'base64');
  if (!BASE64.test(logo) || !SIGNATURES.some((signature) => signature.every((byte, at) => bytes[at] === byte)))
    return [{ field: 'layout.logo', code: 'FORMAT', message: 'Must be a PNG or JPEG image in base64.' }];
  if (bytes.byteLength <= reportLogoBytesMax) return [];
  return [{ field: 'layout.logo', code: 'TOO_LONG', message: `Must have at most ${reportLogoBytesMax} bytes.` }];
}

/** Answers the hash that a row refers to the logo by. */
async function keepLogo(contents: ContentStore, logo: string | null): Promise<ContentHash | null> {
  if (logo === null) return null;
  const [hash] = await contents.put([Buffer.from(logo, 'base64')]);
  return hash!;
}

export async function readLogo(contents: ContentStore, logo: ContentHash | null): Promise<string | null> {
  return logo === null ? null : ((await contents.read(logo))?.toString('base64') ?? null);
}

/** Stores the bytes before any transaction; an invalid logo is refused later, with all other problems. */
export async function storeLogo<B extends { readonly layout?: { readonly logo: string | null } | undefined }>(
  contents: ContentStore,
  body: B,
) {
  const logo = body.layout?.logo ?? null;
  return { body, logo: logoProblems(logo).length > 0 ? null : await keepLogo(contents, logo) };
}
