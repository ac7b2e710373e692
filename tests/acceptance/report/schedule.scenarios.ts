// Plays the scenarios of schedules of reports.
import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import type { Scenario, World } from '../world.ts';
import { publishedBy, scheduleBy } from './schedules.ts';

const schedule = ({ admin, name }: World) => scheduleBy(admin, name('schedule'));

export const scheduleScenarios: Readonly<Record<string, Scenario>> = {
  'report saveSchedule': async (as, { admin, name }) => {
    const { uuid } = await publishedBy(admin, name('scheduled'));
    const asked = {
      name: name('mornings'),
      executableReportUuid: uuid,
      cron: '0 8 * * *',
      timeZone: 'Europe/Istanbul',
    };
    const { body } = await as(admin).report.saveSchedule({ body: asked });
    expect(body).toMatchObject({ ...asked, enabled: true, ownerUsername: 'admin', outputFormatList: ['PDF'] });
    expect(new Date(body.nextRunDate!).getTime()).toBeGreaterThan(Date.now() - 86_400_000);
  },
  'report updateSchedule': async (as, world) => {
    const { uuid, version } = await schedule(world);
    const changes = { cron: null, intervalSeconds: 3_600 };
    const { body } = await as(world.admin).report.updateSchedule({ body: { uuid, version, ...changes } });
    expect(body).toMatchObject({ version: 1, ...changes });
  },
  'report getSchedule': async (as, world) => {
    const { params, name } = await schedule(world);
    const { body } = await as(world.admin).report.getSchedule({ params });
    expect(body).toMatchObject({ name, misfirePolicy: 'RUN_ONCE', lastStatus: null });
  },
  'report deleteSchedule': async (as, world) => {
    const { params, name } = await schedule(world);
    await as(world.admin).report.deleteSchedule({ params });
    const { body } = await world.admin.sure.report.queryScheduleDataPage({ body: { name } });
    expect(body.totalElements).toBe(0);
  },
  'report deactivateSchedule': async (as, world) => {
    const { params } = await schedule(world);
    const { body } = await as(world.admin).report.deactivateSchedule({ params });
    expect(body).toMatchObject({ enabled: false, nextRunDate: null });
  },
  'report activateSchedule': async (as, world) => {
    const { params, nextRunDate } = await schedule(world);
    await world.admin.sure.report.deactivateSchedule({ params });
    const { body } = await as(world.admin).report.activateSchedule({ params });
    expect(body).toMatchObject({ enabled: true, nextRunDate });
  },
  'report runScheduleNow': async (as, world) => {
    const { params, uuid } = await schedule(world);
    const { body } = await as(world.admin).report.runScheduleNow({ params });
    expect(body).toMatchObject({ scheduleUuid: uuid, manual: true, status: 'RUNNING' });
    const run = { uuid: body.executionUuid! };
    const waited = { params: run, query: { 'wait-millis': 20_000 } };
    const { body: ended } = await world.admin.sure.report.getStatus(waited);
    expect(ended.status).toBe('SUCCEEDED');
  },
  'report queryScheduleDataPage': async (as, world) => {
    const { uuid, report } = await schedule(world);
    const body = { executableReportUuid: report.uuid };
    const { body: page } = await as(world.admin).report.queryScheduleDataPage({ body });
    expect(page).toMatchObject({ totalElements: 1, data: [{ uuid }] });
  },
  'report restartFailed': async (as, world) => {
    const { params, uuid } = await schedule(world);
    const { body: run } = await world.admin.sure.report.runScheduleNow({ params });
    const page = () => world.admin.sure.report.queryScheduleRunPage({ body: { scheduleUuid: uuid } });
    await until('the end of the run', async () => (await page()).body.data[0]?.finishedDate);
    const { body } = await as(world.admin).report.restartFailed({ params: { runUuid: run.uuid } });
    expect(body).toMatchObject({ uuid: run.uuid, recipientCount: 1, failedRecipientList: [] });
  },
  'report nextRuns': async (as, { admin }) => {
    const body = { cron: '0 8 1 1 *', count: 2 };
    const { dateList } = (await as(admin).report.nextRuns({ body })).body;
    expect(dateList).toHaveLength(2);
    expect(dateList.every((date) => date.endsWith('-01-01T08:00:00.000Z'))).toBe(true);
  },
  'report queryScheduleRunPage': async (as, world) => {
    const { params, uuid } = await schedule(world);
    const { body: run } = await world.admin.sure.report.runScheduleNow({ params });
    const { body } = await as(world.admin).report.queryScheduleRunPage({ body: { scheduleUuid: uuid } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid: run.uuid }] });
  },
};
