// Plays the scenarios of CSV files: uploaded, listed, deleted.
import { expect } from 'vitest';
import type { Scenario } from '../world.ts';
import { csvBy, pricesFile } from './csv-files.ts';

export const csvScenarios: Readonly<Record<string, Scenario>> = {
  'report uploadCsv': async (as, { admin, name }) => {
    const code = name('prices');
    const { body } = await as(admin).report.uploadCsv({
      params: { fileCode: code },
      files: { file: [...pricesFile] },
      fields: { options: { columnList: [{ name: 'article', type: 'STRING' }] } },
    });
    expect(body).toMatchObject({ code, version: 0, delimiter: ';', rowCount: 2 });
    expect(body.rowList).toEqual([
      ['007', 1250.5, '2026-03-31'],
      ['008', 12, '2026-04-01'],
    ]);
  },
  'report deleteCsv': async (as, { admin, name }) => {
    const { params, code } = await csvBy(admin, name('prices'));
    await as(admin).report.deleteCsv({ params });
    expect((await admin.sure.report.listCsv({ body: { searchText: code } })).body).toEqual([]);
  },
  'report listCsv': async (as, { admin, name }) => {
    const { code, uuid } = await csvBy(admin, name('prices'));
    const { body } = await as(admin).report.listCsv({ body: { searchText: code } });
    expect(body).toMatchObject([
      { code, uuid, columnList: [{ type: 'STRING' }, { type: 'DECIMAL' }, { type: 'DATE' }] },
    ]);
  },
};
