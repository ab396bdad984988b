import type { Permission } from '@storeward/contract/access';
import { audit } from '@storeward/contract/audit';
import { byteOrderMark, csvLine, csvType } from '@storeward/contract/csv';
import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { nodeColumns, nodeExport, nodeImports } from '@storeward/contract/nodes/node-import';
import type { NodeId } from '@storeward/contract/nodes';
import { productColumns, productExport } from '@storeward/contract/products/product-import';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { templates } from '@storeward/contract/users/user-import';
import { userExport, userExportColumns } from '@storeward/contract/users/user-export';
import { users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUser } from '../../../test/create-user.ts';
import { mockError, mockFile, mockResponse } from '../../../test/mock-server.ts';
import { setUpPortal, tearDownPortal } from '../../../test/open-portal.tsx';
import { renderAt } from '../../../test/render-at.tsx';
import { cellsOf, recordSavedFiles } from '../../../test/saved-files.ts';
import { AuditExportMenu } from '../../audit/audit-export-menu.tsx';
import { ImportPage } from '../../imports/import-page.tsx';
import { ImportRowList } from '../../imports/import-row-list.tsx';
import type { ImportSubject } from '../../imports/import-subject.ts';
import { NodeExportMenu } from '../../nodes/node-export-menu.tsx';
import { signIn } from '../../platform/session/session.ts';
import { errorMessage } from '../../platform/text/i18n.ts';
import { ProductExportMenu } from '../../products/list/product-export-menu.tsx';
import { SettingsExportMenu } from '../../settings/section/section-export-menu.tsx';
import { UserExportMenu } from '../../users/list/user-export-menu.tsx';
import { UserTemplateMenu } from '../../users/list/user-template-menu.tsx';
import { phrase } from '../../../test/phrase.ts';

const permissions: Permission[] = [
  'LIST_USERS',
  'VIEW_USER',
  'LIST_SETTING',
  'VIEW_SETTING',
  'LIST_NODE_STRUCTURE',
  'VIEW_NODE',
  'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
];
const hidden = { hidden: true };

/** Cells that a spreadsheet would change if they were not texts. */
const table = [
  ['code', 'name', 'note'],
  ['00042', '=1+1', 'two\r\n"lines", and more'],
];
const content = byteOrderMark + table.map(csvLine).join('');

const subject: ImportSubject = {
  endpoints: nodeImports,
  columns: nodeColumns,
  invalidates: [],
  address: '/structure/import',
  sampleName: 'Structure',
  texts: { title: 'Import', intro: 'Drop it here.', start: String },
};
const run = {
  id: '0199d000-0000-7000-8000-000000000001',
  fileName: 'stores.xlsx',
  state: 'ready',
  columns: ['code', 'name'],
  mapping: null,
  wrong: 1,
} as unknown as ImportRun;

let saved: ReturnType<typeof recordSavedFiles>;

beforeEach(async () => {
  await setUpPortal();
  mockResponse(users.get, createUser({ grantedPermissions: permissions, rootNode: 'COMPANY' }));
  await signIn('company.admin', 'secret');
  saved = recordSavedFiles();
});
afterEach(() => {
  tearDownPortal();
  vi.restoreAllMocks();
});

async function choose(element: ReactElement, button: string, ...items: string[]) {
  const { user } = await renderAt('/', element);
  await user.click(await screen.findByRole('button', { name: button }));
  for (const name of items) await user.click((await screen.findAllByText(name))[0]!);
  return user;
}

/** Exports a workbook and returns its name and its cells. */
async function workbookFrom(element: ReactElement, button: string, ...items: string[]) {
  await choose(element, button, 'Excel workbook', ...items);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  return [saved[0]!.name, await cellsOf(saved[0]!.file)];
}

