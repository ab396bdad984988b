import type { Theme } from '@storeward/contract/settings/sections/theme';
import type { Labels, SeedNode, Tree } from './nodes.ts';
import { createTree } from './nodes.ts';
import { addRealStores } from './kestrel-usa.ts';
import type { Setting } from './organisations.ts';
import type { Random } from './random.ts';

/** The tree of Kestrel Sports with the nodes of the demo accounts. */
export type KestrelTree = {
  readonly tree: Tree;
  readonly uk: SeedNode;
  readonly north: SeedNode;
  readonly yorkshire: SeedNode;
  readonly leeds: SeedNode;
  readonly briggate: SeedNode;
  readonly brighton: SeedNode;
  readonly settings: readonly Setting[];
};

const ukAddress = (street: string, city: string, county: string, postCode: string) => ({
  address: { street, city, state: county, postCode },
});

/** Builds the tree of Kestrel Sports: the United Kingdom and China by hand, the United States from the real stores. */
export function buildKestrel(context: { random: Random; labels: Labels; from: number }): KestrelTree {
  const tree = createTree(
    { type: 'ORGANIZATION', name: 'Kestrel Sports', code: 'KESTREL', country: 'GB', timeZone: 'Europe/London' },
    context,
  );
  const british = addUnitedKingdom(tree);
  const { china, hangzhou } = addChina(tree);
  const usa = tree.add(tree.root, {
    type: 'COMPANY',
    name: 'Kestrel USA',
    code: 'US',
    country: 'US',
    timeZone: 'America/New_York',
  });
  addRealStores(tree, usa);
  const texas = tree.nodes.find(({ code }) => code === 'US-TX');
  if (!texas) throw new Error('The store data has no store in Texas.');

  const theme = (node: SeedNode, values: Readonly<Partial<Theme>>) =>
    Object.entries(values).map(([field, value]) => ({ node, section: 'theme', field, value }));
  const settings: Setting[] = [
    ...theme(tree.root, {
      logoURL: '/demo/kestrel-logo.svg',
      logoURLPortrait: '/demo/kestrel-logo-portrait.svg',
      backgroundImage: {
        status: true,
        landscapeImage: '/demo/kestrel-landscape.svg',
        portraitImage: '/demo/kestrel-portrait.svg',
      },
      loginBoxPosition: { landscape: 'right', portrait: 'center' },
      primaryColour: '#0B6E69',
      contractPrimaryColour: '#FFFFFF',
      secondaryColour: '#37474F',
      contractSecondaryColour: '#FFFFFF',
      textColour: '#10201F',
      indentedBackground: '#F8F9F9',
    }),
    { node: tree.root, section: 'ebasketDisplay', field: 'displayName', value: 'Kestrel Basket' },
    { node: tree.root, section: 'nodeConfig', field: 'autoLogoutDuration', value: '00:40:00' },
    ...theme(china, { primaryColour: '#A61B29', contractPrimaryColour: '#FFFFFF' }),
    { node: china, section: 'ebasketDisplay', field: 'displayName', value: 'Kestrel 购物篮' },
    { node: british.york, section: 'ebasketDisplay', field: 'displayName', value: 'York Basket' },
    { node: hangzhou, section: 'nodeConfig', field: 'autoLogoutDuration', value: '00:30:00' },
    { node: texas, section: 'nodeConfig', field: 'autoLogoutDuration', value: '00:20:00' },
  ];
  return { tree, ...british, settings };
}

