// Script of the activation page, as text for the browser; its hash stands in the page's content security policy.

/*
 * The token is read from the part of the address after #, which browsers send to nobody, and posted once a password is
 * given. The address is relative, so the page works behind every prefix. On success the token leaves the address bar.
 */
export const activationScript = `
'use strict';
const form = document.getElementById('form');
const password = document.getElementById('password');
const show = document.getElementById('show');
const submit = document.getElementById('submit');
const reasons = document.getElementById('reasons');
const status = document.getElementById('status');
const token = new URLSearchParams(location.hash.slice(1)).get('token');

function say(name, className) {
  status.textContent = name === '' ? '' : status.dataset[name];
  status.className = className;
}

function showReasons(texts) {
  reasons.replaceChildren(...texts.map((text) => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
  password.setAttribute('aria-invalid', texts.length > 0 ? 'true' : 'false');
  if (texts.length > 0) password.focus();
}

async function post() {
  const response = await fetch(new URL('../activate', location.href.split('#')[0]), {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
    body: JSON.stringify({ activationToken: token, newPassword: password.value }),
  });
  const { errorDetail } = await response.json();
  if (errorDetail === null) {
    history.replaceState(null, '', location.pathname);
    form.remove();
    document.getElementById('intro').remove();
    say('done', 'done');
    return;
  }
  const problems = errorDetail.errorArguments.filter((problem) => problem.field === 'newPassword');
  say('', '');
  showReasons(problems.length > 0 ? problems.map((problem) => problem.message) : [errorDetail.errorMessage]);
}

show.addEventListener('change', () => {
  password.type = show.checked ? 'text' : 'password';
});

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (password.value === '') {
    password.focus();
    return;
  }
  submit.disabled = true;
  showReasons([]);
  say('working', '');
  try {
    await post();
  } catch {
    say('failed', 'problem');
  }
  submit.disabled = false;
});

if (token === null || token === '') {
  form.remove();
  say('missing', 'problem');
}
`;
