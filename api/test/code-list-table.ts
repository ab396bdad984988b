import { nodeTypes, permissions, ranks } from '@storeward/contract/access';
import { dashboardKeys } from '@storeward/contract/users/dashboard-keys';
import { deviceTypes } from '@storeward/contract/devices';
import { imageExtensions, videoExtensions } from '@storeward/contract/media-types';
import { modules } from '@storeward/contract/modules';
import { nodeRegions } from '@storeward/contract/nodes/node-types';
import { pageSizes } from '@storeward/contract/paging';
import { languages } from '@storeward/contract/reference';
import { fiscalCountries, giftCardTypes, saleFlows, taxModes } from '@storeward/contract/settings/sections/basket';
import { customerActions, customerRegions } from '@storeward/contract/settings/sections/customer-hub';
import { integrationProviders } from '@storeward/contract/settings/sections/integration-providers';
import { disabledHalves } from '@storeward/contract/settings/kinds/sku-selection';
import { fulfilmentTypes, paymentOptions, paymentSubTypes } from '@storeward/contract/settings/sections/payments';
import { sections } from '@storeward/contract/settings/sections';
import { boxPositions } from '@storeward/contract/settings/sections/theme';

type Values = readonly (string | number)[];

/** A code list: its values as specified, and where the contract has them. */
export type CodeList = { readonly specified: Values; readonly contract: Values };

