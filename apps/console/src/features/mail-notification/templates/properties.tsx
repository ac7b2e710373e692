// Changes what a template is called, what it is for, and which variables it has.
import { schema } from 'contract:body/mailNotification/update';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { Form } from '../../../ui/form/form.tsx';
import type { Field, Values } from '../../../ui/form/values.ts';
import { Section } from '../../../ui/page/page.tsx';
import { showNotice } from '../../../ui/text/notice.tsx';
import { fits, type ParameterRow, parametersOf, rowsOf } from './parameters.ts';
import { ParametersInput } from './parameters-input.tsx';
import { type Template, templateQuery } from './template-data.ts';
import { useTemplatesTexts } from './texts.ts';

type TemplatesTexts = ReturnType<typeof useTemplatesTexts>;
type Update = Parameters<typeof api.mailNotification.update>[0]['body'];

/** More layouts than these are no list to choose from. */
const LAYOUTS_MAX = 200;

const valuesOf = ({ parameterList, ...template }: Template): Values => ({
  ...template,
  parameterList: rowsOf(parameterList),
});

const rowsIn = (value: unknown): readonly ParameterRow[] => (value ?? []) as readonly ParameterRow[];

function shownRows(value: unknown, texts: TemplatesTexts): string {
  const rows = rowsIn(value).map(({ name, type, required, description, sample, fallback }) =>
    [name, texts.parameterTypes[type], required ? texts.needed : '', sample, fallback, description]
      .filter(Boolean)
      .join(', '),
  );
  return rows.join('; ') || '–';
}

function fieldsOf(type: Template['type'], layouts: Field['options'], texts: TemplatesTexts): readonly Field[] {
  const stands = type === 'LAYOUT' || type === 'PARTIAL';
  const policies = Object.entries(texts.policies).map(([value, label]) => ({ value, label }));
  return [
    { name: 'name', label: texts.name },
    { name: 'description', label: texts.description, help: texts.descriptionHelp },
    { name: 'category', label: texts.category, help: texts.categoryHelp },
    ...(stands
      ? []
      : [{ name: 'layoutCode', label: texts.layout, ...(layouts === undefined ? {} : { options: layouts }) }]),
    ...(type === 'MAIL' ? [{ name: 'uncertainPolicy', label: texts.uncertain, options: policies }] : []),
    { name: 'sensitive', label: texts.sensitive, help: texts.sensitiveHelp },
    {
      name: 'parameterList',
      label: texts.variables,
      input: ({ value, error, onValue }) => <ParametersInput rows={rowsIn(value)} error={error} onRows={onValue} />,
      shown: (value) => shownRows(value, texts),
      problem: (value) => {
        const rows = rowsIn(value);
        if (rows.some(({ name }) => name.trim() === '')) return texts.nameVariables;
        return rows.every(({ type, sample, fallback }) => fits(type, sample) && fits(type, fallback))
          ? null
          : texts.wrongValues;
      },
    },
  ];
}

export function Properties({ template }: { readonly template: Template }) {
  const texts = useTemplatesTexts();
  const client = useQueryClient();
  const { uuid, type } = template;
  const layouts = useQuery({
    queryKey: ['templates', 'layouts'],
    queryFn: async () => {
      const body = { typeList: ['LAYOUT' as const], pageable: { pageSize: LAYOUTS_MAX } };
      const found = (await api.mailNotification.queryDataPage({ body })).body.data;
      return found.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }));
    },
  });
  const read = async (): Promise<Values> => valuesOf(await client.fetchQuery({ ...templateQuery(uuid), staleTime: 0 }));
  const fields = fieldsOf(type, layouts.data, texts);
  return (
    <Section title={texts.properties}>
      <Form
        schema={schema}
        place={`template ${uuid} properties`}
        initial={valuesOf(template)}
        fields={fields}
        submit={texts.save}
        onSubmit={async (values, base) => {
          const own = Object.fromEntries(fields.flatMap(({ name }) => (name in values ? [[name, values[name]]] : [])));
          const parameterList = parametersOf(rowsIn(own.parameterList));
          const body = { ...own, uuid, version: Number(base.version), parameterList } as Update;
          await api.mailNotification.update({ body });
          const now = await read();
          await client.invalidateQueries({ queryKey: ['templates'] });
          showNotice(texts.saved);
          return now;
        }}
        onConflict={read}
      />
    </Section>
  );
}