describe('every export is offered as an Excel workbook whose cells are texts', () => {
  test('of users, over all pages', async () => {
    const row = (code: string) => ({
      ...Object.fromEntries(userExportColumns.map((name) => [name, code])),
      status: 'enabled' as const,
    });
    mockResponse(userExport.rows, ({ query }) =>
      query.get('cursor')
        ? { result: [row('=2+2')] as never, total: 2 }
        : { result: [row('00042')] as never, total: 2, next: 'second' },
    );
    const cells = userExportColumns.map((name) => (name === 'status' ? 'enabled' : undefined));
    expect(await workbookFrom(<UserExportMenu matching={{ orgId: undefined }} />, 'Export')).toEqual([
      'Users.xlsx',
      [userExportColumns, cells.map((cell) => cell ?? '00042'), cells.map((cell) => cell ?? '=2+2')],
    ]);
    expect(await screen.findByText('2 users exported')).toBeTruthy();
  });

  test('of products', async () => {
    const names = productColumns.map(({ name }) => name);
    const row = Object.fromEntries(names.map((name) => [name, name === 'SKU' ? '00042' : '=1+1']));
    mockResponse(productExport.rows, { result: [row as never], total: 1 });
    expect(await workbookFrom(<ProductExportMenu />, 'Export')).toEqual([
      'Products.xlsx',
      [names, names.map((name) => (name === 'SKU' ? '00042' : '=1+1'))],
    ]);
  });

  test('of locations', async () => {
    mockFile(nodeExport.get, csvType, content);
    expect(await workbookFrom(<NodeExportMenu />, 'Export structure')).toEqual(['Structure.xlsx', table]);
    // a line break within a cell begins no row
    expect(await screen.findByText(phrase('nodes.export.done', { count: 1 }))).toBeTruthy();
  });

  test('of settings, where the format is chosen before the section', async () => {
    mockFile(nodeSettings.export, csvType, content);
    const menu = <SettingsExportMenu id={'0199a000-0000-7000-8000-000000000001' as NodeId} />;
    expect(await workbookFrom(menu, 'Export', 'E-basket')).toEqual(['Settings-ebasketDisplay.xlsx', table]);
  });

  test('of the audit, with its last line', async () => {
    const end = ['End of the file: 1 entries'];
    mockFile(audit.export, csvType, content + csvLine(end));
    expect(await workbookFrom(<AuditExportMenu filter={{}} />, 'Export')).toEqual(['audit.xlsx', [...table, end]]);
    expect(await screen.findByText('1 entry is in the file')).toBeTruthy();
  });

  test('of the invalid rows of an import, where a formula stays marked', async () => {
    const row: ImportRow = {
      row: 2,
      cells: ['00042', '=1+1'],
      outcome: 'wrong',
      faults: [{ column: 'code', messageCode: 'import.twice' }],
      kept: false,
      written: false,
    };
    mockResponse(nodeImports.rows, { result: [row], total: 1 });
    const list = <ImportRowList subject={subject} run={run} />;
    expect(await workbookFrom(list, phrase('imports.rows.download'))).toEqual([
      'stores-errors.xlsx',
      [
        ['code', 'name', 'errors'],
        ['00042', '⚠ =1+1', 'code: This appears in the file more than once'],
      ],
    ]);
  });

  test('of the sample of an import', async () => {
    mockResponse(nodeImports.list, { result: [], total: 0 });
    const page = <ImportPage subject={subject} crumbs={[]} />;
    const [name, cells] = await workbookFrom(page, 'Sample file');
    expect(name).toBe('Structure.xlsx');
    expect(cells).toEqual([nodeColumns.map((column) => column.name), nodeColumns.map(({ sample }) => sample)]);
  });

  test('of the template for users', async () => {
    const bytes = new TextEncoder().encode(content);
    mockResponse(templates.get, {
      fileName: 'Users.csv',
      contentType: 'text/csv',
      content: btoa(String.fromCharCode(...bytes)),
    });
    expect(await workbookFrom(<UserTemplateMenu />, 'Sample file')).toEqual(['Users.xlsx', table]);
  });
});

test('the CSV file of an export is as the server has sent it', async () => {
  mockFile(nodeExport.get, csvType, content);
  await choose(<NodeExportMenu />, 'Export structure', 'CSV file');
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Structure.csv']));
  expect(await saved[0]!.file.arrayBuffer()).toEqual(new TextEncoder().encode(content).buffer);
});

test('a failed export names its reason, saves nothing, and can be repeated', async () => {
  mockError(nodeExport.get, 'input.tooSlow');
  await choose(<NodeExportMenu />, 'Export structure', 'Excel workbook');
  expect(await screen.findByText(errorMessage('input.tooSlow'))).toBeTruthy();
  expect(saved).toEqual([]);
  expect(screen.getByRole('button', { name: 'Export structure' }).hasAttribute('data-disabled')).toBe(false);
});

test.each([
  ['before its last line', content],
  ['within a row', content.slice(0, -4)],
])('an audit that ends %s is not saved as a workbook', async (_where, body) => {
  mockFile(audit.export, csvType, body);
  await choose(<AuditExportMenu filter={{}} />, 'Export', 'Excel workbook');
  expect(await screen.findByText(phrase('audit.export.incomplete'))).toBeTruthy();
  expect(saved).toEqual([]);
});

test.each(['CSV file', 'Excel workbook'])('a file that ends before its length is not saved as %s', async (format) => {
  mockFile(nodeExport.get, csvType, content, content.length + 100);
  await choose(<NodeExportMenu />, 'Export structure', format);
  expect(await screen.findByText(phrase('errors.unknown'))).toBeTruthy();
  expect(saved).toEqual([]);
});

test('the chosen format is kept for the next section, and marked for those who do not see it', async () => {
  mockFile(nodeSettings.export, csvType, content);
  const menu = <SettingsExportMenu id={'0199a000-0000-7000-8000-000000000001' as NodeId} />;
  const user = await choose(menu, 'Export', 'Excel workbook', 'E-basket');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const chosen = await screen.findByRole('menuitemradio', { name: 'Excel workbook', ...hidden });
  expect(chosen.getAttribute('aria-checked')).toBe('true');
});
