// Gathers the acceptance of reports.
import { reportModule } from '@keelson/contract';
import type { Suite } from '../suite.ts';
import { ownReportOperations, reportReaches } from './report.reach.ts';
import { reportScenarios } from './report.scenarios.ts';

export const reportSuite: Suite = {
  module: reportModule,
  scenarios: reportScenarios,
  reach: { claim: 'report 19', reaches: reportReaches, named: {}, own: ownReportOperations },
};
