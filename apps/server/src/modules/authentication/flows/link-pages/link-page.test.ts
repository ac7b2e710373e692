// Proves that the pages behind links are whole, and that their script posts the token instead of showing it to anybody.
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { createLinkPages } from './link-page.ts';
import { linkPageScript } from './link-page-script.ts';

const page = createLinkPages(() => 15, '/');

class FakeElement {
  readonly dataset: Record<string, string> = {};
  readonly listeners = new Map<string, (event: object) => Promise<void> | void>();
  value = '';
  textContent = '';
  className = '';
  hidden = false;
  disabled = false;
  checked = false;
  removed = false;
  children: FakeElement[] = [];
  addEventListener(name: string, listener: (event: object) => Promise<void> | void): void {
    this.listeners.set(name, listener);
  }
  replaceChildren(...children: FakeElement[]): void {
    this.children = children;
  }
  invalid = 'false';
  setAttribute(name: string, value: string): void {
    if (name === 'aria-invalid') this.invalid = value;
  }
  focus(): void {}
  remove(): void {
    this.removed = true;
  }
}

interface Posted {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/** Runs the script as a browser would on the elements that the page has. */
function open(name: 'activate' | 'reset' | 'email', hash: string, answers: readonly object[]) {
  const { html } = page(name, 'en');
  const elements = new Map<string, FakeElement>();
  for (const [tag, id] of [...html.matchAll(/<[a-z]+[^>]* id="([a-z-]+)"[^>]*>/g)].map(
    (found) => [found[0], found[1]!] as const,
  )) {
    const element = new FakeElement();
    element.hidden = / hidden[ >]/.test(tag);
    for (const [, key = '', value = ''] of tag.matchAll(/ data-([a-z-]+)="([^"]*)"/g)) {
      element.dataset[key.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())] = value;
    }
    elements.set(id, element);
  }
  const posted: Posted[] = [];
  const left: string[] = [];
  const address = `https://keelson.example/authentication/auth/pages/${name}`;
  new Script(linkPageScript).runInNewContext({
    URL,
    URLSearchParams,
    document: {
      documentElement: { lang: 'en' },
      getElementById: (id: string) => elements.get(id) ?? null,
      createElement: () => new FakeElement(),
    },
    location: { hash, href: address + hash, pathname: new URL(address).pathname },
    history: { replaceState: (_state: unknown, _title: string, path: string) => left.push(path) },
    fetch: async (url: URL, init: { readonly body: string }) => {
      posted.push({ url: String(url), body: JSON.parse(init.body) as Record<string, unknown> });
      return { json: async () => ({ errorDetail: answers[posted.length - 1] ?? null }) };
    },
  });
  const element = (id: string): FakeElement => elements.get(id)!;
  const send = () => element('form').listeners.get('submit')!({ preventDefault() {} });
  return { element, posted, left, send };
}

it('authentication 35: each page posts its token and takes it out of the address on success', async () => {
  for (const [name, path, field] of [
    ['activate', 'activate', 'activationToken'],
    ['reset', 'password/reset', 'resetToken'],
    ['email', 'email/confirm', 'token'],
  ] as const) {
    const opened = open(name, '#token=abc', []);
    if (name !== 'email') opened.element('password').value = 'a password';
    await opened.send();
    expect(opened.posted).toHaveLength(1);
    expect(opened.posted[0]?.url).toBe(`https://keelson.example/authentication/auth/${path}`);
    expect(opened.posted[0]?.body).toEqual(
      name === 'email' ? { [field]: 'abc' } : { [field]: 'abc', newPassword: 'a password' },
    );
    expect(opened.left).toEqual([`/authentication/auth/pages/${name}`]);
    expect(opened.element('status').className).toBe('done');
    expect(opened.element('form').removed).toBe(true);
    expect(opened.element('home').hidden).toBe(false);
  }
});

it('authentication 35: a used or wrong link says what to do instead of the form, and leads on', async () => {
  const expired = { errorCode: 'AUTH_TOKEN_EXPIRED', errorMessage: 'The link is no longer valid.', errorArguments: [] };
  for (const [name, remedy] of [
    ['activate', /keelson admin-link/],
    ['reset', /ask for a new link/],
    ['email', /change your address again/],
  ] as const) {
    const opened = open(name, '#token=abc', [expired]);
    if (name !== 'email') opened.element('password').value = 'a password';
    expect(opened.element('home').hidden).toBe(true);
    await opened.send();
    const { textContent, className } = opened.element('status');
    expect([textContent, className]).toEqual([expect.stringMatching(remedy), 'problem']);
    expect([opened.element('form').removed, opened.element('home').hidden]).toEqual([true, false]);
    expect(opened.left).toEqual([`/authentication/auth/pages/${name}`]);
  }
});

