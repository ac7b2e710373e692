// Tests that programs are found where systems put them, and that a run says what it left out.
import { expect, it } from 'vitest';
import { findBrowser, findProgram, hasMailServers, leftOutLine } from './outside-programs.ts';

const nothing = () => false;
const everything = () => true;
const others = {
  PATH: '/usr/bin',
  KEELSON_ICALENDAR_PYTHON: 'python3',
  KEELSON_SCHEMATHESIS: 'schemathesis',
  KEELSON_OPENAPI_GENERATOR: 'generator.jar',
  KEELSON_OPENAPI_PYTHON: 'python3',
};

it('finds a browser in a usual place without being told, and takes the one that is named, or none', () => {
  expect(findBrowser({}, everything)).toBe('/usr/bin/chromium');
  expect(findBrowser({}, (file) => file === '/usr/bin/google-chrome')).toBe('/usr/bin/google-chrome');
  expect(findBrowser({}, nothing)).toBeUndefined();
  expect(findBrowser({ KEELSON_BROWSER: '/opt/chrome' }, nothing)).toBe('/opt/chrome');
  expect(findBrowser({ KEELSON_BROWSER: '' }, everything)).toBeUndefined();
});

it('finds a program in the first folder of PATH that has it', () => {
  const env = { PATH: '/usr/local/bin::/usr/bin' };
  expect(findProgram('soffice', env, everything)).toBe('/usr/local/bin/soffice');
  expect(findProgram('soffice', env, (file) => file === '/usr/bin/soffice')).toBe('/usr/bin/soffice');
  expect([findProgram('soffice', env, nothing), findProgram('soffice', {}, everything)]).toEqual([
    undefined,
    undefined,
  ]);
});

it('runs the tests with mail servers where it is told to, and not where it is told not to', () => {
  expect([hasMailServers({ KEELSON_MAIL_SERVERS: '1' }), hasMailServers({ KEELSON_MAIL_SERVERS: '' })]).toEqual([
    true,
    false,
  ]);
});

it('names in one line every kind of test that is left out, and nothing that is run', () => {
  const told = leftOutLine({ KEELSON_MAIL_SERVERS: '' }, nothing)!;
  expect(told).not.toContain('\n');
  const { PATH: _, ...named } = others;
  for (const variable of ['KEELSON_BROWSER', 'KEELSON_MAIL_SERVERS', 'soffice', 'pdftotext', ...Object.keys(named)]) {
    expect(told).toContain(variable);
  }
  expect(leftOutLine({ ...others, KEELSON_MAIL_SERVERS: '1' }, everything)).toBeNull();
  expect(leftOutLine({ ...others, KEELSON_MAIL_SERVERS: '1' }, nothing)).toBe(
    'Left out, as what they need is not here: tests/browser (a Chromium; KEELSON_BROWSER); reports in LibreOffice (soffice); reports by pdftotext.',
  );
});
