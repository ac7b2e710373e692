// Checks what every refusal looks like from outside, whatever it refuses.
import { type ErrorCode, errorDefinition, type SvcErrorDetail } from '@keelson/contract';
import { expect } from 'vitest';

/** Checks status, headers and the whole envelope; answers the detail for what is particular to the test. */
export async function expectFailure(response: Response, code: ErrorCode, status?: number): Promise<SvcErrorDetail> {
  const text = await response.text();
  expect(response.headers.get('content-type'), text).toMatch(/^application\/json/);
  const { body, errorDetail, ...rest } = JSON.parse(text) as { body: unknown; errorDetail: SvcErrorDetail };
  const definition = errorDefinition(code);
  expect({ code: errorDetail?.errorCode, status: response.status }, text).toEqual({
    code,
    status: status ?? definition.status,
  });
  expect({ body, rest }).toEqual({ body: null, rest: {} });
  expect(Object.keys(errorDetail).sort()).toEqual(
    ['errorArguments', 'errorClassName', 'errorCode', 'errorDetail', 'errorMessage', 'service', 'time', 'uuid'].sort(),
  );
  expect(errorDetail.errorClassName).toBe(definition.errorClassName);
  expect(errorDetail.uuid).toBe(response.headers.get('x-request-id'));
  expect(errorDetail.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);
  expect(errorDetail.errorMessage).toMatch(/^.{5,}\.$/s);
  expect(text).not.toMatch(/\bat .+\.ts:\d+/);
  return errorDetail;
}
