import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import { type ModuleSample, plainSample } from './plain-sample.ts';
import { newId } from '../src/platform/database/ids.ts';
import type { TestNode } from './builders.ts';
import type { TestServer } from './server.ts';
import { insertImage } from './uploads.ts';

/** The picture of the sample of the section `engage`. */
const engageImage = `/files/0199a000-0000-7000-8000-000000000042/${'a'.repeat(24)}.webp`;

/** Complete valid samples of the sections that have rules or references of their own. */
const ownSamples: Readonly<Record<string, ModuleSample>> = {
  nodeConfig: { values: { autoLogoutDuration: '00:20:00' } },
  dates: { values: { dateLocale: 'en-US' } },
  integration: { values: { provider: 'others', otherName: 'Own service', secret: 'the secret of the service' } },
  theme: { values: { ...defaultTheme, fontSize: '15px' } },
  ebasketDisplay: { values: { displayName: 'Corner basket', displayLogo: engageImage } },
  basket: {
    values: {
      customerIdPrefix: 'KS',
      customerIdSequence: '0000001',
      saleFlow: 'custom ticketing',
      applyBestPromotion: true,
      applyStaffDiscount: true,
      taxMode: 'INCLUDED_IN_PRICE',
      giftCardType: 'EGC',
      fiscalCountry: 'Poland',
    },
  },
  payments: {
    values: {},
    rows: {
      options: [
        {
          paymentId: 'CASH',
          name: 'Cash',
          type: '1',
          authCode: '',
          displayName: 'Notes and coins',
          externalType: '',
          externalSubType: null,
          tenderItemKey: '',
          fulfilmentTypes: ['inStore'],
        },
        {
          paymentId: 'SEPAY',
          name: 'card (SEPAY)',
          type: '2',
          authCode: 'A1',
          displayName: '',
          externalType: 'CARD',
          externalSubType: 'Visa Credit',
          tenderItemKey: 'T-2',
          fulfilmentTypes: ['clickNCollect', 'webOrder'],
        },
      ],
    },
  },
  modulesInUse: {
    values: {
      saga: false,
      tm: false,
      rj: false,
      ebasket: false,
      t2s: false,
      sotk: false,
      engage: false,
      doti: false,
      ross: false,
    },
  },
  receiptDelivery: { values: { print: false, email: true, giftCard: true, weChat: true } },
  salesExport: {
    values: {
      url: 'ftps://sales.example.com/in',
      username: 'export',
      password: 'the password of the export',
      folderName: 'outbound',
      versionUrl: 'http://sales.example.com/version',
      api: 'Netsuite',
      queue: 'salesExportQueue',
    },
  },
  stockTake: {
    values: {
      expectedQuantity: true,
      locationUse: true,
      mod10: true,
      mod11: true,
      appName: 'counts',
      userName: 'counter',
      password: 'the password of the counts',
      host: 'counts.example.com',
      port: 8089,
    },
    rows: { splunkReports: [{ buttonName: 'Differences', savedSearchName: 'stock_differences' }] },
  },
  reasons: {
    values: {},
    rows: {
      reasons: [
        { reasonId: 'R1', category: 'return', description: 'Wrong size' },
        { reasonId: 'R2', category: 'void', description: 'Typed twice' },
      ],
    },
  },
  customerHub: {
    values: {
      customerActions: ['Create Customer', 'Update Customer'],
      firstName: 'Walk-in',
      lastName: 'Customer',
      phone: '+44 113 496 0127',
      email: 'customers@kestrel.example',
      address: '1 Briggate',
      region: 'EMEA',
      country: 'GB',
      city: 'Leeds',
      postCode: 'LS1 6HD',
    },
  },
  salesforce: {
    values: {
      grantType: 'client_credentials',
      clientId: 'kestrel',
      clientSecret: 'the secret of the client',
      version: 'v24_5',
      siteId: 'KestrelGB',
      url: 'https://shop.example.com',
    },
  },
  engage: {
    values: {
      isShown: true,
      duration: 15,
      media: [{ media: { file: engageImage, alt: 'Spring' } }],
    },
  },
  hotkeys: {
    values: {},
    rows: {
      keys: [
        {
          type: 'hotkey',
          SKU: 'KS-10021',
          displayName: 'Home shirt',
          names: { de: 'Heimtrikot', 'ja-JP': 'ホームシャツ' },
          image: null,
          parentId: null,
          colour: 'primary',
          icon: 'shirt',
        },
        {
          type: 'group',
          SKU: null,
          displayName: 'Gifts',
          names: {},
          image: null,
          parentId: null,
          colour: null,
          icon: null,
        },
        {
          type: 'page',
          SKU: null,
          displayName: 'Front',
          names: { de: 'Vorn' },
          image: null,
          parentId: null,
          colour: null,
          icon: null,
        },
      ],
    },
  },
  skuSelection: {
    values: {
      shirtMale: {
        SKU_selection: 'KS-10021,KS-10022',
        isVat: { 'KS-10021': false, 'KS-10022': true },
        badgeUrl: 'https://files.example.com/badge.png',
        logoUrl: '',
        name_SKU_selection: 'KS-20101',
        number_SKU_selection: 'KS-20102',
        disable_for: '',
      },
      shirtFemale: {
        SKU_selection: 'KS-10031',
        isVat: { 'KS-10031': false },
        badgeUrl: '',
        logoUrl: '',
        name_SKU_selection: '',
        number_SKU_selection: '',
        disable_for: '',
      },
      shortsMale: {
        SKU_selection: '',
        isVat: {},
        badgeUrl: '',
        logoUrl: '',
        name_SKU_selection: '',
        number_SKU_selection: 'KS-20102',
        disable_for: 'name',
      },
      shortsFemale: {
        SKU_selection: '',
        isVat: {},
        badgeUrl: '',
        logoUrl: '',
        name_SKU_selection: 'KS-20101',
        number_SKU_selection: '',
        disable_for: 'number',
      },
    },
  },
};

/** A complete valid sample of every section of settings; of a section of plain fields it follows from its declaration. */
export const moduleSamples: Readonly<Record<string, ModuleSample>> = Object.fromEntries(
  sectionNames.map((name) => [name, ownSamples[name] ?? plainSample(sectionOf(name))]),
);

/** The operations that add rows in this order. */
export function addedRows(rows: readonly Readonly<Record<string, unknown>>[]) {
  const operations: Record<string, unknown> = {};
  let after = 'first';
  for (const values of rows) {
    const id = newId();
    operations[id] = { action: 'add', after, values };
    after = id;
  }
  return { rows: operations };
}

/** The fields of a save that gives a node all values of a sample. */
export const sampleFields = ({ values, rows = {} }: ModuleSample, mode = 'free') =>
  Object.fromEntries(
    [...Object.entries(values), ...Object.entries(rows).map(([field, list]) => [field, addedRows(list)] as const)].map(
      ([field, value]) => [field, { value, mode }],
    ),
  );

/** Records the picture of the section `engage` as an upload of the organisation that saves the samples. */
export const insertEngageImage = (server: TestServer, org: TestNode): Promise<void> =>
  insertImage(server, org, { address: engageImage, width: 600, height: 800 });

const withoutIds = (value: unknown) =>
  Array.isArray(value)
    ? value.map((row: unknown) => {
        if (typeof row !== 'object') return row;
        const { id: _, ...columns } = row as Record<string, unknown>;
        return columns;
      })
    : value;
/** Values with the rows of their lists without ids. */
export const plain = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, withoutIds(value)]));
