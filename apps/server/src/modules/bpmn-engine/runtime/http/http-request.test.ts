// Tests the request that an HTTP task makes, where no server is needed to see it.
import type { Variables } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { ALLOW_NOTHING } from '../../../../kernel/outbound/allow-list.ts';
import { readFields } from './http-fields.ts';
import { requestOf } from './http-request.ts';

function requestWith(fields: Variables) {
  const values = { requestUrl: 'https://erp.example/', ...fields };
  const source = { models: [], values, allow: ALLOW_NOTHING, secretOf: () => undefined };
  return requestOf(readFields(source), { allow: ALLOW_NOTHING, jobId: 'job' });
}

describe('the request of an HTTP task', () => {
  it('has the time that the task gives it, 30 seconds at most', () => {
    const given = ['', '500', 500, '60000'].map((requestTimeout) => requestWith({ requestTimeout }).totalTimeoutMs);
    expect(given).toEqual([30_000, 500, 500, 30_000]);
  });

  it('lets headers of the model win over its own, in whatever case', () => {
    const { headers } = requestWith({ requestHeaders: 'idempotency-key: own\nuser-agent: mine', requestBody: 'text' });
    expect(headers).toEqual({
      'idempotency-key': 'own',
      'user-agent': 'mine',
      'Content-Type': 'text/plain;charset=UTF-8',
    });
  });

  it('has no body and no type of one where there is nothing to send', () => {
    expect(requestWith({ requestBody: '' })).toMatchObject({ body: null, headers: { 'Idempotency-Key': 'job' } });
    expect(requestWith({ requestBody: '' }).headers).not.toHaveProperty('Content-Type');
  });
});
