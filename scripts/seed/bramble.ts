import { type Labels, createTree, type Tree } from './nodes.ts';
import type { Random } from './random.ts';

const regions = [
  [
    'England',
    'BT-ENG',
    [
      ['Bath Milsom Street', 'Bath', 'Somerset', '23 Milsom Street', 'BA1 1DE', [51.38273, -2.36197]],
      ['Cambridge Rose Crescent', 'Cambridge', 'Cambridgeshire', '5 Rose Crescent', 'CB2 3LL', [52.20582, 0.11824]],
      ['Chester Rows', 'Chester', 'Cheshire', '31 Bridge Street Row', 'CH1 1NW', [53.18975, -2.8918]],
      ['Durham Saddler Street', 'Durham', 'County Durham', '62 Saddler Street', 'DH1 3NU', [54.77585, -1.57505]],
      ['Norwich Lanes', 'Norwich', 'Norfolk', '9 Lower Goat Lane', 'NR2 1EL', [52.62924, 1.2923]],
      ['Oxford Covered Market', 'Oxford', 'Oxfordshire', '14 Market Street', 'OX1 3DZ', [51.75222, -1.258]],
      ['Truro Lemon Quay', 'Truro', 'Cornwall', '3 Lemon Quay', 'TR1 2LW', [50.26166, -5.0494]],
    ],
  ],
  [
    'Scotland',
    'BT-SCO',
    [
      ['Edinburgh Grassmarket', 'Edinburgh', 'Edinburgh', '70 Grassmarket', 'EH1 2JR', [55.94756, -3.19596]],
      ['Glasgow Byres Road', 'Glasgow', 'Glasgow', '211 Byres Road', 'G12 8TN', [55.87514, -4.29321]],
      ['Inverness Castle Street', 'Inverness', 'Highland', '18 Castle Street', 'IV2 3DU', [57.4763, -4.22531]],
    ],
  ],
  [
    'Wales',
    'BT-WAL',
    [
      ['Aberystwyth Terrace Road', 'Aberystwyth', 'Ceredigion', '44 Terrace Road', 'SY23 2AE', [52.41625, -4.0832]],
      ['Cardiff Royal Arcade', 'Cardiff', 'Cardiff', '12 Royal Arcade', 'CF10 1AE', [51.47911, -3.17718]],
    ],
  ],
] as const;

/** Builds the tree of Bramble Toys: one company with twelve stores. */
export function buildBramble(context: { random: Random; labels: Labels; from: number }): Tree {
  const tree = createTree(
    { type: 'ORGANIZATION', name: 'Bramble Toys', code: 'BRAMBLE', country: 'GB', timeZone: 'Europe/London' },
    context,
  );
  const company = tree.add(tree.root, { type: 'COMPANY', name: 'Bramble Toys Shops', code: 'BT' });
  let number = 0;
  for (const [name, code, stores] of regions) {
    const region = tree.add(company, { type: 'TRADING_REGION', name, code });
    const group = tree.add(region, { type: 'STORE_GROUP', name: `${name} shops`, code: `${code}-SHOPS` });
    for (const [store, city, county, street, postCode, coordinates] of stores) {
      number += 1;
      tree.add(group, {
        type: 'STORE',
        name: store,
        code: `BT-${String(number).padStart(2, '0')}`,
        address: { street, city, state: county, postCode },
        coordinates,
      });
    }
  }
  return tree;
}
