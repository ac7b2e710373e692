// Shapes report groups as the interface has them.
import type {
  SvcRToolReportGroupDataModel,
  SvcRToolReportGroupDetailModel,
  SvcRToolReportGroupLookupDataModel,
} from '@keelson/contract';
import type { RightHolder } from '../report.types.ts';
import { permissionsOn } from '../right/rights.ts';
import { type Group, type GroupSurroundings, groups } from './group.store.ts';

export function toGroupData(
  holder: RightHolder,
  row: Group,
  surroundings: GroupSurroundings,
): SvcRToolReportGroupDataModel {
  const { authorityList: _kept, ...fields } = groups.toModel(row);
  return { ...fields, ...surroundings, level: row.level, permissionList: permissionsOn(holder, row, row.rights) };
}

export function toGroupDetail(holder: RightHolder, row: Group): SvcRToolReportGroupDetailModel {
  return { ...groups.toModel(row), permissionList: permissionsOn(holder, row, row.rights) };
}

export function toGroupLookup(row: Group, around: GroupSurroundings): SvcRToolReportGroupLookupDataModel {
  const { uuid, code, name, enabled } = row;
  return { uuid, code, name, parentUuid: around.parentUuid, pathNameList: around.pathNameList, enabled };
}