function addUnitedKingdom(tree: Tree) {
  const uk = tree.add(tree.root, {
    type: 'COMPANY',
    name: 'Kestrel UK',
    code: 'UK',
    country: 'GB',
    timeZone: 'Europe/London',
  });
  const north = tree.add(uk, { type: 'TRADING_REGION', name: 'North', code: 'UK-NORTH', region: ['REST_OF_WORLD'] });
  const south = tree.add(uk, {
    type: 'TRADING_REGION',
    name: 'South',
    code: 'UK-SOUTH',
    region: ['CHINA', 'REST_OF_WORLD'],
  });
  const yorkshire = tree.add(north, { type: 'STORE_GROUP', name: 'Yorkshire', code: 'UK-YORKSHIRE' });
  const lancashire = tree.add(north, { type: 'STORE_GROUP', name: 'Lancashire', code: 'UK-LANCASHIRE' });
  const coast = tree.add(south, { type: 'STORE_GROUP', name: 'South Coast', code: 'UK-SOUTH-COAST' });
  const leeds = tree.add(yorkshire, { type: 'SUB_STORE_GROUP', name: 'Leeds City', code: 'UK-LEEDS' });

  const briggate = tree.add(leeds, {
    type: 'STORE',
    name: 'Leeds Briggate',
    code: 'UK-101',
    coordinates: [53.79742, -1.54188],
    ...ukAddress('118 Briggate', 'Leeds', 'West Yorkshire', 'LS1 6BR'),
  });
  tree.add(leeds, {
    type: 'STORE',
    name: 'Leeds Kirkgate',
    code: 'UK-102',
    coordinates: [53.79622, -1.53796],
    ...ukAddress('41 Kirkgate', 'Leeds', 'West Yorkshire', 'LS2 7DR'),
  });
  const york = tree.add(yorkshire, {
    type: 'STORE',
    name: 'York Coppergate',
    code: 'UK-103',
    coordinates: [53.95756, -1.07999],
    ...ukAddress('7 Coppergate Walk', 'York', 'North Yorkshire', 'YO1 9NT'),
  });
  tree.add(lancashire, {
    type: 'STORE',
    name: 'Preston Fishergate',
    code: 'UK-104',
    coordinates: [53.75909, -2.69927],
    ...ukAddress('92 Fishergate', 'Preston', 'Lancashire', 'PR1 2NJ'),
  });
  const brighton = tree.add(coast, {
    type: 'STORE',
    name: 'Brighton Lanes',
    code: 'UK-201',
    coordinates: [50.82188, -0.14079],
    ...ukAddress('16 Meeting House Lane', 'Brighton', 'East Sussex', 'BN1 1HB'),
  });
  tree.add(coast, {
    type: 'STORE',
    name: 'Southampton Above Bar',
    code: 'UK-202',
    coordinates: [50.90651, -1.4042],
    status: false,
    ...ukAddress('155 Above Bar Street', 'Southampton', 'Hampshire', 'SO14 7DU'),
  });
  return { uk, north, yorkshire, leeds, briggate, york, brighton };
}

function addChina(tree: Tree) {
  const china = tree.add(tree.root, {
    type: 'COMPANY',
    name: 'Kestrel China',
    code: 'CN',
    country: 'CN',
    timeZone: 'Asia/Shanghai',
  });
  const east = tree.add(china, { type: 'TRADING_REGION', name: 'East China', code: 'CN-EAST', region: ['CHINA'] });
  const shanghai = tree.add(east, { type: 'STORE_GROUP', name: '上海', code: 'CN-SHANGHAI' });
  const hangzhou = tree.add(east, { type: 'STORE_GROUP', name: '江浙', code: 'CN-JIANGZHE' });
  const stores = [
    [shanghai, '上海南京东路店', 'CN-301', '南京东路 299 号', '上海', '上海市', '200001', [31.23757, 121.48276]],
    [shanghai, '上海徐家汇店', 'CN-302', '虹桥路 1 号', '上海', '上海市', '200030', [31.19497, 121.43692]],
    [shanghai, '上海五角场店', 'CN-303', '淞沪路 77 号', '上海', '上海市', '200433', [31.30233, 121.51444]],
    [hangzhou, '杭州湖滨店', 'CN-304', '湖滨路 28 号', '杭州', '浙江省', '310006', [30.25412, 120.16146]],
    [hangzhou, '苏州观前街店', 'CN-305', '观前街 88 号', '苏州', '江苏省', '215005', [31.31239, 120.62657]],
  ] as const;
  for (const [group, name, code, street, city, state, postCode, coordinates] of stores) {
    tree.add(group, { type: 'STORE', name, code, address: { street, city, state, postCode }, coordinates });
  }
  return { china, hangzhou };
}
