import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { type templates, userColumns, userTemplateName } from '@storeward/contract/user-import';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';

/** The file that an import of users begins with. */
export const templatesService: Service<typeof templates> = {
  async get(_context, { params: { name } }) {
    demand(name.toLowerCase() === userTemplateName.toLowerCase(), 'template.unknown');
    const lines = [userColumns.map((column) => column.name), userColumns.map(({ sample }) => sample)];
    const file = byteOrderMark + lines.map(csvLine).join('');
    const content = Buffer.from(file).toString('base64');
    return { fileName: `${userTemplateName}.csv`, contentType: 'text/csv', content };
  },
};
