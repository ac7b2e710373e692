// Makes items and applications of the menu.

import { schema as appSchema } from 'contract:body/systemMenu/appName_save';
import { schema as itemSchema } from 'contract:body/systemMenu/menuItem_save';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { FormDialog } from '../../../ui/dialog/act.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { refreshMenu } from './menu-data.ts';
import { useMenuEditorTexts } from './texts.ts';

interface NewItemProps {
  readonly appUuid: string;
  readonly onMade: (uuid: string) => void;
}

/** Both fields are needed; the schema says so only for fields that every request has to have. */
const needed = (schema: typeof itemSchema) => ({ ...schema, required: ['name', 'displayName'] });

export function NewItem({ appUuid, onMade }: NewItemProps) {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  return (
    <FormDialog label={texts.newItem} icon={<Icon name="plus" size={16} />}>
      {(close) => (
        <Form
          schema={needed(itemSchema)}
          place={`menu item new ${appUuid}`}
          initial={{}}
          fields={[
            { name: 'name', label: texts.name, help: texts.nameHelp },
            { name: 'displayName', label: texts.displayName },
            { name: 'icon', label: texts.icon },
            { name: 'path', label: texts.path, widget: 'line' },
            { name: 'externalUrl', label: texts.externalUrl, widget: 'line' },
          ]}
          submit={texts.create}
          onSubmit={async (values) => {
            const { body } = await api.systemMenu.menuItem_save({ body: { ...values, appNameUuid: appUuid } });
            showNotice(texts.made);
            close();
            await refreshMenu(queries);
            onMade(body.uuid ?? '');
          }}
        />
      )}
    </FormDialog>
  );
}

export function NewApp() {
  const texts = useMenuEditorTexts();
  const queries = useQueryClient();
  return (
    <FormDialog label={texts.newApp} icon={<Icon name="plus" size={16} />}>
      {(close) => (
        <Form
          schema={needed(appSchema)}
          place="menu app new"
          initial={{}}
          fields={[
            { name: 'name', label: texts.name, help: texts.nameHelp },
            { name: 'displayName', label: texts.displayName },
          ]}
          submit={texts.create}
          onSubmit={async (values) => {
            await api.systemMenu.appName_save({ body: values });
            showNotice(texts.made);
            close();
            await refreshMenu(queries);
          }}
        />
      )}
    </FormDialog>
  );
}
