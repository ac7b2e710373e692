// Holds examples of announcements.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { notificationPollingContract } from '../module.ts';

const text = { title: 'Maintenance tonight', content: 'The service rests from 22:00 to 23:00.' } as const;

const announcement = {
  id: example.number,
  uuid: example.announcement,
  version: 1,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  ...text,
  contentHtml: text.content,
  contentMap: { default: text },
  contentType: 'TEXT',
  type: 'MAINTENANCE',
  displayType: 'BANNER',
  priority: 7,
  pinned: false,
  startDate: example.time,
  endDate: null,
  audience: { all: true, users: null, roles: null, authorities: null, excludeUsers: null },
  dismissible: true,
  acknowledgementRequired: false,
  actionUrl: null,
  actionLabel: null,
  application: null,
  metadata: {},
  status: 'PUBLISHED',
  publishDate: example.time,
  publishSeq: example.number,
  revision: 1,
  groupUuid: null,
  locale: 'default',
  read: true,
  readDate: example.time,
  archived: false,
  dismissed: false,
  acknowledged: false,
  acknowledgedDate: null,
} as const;
const params = { uuid: example.announcement } as const;

const told = { title: 'Your report is ready', content: 'Orders of March.' } as const;

const notification = {
  id: example.number,
  uuid: example.notification,
  version: 1,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  ...told,
  contentType: 'TEXT',
  contentHtml: told.content,
  type: 'SUCCESS',
  actionUrl: null,
  actionLabel: null,
  application: null,
  groupKey: null,
  groupCount: 1,
  expireDate: null,
  metadata: {},
  read: false,
  readDate: null,
  archived: false,
  seq: example.number,
} as const;
const one = { uuid: example.notification } as const;

export const notificationPollingExamples = {
  queryPage: {
    body: { uuidList: [example.announcement] },
    answer: {
      data: [{ ...announcement, contentMap: null }],
      totalPages: 1,
      totalElements: 1,
      pageable: {
        pageNumber: 0,
        pageSize: 20,
        sort: { properties: ['pinned', 'priority', 'publishSeq'], direction: 'DESC' },
      },
    },
  },
  send: {
    body: { ...text, type: 'MAINTENANCE', displayType: 'BANNER', priority: 7 },
    answer: { ...announcement, uuid: example.uuid },
  },
  getUnreadNotificationCountByUser: { params: { user: example.username }, answer: example.number },
  getUnreadCount: { answer: example.number },
  getAnnouncement: { params, answer: announcement },
  updateAnnouncement: {
    body: { uuid: example.announcement, version: 1, priority: 9 },
    answer: { ...announcement, version: 2, priority: 9 },
  },
  deleteAnnouncement: { params },
  publishAnnouncement: { params, answer: { ...announcement, version: 2 } },
  withdrawAnnouncement: { params, answer: { ...announcement, version: 2, status: 'WITHDRAWN' } },
  readAnnouncement: { params },
  unreadAnnouncement: { params },
  archiveAnnouncement: { params },
  unarchiveAnnouncement: { params },
  dismissAnnouncement: { params },
  acknowledgeAnnouncement: { params },
  readAnnouncements: {
    body: [example.announcement],
    answer: [{ uuid: example.announcement, found: true, held: false }],
  },
  archiveAnnouncements: {
    body: [example.announcement],
    answer: [{ uuid: example.announcement, found: true, held: false }],
  },
  sendNotification: {
    body: { ...told, users: [example.username], type: 'SUCCESS' },
    answer: { stored: 1, duplicates: 0, unknown: [] },
  },
  queryNotifications: {
    body: { typeList: ['SUCCESS'] },
    answer: {
      data: [notification],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['seq'], direction: 'DESC' } },
    },
  },
  readNotification: { params: one },
  unreadNotification: { params: one },
  archiveNotification: { params: one },
  deleteNotification: { params: one },
  readNotifications: {
    body: [example.notification],
    answer: [{ uuid: example.notification, found: true, held: false }],
  },
  archiveNotifications: {
    body: [example.notification],
    answer: [{ uuid: example.notification, found: true, held: false }],
  },
  readAllNotifications: { body: { asOf: example.asOf }, answer: 0 },
  readEverything: { body: { asOf: example.asOf }, answer: 0 },
  getUnreadDetail: {
    answer: {
      total: example.number,
      announcements: example.number,
      notifications: 1,
      acknowledgementsOpen: 0,
      byType: { MAINTENANCE: example.number, SUCCESS: 1 },
      capped: false,
      asOf: example.text,
      pollIntervalSeconds: 60,
    },
  },
  getChanges: {
    query: { after: example.cursor },
    answer: {
      changes: [
        {
          kind: 'ANNOUNCEMENT',
          uuid: example.announcement,
          announcement: { ...announcement, contentMap: null },
          notification: null,
          readUpTo: null,
        },
      ],
      cursor: example.text,
      resync: false,
    },
  },
  streamChanges: {
    answer: { event: 'ready', data: { unread: example.number, asOf: example.text, cursor: example.text } },
  },
  getStatistics: {
    params,
    answer: {
      readByReceipt: 2,
      readByWatermark: 0,
      estimated: false,
      dismissed: 0,
      acknowledged: 1,
      asOf: example.time,
    },
  },
  pageAcknowledgements: {
    params,
    body: { pageable: { pageSize: 50 } },
    answer: {
      data: [{ username: example.otherUsername, acknowledgedDate: example.time }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 50, sort: { properties: ['acknowledgedDate'], direction: 'DESC' } },
    },
  },
  previewAnnouncement: {
    body: { ...text, audience: { users: [example.username] } },
    answer: {
      texts: [{ locale: 'default', title: text.title, contentHtml: text.content }],
      audienceEstimate: 1,
      estimated: false,
    },
  },
  getPreference: { answer: { mutedTypeList: [], mutedApplicationList: [] } },
  savePreference: {
    body: { mutedTypeList: ['RELEASE'], mutedApplicationList: ['lunch-menu'] },
    answer: { mutedTypeList: ['RELEASE'], mutedApplicationList: ['lunch-menu'] },
  },
  readAllAnnouncements: { body: { asOf: example.asOf }, answer: 0 },
} satisfies ExamplesOf<typeof notificationPollingContract>;
