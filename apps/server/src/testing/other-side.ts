// Serves answers of the other side for tests of calls to other systems, over HTTP and HTTPS.
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Proves the name erp.example to whoever trusts it, for a hundred years. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUZYxweCkhRPvCtp4Md9MWRoT/2RwwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZXJwLmV4YW1wbGUwIBcNMjYxMTIzMDI0MTQ0WhgPMjEyNjEw
MzAwMjQxNDRaMBYxFDASBgNVBAMMC2VycC5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEa9I9ZcmB4Tva2CZqvOHaEM9O118Yc1cvbBmuIOnW3aiGP5/W
5h8p3vhRLjTT7xA9CMmXPuqzhMeX3vXlrIu6laNrMGkwHQYDVR0OBBYEFGz2Ewue
6i/PnOxgzPn/IZARKf7pMB8GA1UdIwQYMBaAFGz2Ewue6i/PnOxgzPn/IZARKf7p
MA8GA1UdEwEB/wQFMAMBAf8wFgYDVR0RBA8wDYILZXJwLmV4YW1wbGUwCgYIKoZI
zj0EAwIDRwAwRAIgX7g1k0iqxn9AUasA8D9Govo/bRNeniwA2RuqUHxEdHoCIAyh
pRqaPTwHMPGDE8c2Mm5+vA57Yfm2elE44mhrT0B1
-----END CERTIFICATE-----`;
export const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgR3sVV3BT9pR9A6Cn
wj3FSLa6olk+PpSEUQ5jZa9Xt9ahRANCAARr0j1lyYHhO9rYJmq84doQz07XXxhz
Vy9sGa4g6dbdqIY/n9bmHyne+FEuNNPvED0IyZc+6rOEx5fe9eWsi7qV
-----END PRIVATE KEY-----`;

export interface OtherSide {
  readonly port: number;
  /** Lists `METHOD path` of the requests so far. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

export async function startOtherSide(
  listener: RequestListener,
  options: { secure?: boolean } = {},
): Promise<OtherSide> {
  const requests: string[] = [];
  const counted: RequestListener = (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    listener(request, response);
  };
  const server =
    options.secure === true
      ? createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, counted)
      : createServer(counted);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
