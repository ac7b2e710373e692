// Sets a deployment up in its other ways: status always 200, unknown fields ignored, further prefixes.
import { createClient } from '@keelson/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERSON_PASSWORD } from '../support/people.ts';
import { expectFailure } from './failure.ts';
import { ownServer, startTarget, type Target } from './target.ts';

describe.runIf(ownServer)('a server for clients of other platforms', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget({
      KEELSON_ERROR_STATUS: 'always-200',
      KEELSON_UNKNOWN_FIELDS: 'ignore',
      KEELSON_PREFIX_BPMN_ENGINE: '/gw/engine,/engine',
      KEELSON_PREFIX_SESSION: '/gw/session',
    });
  });
  afterAll(() => target?.stop());

  it('answers failures with status 200, and nothing else of them changes', async () => {
    const authorization = { authorization: `Bearer ${target.admin.token}` };
    await expectFailure(await fetch(`${target.url}/session`), 'AUTHENTICATION_REQUIRED', 200);
    await expectFailure(await fetch(`${target.url}/nothing-here`), 'OPERATION_NOT_FOUND', 200);
    await expectFailure(await fetch(`${target.url}/session`, { method: 'PATCH' }), 'METHOD_NOT_ALLOWED', 200);
    await expectFailure(
      await fetch(`${target.url}/task/not-there/claim`, { method: 'POST', headers: authorization }),
      'TASK_NOT_FOUND',
      200,
    );
    const wrong = await createClient({ baseUrl: target.url }).authentication.login({
      body: { username: 'admin', password: PERSON_PASSWORD },
    });
    expect(wrong).toMatchObject({ ok: false, status: 200, errorDetail: { errorCode: 'AUTH_INVALID_CREDENTIALS' } });
  });

  it('takes bodies with fields that it does not know, and names these in a header', async () => {
    const response = await fetch(`${target.url}/page/user`, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pageable: { pageSize: 1, unit: 'row' }, colour: 'green' }),
    });
    const { errorDetail } = (await response.json()) as { errorDetail: unknown };
    expect([response.status, errorDetail]).toEqual([200, null]);
    expect(response.headers.get('x-svc-ignored-fields')?.split(', ').sort()).toEqual(['colour', 'pageable.unit']);
  });

  it('answers at the prefixes of the deployment too, with the documents', async () => {
    for (const prefix of ['', '/gw/engine', '/engine']) {
      const client = createClient({ baseUrl: target.url + prefix, token: target.admin.token, throwOnError: true });
      expect((await client.bpmnEngine.task_queryList({ body: { mine: true } })).body).toEqual([]);
    }
    for (const path of ['/gw/engine/v3/api-docs', '/gw/session/v3/api-docs', '/session-server/v3/api-docs']) {
      expect((await fetch(target.url + path)).status).toBe(200);
    }
    const session = createClient({ baseUrl: `${target.url}/gw/session`, token: target.admin.token });
    expect(await session.session.get()).toMatchObject({ ok: true });
  });
});
