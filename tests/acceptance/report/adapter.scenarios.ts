// Plays the scenarios of data adapters: stored, changed, tried, discovered.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { type AdapterChanges, adapterBy } from './adapters.ts';

const stored = ({ admin, name }: World, changes?: AdapterChanges) => adapterBy(admin, name('orders'), changes);
/** Nothing listens on the first port of this machine. */
const deaf = { url: 'postgresql://127.0.0.1:1/orders', allowedHostList: ['127.0.0.1'] } as const;

export const adapterScenarios: Readonly<Record<string, Scenario>> = {
  'report discoverReportDataAdapters': async (as, world) => {
    const { code } = await stored(world, deaf);
    const { body } = await as(world.admin).report.discoverReportDataAdapters({
      query: { 'include-metadata': true },
    });
    expect(body.filter((one) => one.code === code)).toMatchObject([
      { serviceName: 'report', available: false, errorCode: 'CONNECTION_FAILED', readOnly: true },
    ]);
    const sessions = body.filter(({ serviceName }) => serviceName === 'session');
    expect(sessions).toMatchObject([
      { code: 'platform', available: true, entityList: [{ name: 'sessions' }, { name: 'system-sessions' }] },
    ]);
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
  },
  'report saveAdapter': async (as, { admin, name }) => {
    const code = name('orders');
    const secret = 'seven barges in a row';
    const given = {
      code,
      name: 'Orders',
      url: 'postgresql://orders.example/orders',
      username: 'reader',
      secret,
    } as const;
    const { body, headers } = await as(admin).report.saveAdapter({ body: given });
    expect(headers.get('location')).toBe(`/report-data-adapters/by-code/${code}`);
    expect(body).toMatchObject({ code, reportDataSourceType: 'SQL', secretSet: true, enabled: true, version: 0 });
    expect(JSON.stringify(body)).not.toContain(secret);
  },
  'report updateAdapter': async (as, world) => {
    const { uuid } = await stored(world);
    const { body } = await as(world.admin).report.updateAdapter({ body: { uuid, version: 0, enabled: false } });
    expect(body).toMatchObject({ enabled: false, version: 1, secretSet: true, username: 'report_reader' });
  },
  'report getAdapter': async (as, world) => {
    const { params, uuid } = await stored(world);
    const { body } = await as(world.admin).report.getAdapter({ params });
    expect(body).toMatchObject({ uuid, ...params, allowedHostList: [], caCertificate: null });
  },
  'report deleteAdapter': async (as, world) => {
    const { params, code } = await stored(world);
    await as(world.admin).report.deleteAdapter({ params });
    const { body } = await world.admin.sure.report.queryAdapterPage({ body: { code } });
    expect(body.totalElements).toBe(0);
  },
  'report queryAdapterPage': async (as, world) => {
    const { uuid, code } = await stored(world);
    const { body } = await as(world.admin).report.queryAdapterPage({ body: { code } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid, dialect: 'POSTGRESQL' }] });
  },
  'report testAdapter': async (as, world) => {
    const { code } = await stored(world, deaf);
    const { body } = await as(world.admin).report.testAdapter({ body: { code } });
    expect(body).toMatchObject({ available: false, errorCode: 'CONNECTION_FAILED', findingList: [] });
  },
};