it('authentication 35: an empty password is told of beside its field, and posts nothing', async () => {
  const opened = open('reset', '#token=abc', []);
  await opened.send();
  expect(opened.element('reasons').children.map(({ textContent }) => textContent)).toEqual(['Please type a password.']);
  expect([opened.element('password').invalid, opened.posted]).toEqual(['true', []]);
});

it('leads to the start page of the public address, where there is one', () => {
  const elsewhere = createLinkPages(() => 15, 'https://keelson.example/suite/');
  for (const language of ['en', 'tr'] as const) {
    expect(elsewhere('activate', language).html).toContain(
      '<a id="home" href="https://keelson.example/suite/" hidden>',
    );
  }
});

it('authentication 35: a refused password shows its reasons, and the page can be sent again', async () => {
  const problem = { field: 'newPassword', code: 'PASSWORD_TOO_SHORT', message: 'Use at least 15 characters.' };
  const opened = open('reset', '#token=abc', [
    { errorCode: 'VALIDATION_FAILED', errorMessage: 'Refused.', errorArguments: [problem] },
    { errorCode: 'AUTH_TEMPORARILY_LOCKED', errorMessage: 'Please wait.', errorArguments: [] },
  ]);
  const shown = () => opened.element('reasons').children.map(({ textContent }) => textContent);
  opened.element('password').value = 'short';
  await opened.send();
  expect(shown()).toEqual(['Use at least 15 characters.']);
  await opened.send();
  expect(shown()).toEqual(['Please wait.']);
  expect(opened.element('form').removed).toBe(false);
});

it('the page of a reset asks for a code once the service does', async () => {
  const required = { errorCode: 'AUTH_CODE_REQUIRED', errorMessage: 'A code as well.', errorArguments: [{}] };
  const opened = open('reset', '#token=abc', [required, required, null as unknown as object]);
  opened.element('password').value = 'a password';
  expect(opened.element('code-row').hidden).toBe(true);
  await opened.send();
  expect(opened.element('code-row').hidden).toBe(false);
  opened.element('code').value = '123 456';
  await opened.send();
  opened.element('code').value = 'A234 5678 ABCD EFGH 2';
  await opened.send();
  expect(opened.posted.map(({ body }) => [body.code, body.verificationType])).toEqual([
    [undefined, undefined],
    ['123 456', 'TOTP'],
    ['A234 5678 ABCD EFGH 2', 'RECOVERY_CODE'],
  ]);
});

it('authentication 35: the name behind the link is shown to the person and to password managers, as text alone', () => {
  const named = open('activate', '#token=abc&username=%3Cb%3Eay%C5%9Fe', []);
  expect([named.element('username-row').hidden, named.element('username').value]).toEqual([false, '<b>ayşe']);
  expect(page('activate', 'en').html).toMatch(/<input id="username"[^>]* autocomplete="username" readonly>/);
  const nameless = open('reset', '#token=abc', []);
  expect(nameless.element('username-row').hidden).toBe(true);
});

it('an address without a token says so and posts nothing', () => {
  const opened = open('activate', '', []);
  expect(opened.element('form').removed).toBe(true);
  expect(opened.element('status').textContent).toContain('no token');
});

it('authentication 35: nothing is loaded from anywhere and nothing inline but what the policy names', () => {
  for (const name of ['activate', 'reset', 'email'] as const) {
    for (const language of ['en', 'tr'] as const) {
      const { html, headers } = page(name, language);
      expect(html).toContain(`<html lang="${language}">`);
      // The one link leads to the start page.
      expect(html.replace('<a id="home" href="/"', '')).not.toMatch(/\s(src|href|on[a-z]+)=/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'sha256-/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
  }
});

it('a page names the length of passwords that holds when it is asked for, in both languages', () => {
  let minLength = 15;
  const live = createLinkPages(() => minLength, '/');
  expect(live('activate', 'en').html).toContain('at least 15 characters');
  minLength = 20;
  expect(live('activate', 'en').html).toContain('at least 20 characters');
  expect(live('reset', 'tr').html).toContain('En az 20 karakterlik');
  expect(live('email', 'en').html).not.toContain('20 characters');
});
