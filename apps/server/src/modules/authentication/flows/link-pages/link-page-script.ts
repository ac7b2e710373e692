// Holds the script of the pages behind links, as text for the browser; its hash stands in their content security policy.

/*
 * The token is read from the part of the address after #, which browsers send to nobody, and posted once the person asks for
 * it: a scanner that opens links uses none up. The name beside it is shown, for the person and for password managers. Where to
 * post, and as what, stands in the form. The address is relative, so the page works behind every prefix. Once the token is of no
 * more use it leaves the address bar, and what is left says what to do next.
 */
export const linkPageScript = `
'use strict';
const form = document.getElementById('form');
const password = document.getElementById('password');
const show = document.getElementById('show');
const code = document.getElementById('code');
const codeRow = document.getElementById('code-row');
const submit = document.getElementById('submit');
const reasons = document.getElementById('reasons');
const status = document.getElementById('status');
const fragment = new URLSearchParams(location.hash.slice(1));
const token = fragment.get('token');
const username = document.getElementById('username');

function say(name, className) {
  status.textContent = name === '' ? '' : status.dataset[name];
  status.className = className;
}

function showReasons(texts, field) {
  reasons.replaceChildren(...texts.map((text) => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
  for (const input of [password, code]) {
    if (input !== null) input.setAttribute('aria-invalid', texts.length > 0 && input === field ? 'true' : 'false');
  }
  if (texts.length > 0 && field !== null) field.focus();
}

function body() {
  const values = { [form.dataset.tokenField]: token };
  if (password !== null) values.newPassword = password.value;
  if (code !== null && !codeRow.hidden && code.value.trim() !== '') {
    values.code = code.value;
    values.verificationType = /^[0-9 -]{6,10}$/.test(code.value.trim()) ? 'TOTP' : 'RECOVERY_CODE';
  }
  return JSON.stringify(values);
}

function end(name, className) {
  history.replaceState(null, '', location.pathname);
  form.remove();
  document.getElementById('intro').remove();
  document.getElementById('home').hidden = false;
  say(name, className);
}

function refused(errorDetail) {
  const { errorCode, errorMessage, errorArguments } = errorDetail;
  const aboutCode = errorCode === 'AUTH_CODE_REQUIRED' || errorCode === 'AUTH_CODE_INVALID';
  if (codeRow !== null && aboutCode) codeRow.hidden = false;
  const problems = errorArguments.filter((problem) => problem.field === 'newPassword' || problem.field === 'code');
  const atCode = aboutCode || problems.some((problem) => problem.field === 'code');
  const texts = problems.length > 0 ? problems.map((problem) => problem.message) : [errorMessage];
  showReasons(texts, atCode ? code : password);
}

async function post() {
  const response = await fetch(new URL(form.dataset.action, location.href.split('#')[0]), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
    body: body(),
  });
  const { errorDetail } = await response.json();
  if (errorDetail === null) {
    end('done', 'done');
    return;
  }
  if (errorDetail.errorCode === 'AUTH_TOKEN_EXPIRED') {
    end('over', 'problem');
    return;
  }
  say('', '');
  refused(errorDetail);
}

if (show !== null) {
  show.addEventListener('change', () => {
    password.type = show.checked ? 'text' : 'password';
  });
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (password !== null && password.value === '') {
    showReasons([status.dataset.empty], password);
    return;
  }
  submit.disabled = true;
  showReasons([], null);
  say('working', '');
  try {
    await post();
  } catch {
    say('failed', 'problem');
  }
  submit.disabled = false;
});

if (username !== null && fragment.get('username')) {
  username.value = fragment.get('username');
  document.getElementById('username-row').hidden = false;
}

if (token === null || token === '') {
  form.remove();
  say('missing', 'problem');
}
`;
