// Makes single calls of Keelson's interface, for what has to be there before a bar is measured.

export interface Call {
  readonly method?: string;
  readonly token?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers the body of the envelope; throws what the server said on any status but 200. */
export async function call<T>(origin: string, path: string, options: Call = {}): Promise<T> {
  const { method = 'POST', token, body, headers = {} } = options;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { readonly body: T }).body;
}

/** Answers the token of a new session. */
export async function signIn(origin: string, username: string, password: string): Promise<string> {
  const { status, token } = await call<{ readonly status: string; readonly token: string | null }>(
    origin,
    '/auth/login',
    { body: { username, password } },
  );
  if (token === null) throw new Error(`Signing in as ${username} ended with ${status}.`);
  return token;
}
