// Rules of HTTP tasks: where secrets may stand, and which inputs the connector knows.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of models.
import { describe, expect, it } from 'vitest';
import { chain, END, errorsOf, extended, model, START } from '../testing/model-text.ts';

const work = (attributes: string, content = '') =>
  model(
    chain(START, `<serviceTask id="t" ${attributes}>${content === '' ? '' : extended(content)}</serviceTask>`, END),
  );
const INPUT = (name: string, text: string) =>
  `<camunda:connector><camunda:inputOutput><camunda:inputParameter name="${name}">${text}</camunda:inputParameter></camunda:inputOutput><camunda:connectorId>http-connector</camunda:connectorId></camunda:connector>`;

describe('a secret', () => {
  const SECRET = "${secret('crm.token')}";
  const field = (name: string, text: string) =>
    `<flowable:field name="${name}"><flowable:expression>${text}</flowable:expression></flowable:field>`;
  const http = (content: string) => work('flowable:type="http"', content);

  it('may stand in what an HTTP task sends, by itself or in a text', () => {
    const models = [
      http(field('requestHeaders', `Authorization: Bearer ${SECRET}`)),
      http(field('requestUrl', `https://x/${SECRET}/\${a}`)),
      http(`<flowable:field name="requestBody" expression="${SECRET}"/>`),
      work('', INPUT('url', `https://x/${SECRET}`)),
      work('', INPUT('headers', `<camunda:map><camunda:entry key="a">${SECRET}</camunda:entry></camunda:map>`)),
    ];
    expect(models.flatMap((text) => errorsOf(text))).toEqual([]);
  });

  it.each([
    ['in a field that is not sent', http(field('requestMethod', SECRET))],
    ['within a larger expression', http(field('requestBody', "${secret('a').trim()}"))],
    ['by a code that is computed', http(field('requestBody', '${secret(code)}'))],
    ['in a mail', work('flowable:type="mail"', field('text', SECRET))],
    ['in another input of the connector', work('', INPUT('method', SECRET))],
    [
      'in the input of the task itself',
      http(
        `<flowable:inputOutput><flowable:inputParameter name="a">${SECRET}</flowable:inputParameter></flowable:inputOutput>`,
      ),
    ],
    ['in an expression', work(`flowable:expression="${SECRET}"`)],
  ])('is refused %s', (_where, text) => {
    expect(errorsOf(text)).toMatchObject([{ ruleId: 'EXE-07', elementId: 't' }]);
  });

  it('does not hide a mistake in the rest of the text', () => {
    expect(errorsOf(http(field('requestBody', `${SECRET}\${b`)))).toMatchObject([{ ruleId: 'EXE-07' }]);
  });
});

it('refuses inputs that the HTTP connector does not know', () => {
  expect(errorsOf(work('', INPUT('url', 'https://x')))).toEqual([]);
  expect(errorsOf(work('', INPUT('proxy', 'https://x')))).toMatchObject([{ ruleId: 'EXE-18', elementId: 't' }]);
});
