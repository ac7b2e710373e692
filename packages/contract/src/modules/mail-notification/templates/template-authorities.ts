// Declares the authorities of templates.
import { tenantAuthorities } from '../../../operations/authorities.ts';

export const templateAuthorities = tenantAuthorities([
  ['NOTIFICATION_TEMPLATE_VIEW', 'View templates', 'See the templates of notifications and their versions.'],
  ['NOTIFICATION_TEMPLATE_EDIT', 'Edit templates', 'Create and change templates of notifications.'],
  ['NOTIFICATION_TEMPLATE_DELETE', 'Delete templates', 'Delete templates of notifications.'],
  ['NOTIFICATION_TEMPLATE_ACTIVATE', 'Activate templates', 'Enable and disable templates of notifications.'],
  ['NOTIFICATION_TEMPLATE_PREVIEW', 'Preview templates', 'Show templates and mails filled in, stored or not.'],
]);