/** The code lists by name. */
export const codeLists = {
  nodeTypes: {
    specified: ['GLOBAL', 'ORGANIZATION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE'],
    contract: nodeTypes,
  },
  // the rank of a sub store group is not given: between its neighbours
  ranks: { specified: [60, 50, 40, 30, 20, 15, 10], contract: nodeTypes.map((type) => ranks[type]) },
  permissions: {
    specified: [
      'OM_DASHBOARD',
      'LIST_SETTING',
      'CREATE_SETTING',
      'EDIT_SETTING',
      'VIEW_SETTING',
      'ORGANISATION_APP_ICON',
      'MODULE_APP_ICON',
      'ALLOW_TO_VIEW_MODULE_ICON',
      'VIEW_PROFILE',
      'LIST_ORGANISATIONS',
      'CREATE_ORGANISATION',
      'UPDATE_ORGANISATION',
      'VIEW_ORGANISATION',
      'DELETE_ORGANISATION',
      'UPDATE_ORGANISATION_DETAILS',
      'UPDATE_ORGANISATION_CONFIG',
      'UPDATE_ORGANISATION_THEME',
      'UPDATE_ORGANISATION_MODULE',
      'ENABLED_ORGANISATION',
      'ACCESS_ORGANISATION_LEVEL',
      'LIST_USERS',
      'CREATE_USER',
      'VIEW_USER',
      'EDIT_USER',
      'DELETE_USER',
      'ENABLED_USER',
      'LIST_ROLES',
      'CREATE_ROLE',
      'DELETE_ROLE',
      'EDIT_ROLE',
      'VIEW_ROLE',
      'ENABLED_ROLE',
      'LIST_NODE_STRUCTURE',
      'LIST_BULK_OVERRIDE',
      'CREATE_NODE',
      'DELETE_NODE',
      'EDIT_NODE',
      'VIEW_NODE',
      'ENABLED_NODE',
      'EDIT_NODE_DETAILS',
      'EDIT_NODE_CONFIGURATION',
      'EDIT_NODE_THEME',
      'EDIT_NODE_MODULE',
      'BULK_OVERRIDE',
      'ASSIGN_STORE_DEVICE',
      'SHOW_BULK_USER_IMPORT_SUBMENU',
      'ALLOW_UPLOAD_USER_IMPORT_CSV',
      'ALLOW_DOWNLOAD_USER_IMPORT_CSV_TEMPLATE',
      'ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE',
      'ALLOW_FACE_ID_REGISTRATION',
    ],
    contract: permissions,
  },
  moduleNames: {
    specified: ['OM', 'SAGA', 'TM', 'RJ', 'eBasket', 'T2S', 'SOTK', 'Engage', 'DOTI', 'T2B', 'Ross', 'Crest'],
    contract: modules.map(({ name }) => name),
  },
  moduleCodes: {
    specified: ['om', 'saga', 'tm', 'rj', 'ebasket', 't2s', 'sotk', 'engage', 'doti', 'ross'],
    contract: modules.flatMap(({ code }) => code ?? []),
  },
  integrationProviders: {
    specified: [
      'Netsuite',
      'AX',
      'RJ',
      'RJLocal',
      'Magento',
      'CrestEngagement',
      'IslandPacific',
      'Paraspar',
      'Salesforce',
      'Xiatech',
      'BigCommerce',
      'BIL',
      'Graphene',
      '{host}',
      'Majorel',
      'Adyen',
      'GiveX',
      'SVS',
      'others',
    ],
    contract: integrationProviders,
  },
  paymentOptions: {
    specified: [
      'Cash',
      'Card',
      'Contactless',
      'Amex',
      'WeChat',
      'AliPay',
      'Gift Card',
      'Disney Points',
      'Venmo',
      'Afterpay',
      'Unionpay',
      'Paypal',
      'Klarna',
      'Remote Pay',
      'card (SEPAY)',
      'PDQ',
      'Pay By Link',
      'KNET',
      'Cheque',
      'Gift Voucher',
    ],
    contract: paymentOptions,
  },
  paymentSubTypes: {
    specified: [
      'Debit Card',
      'Mastercard Credit',
      'Visa Credit',
      'Diner',
      'American Express',
      'Apple Pay',
      'Android Pay',
    ],
    contract: paymentSubTypes,
  },
  fulfilmentTypes: { specified: ['clickNCollect', 'inStore', 'shipToStore', 'webOrder'], contract: fulfilmentTypes },
  giftCardTypes: { specified: ['PGC', 'EGC'], contract: giftCardTypes },
  taxModes: { specified: ['INDEPENDENT_OF_PRICE', 'INCLUDED_IN_PRICE'], contract: taxModes },
  customerRegions: {
    specified: ['US', 'CHINA', 'JAPAN', 'EMEA', 'Rest of World', 'China'],
    contract: customerRegions,
  },
  nodeRegions: { specified: ['CHINA', 'REST_OF_WORLD'], contract: nodeRegions },
  customerActions: { specified: ['Create Customer', 'Update Customer'], contract: customerActions },
  saleFlows: { specified: ['default', 'custom ticketing'], contract: saleFlows },
  promotions: {
    specified: ['applyBestPromotion', 'applyStaffDiscount'],
    contract: Object.keys(sections.basket.fields).filter((field) => field.startsWith('apply')),
  },
  fiscalCountries: { specified: ['France', 'Germany', 'Poland'], contract: fiscalCountries },
  deviceTypes: { specified: ['mobile', 'tablet'], contract: deviceTypes },
  receiptWays: {
    specified: ['print', 'email', 'giftCard', 'weChat'],
    contract: Object.keys(sections.receiptDelivery.fields),
  },
  disabledHalves: { specified: ['', 'name', 'number'], contract: disabledHalves },
  languages: { specified: ['en', 'fr', 'zh-CN', 'nl', 'ja-JP', 'it', 'de'], contract: languages },
  boxPositions: { specified: ['left', 'right', 'center', 'top', 'bottom'], contract: boxPositions },
  pageSizes: { specified: [5, 10, 25, 50, 100], contract: pageSizes },
  // jpg is another ending of jpeg
  mediaExtensions: {
    specified: ['jpg', 'jpeg', 'png', 'bmp', 'mp4', 'mov', 'mkv'],
    contract: [...Object.values(imageExtensions), ...Object.values(videoExtensions)].flat(),
  },
  dashboards: {
    specified: [
      'global',
      'organisation',
      'company',
      'trading region',
      'store group',
      'store',
      'Ross',
      'Sub Store Group store manager',
      'Store user',
    ],
    contract: dashboardKeys,
  },
} as const satisfies Record<string, CodeList>;

export type CodeListName = keyof typeof codeLists;
