import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { type templates, userColumns, userTemplate } from '@storeward/contract/users/user-import';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';

/** Serves the CSV template for user imports. */
export const templatesService: Service<typeof templates> = {
  async get(_context, { params: { name } }) {
    ensure(name.toLowerCase() === userTemplate.name.toLowerCase(), 'template.unknown');
    const lines = [userColumns.map((column) => column.name), userColumns.map(({ sample }) => sample)];
    const file = byteOrderMark + lines.map(csvLine).join('');
    const content = Buffer.from(file).toString('base64');
    return {
      fileName: `${userTemplate.name}.${userTemplate.extension}`,
      contentType: userTemplate.contentType,
      content,
    };
  },
};
