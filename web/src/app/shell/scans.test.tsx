import { normalised, visibleText } from '@storeward/contract/fields';
import { nodes } from '@storeward/contract/nodes';
import { products } from '@storeward/contract/products';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { storeNode } from '../../../test/node-record.ts';
import { productNamed } from '../../../test/product-row.ts';
import { renderAt } from '../../../test/render-at.tsx';
import {
  chosenOf,
  existingCodes,
  lastCode,
  sampleOf,
  scans,
  type Step,
  type Timing,
  timings,
} from '../../../test/scans.ts';
import { SkuOfSetting } from '../../../test/sku-of-setting.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { AnyNodePicker } from '../../nodes/pickers/any-node-picker.tsx';
import { NodeCodePicker } from '../../nodes/pickers/node-code-picker.tsx';
import { ProductCreatePage } from '../../products/product-create-page.tsx';
import { ProductPicker } from '../../products/product-picker.tsx';

/** A sample of the sequences with their titles. */
const rowsOf = <T extends { readonly title: string }>(all: readonly T[]) =>
  sampleOf(all, 23).map((row): [string, T] => [row.title, row]);

const codes = [...existingCodes, lastCode];
const compared = (text: string) => normalised(visibleText(text));
const found = (search: string) => codes.filter((code) => compared(code).startsWith(compared(search)));
const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());

let chosen: string[];
/** The searches that have been sent, and how many of them have no response. */
let sent: string[];
let pending: number;
let responses: Promise<void>;
let respond: () => void;

beforeEach(async () => {
  submitted.mockClear();
  [chosen, sent, pending] = [[], [], 0];
  ({ promise: responses, resolve: respond } = Promise.withResolvers<void>());
  await startPortal();
  const search = async (text: string) => {
    sent.push(text);
    pending += 1;
    await responses;
    pending -= 1;
    return found(text);
  };
  mockResponse(products.list, async ({ query }) => {
    const result = (await search(query.get('search') ?? query.get('SKU') ?? '')).map((SKU) => productNamed(SKU, SKU));
    return { result, total: result.length };
  });
  mockResponse(nodes.search, async ({ query }) => {
    const result = (await search(query.get('search') ?? '')).map((code) => ({
      ...storeNode,
      nodeId: code as never,
      code,
    }));
    return { result, total: result.length };
  });
});

/** Opens a control in a form; returns its input, and what types into it. */
async function open(control: ReactElement, role: string, label: string) {
  const { user } = await renderAt('/', <form onSubmit={submitted}>{control}</form>);
  const input = await screen.findByRole<HTMLInputElement>(role, { name: label });
  await user.click(input);
  return { user, input };
}

/** Carries out the steps; where searches have their response at once, each scan has it before the next one. */
async function scan({ user, input }: Awaited<ReturnType<typeof open>>, steps: readonly Step[], timing: Timing) {
  if (timing === 'settled') respond();
  for (const step of steps) {
    if (typeof step !== 'string') {
      fireEvent.keyDown(
        input,
        step.composing === 'keyCode' ? { key: 'Enter', keyCode: 229 } : { key: 'Enter', isComposing: true },
      );
      continue;
    }
    await user.keyboard(step);
    const text = step.replaceAll('{Enter}', '').trim();
    if (timing === 'settled' && text !== step.trim() && text !== '') await untilSettled(text);
  }
  respond();
}

const untilSettled = (text: string) =>
  waitFor(() => expect([sent.some((search) => search.endsWith(text)), pending]).toEqual([true, 0]));

const pickers = {
  'the product picker': (takesSeveral: boolean) => (
    <ProductPicker label="Choose" takesSeveral={takesSeveral} onChange={({ SKU }) => chosen.push(SKU)} />
  ),
  'the picker of locations': (takesSeveral: boolean) => (
    <AnyNodePicker
      label="Choose"
      includeStores
      takesSeveral={takesSeveral}
      onChoose={({ code }) => chosen.push(code)}
    />
  ),
};

const sequences = Object.entries(pickers).flatMap(([name, picker]) =>
  [false, true].flatMap((takesSeveral) =>
    timings.flatMap((timing) =>
      scans.map((scanned) => ({
        title: `${name}, ${takesSeveral ? 'several values' : 'one value'}, ${timing}: ${scanned.title}`,
        control: picker(takesSeveral),
        steps: scanned.steps,
        timing,
        expected: chosenOf(scanned, timing, takesSeveral),
      })),
    ),
  ),
);

describe('scans choose their values in a picker, and no other', () => {
  test.each(rowsOf(sequences))('%s', async (_, { control, steps, timing, expected }) => {
    const opened = await open(control, 'combobox', 'Choose');
    await scan(opened, steps, timing);
    await waitFor(() => expect([chosen, pending]).toEqual([expected, 0]));
    await opened.user.clear(opened.input);
    await opened.user.keyboard(`${lastCode}{Enter}`);
    await waitFor(() => expect(chosen).toEqual([...expected, lastCode]));
    expect(submitted).not.toHaveBeenCalled();
  });
});

function CodeOfNode() {
  const [code, setCode] = useState('');
  return <NodeCodePicker label="Code" value={code} onChange={setCode} />;
}

const fields = {
  'the code of a location': { control: <CodeOfNode />, role: 'combobox' },
  'the SKU of a setting': { control: <SkuOfSetting label="Code" />, role: 'textbox' },
};

const entries = Object.entries(fields).flatMap(([name, field]) =>
  timings.flatMap((timing) =>
    scans.map((scanned) => ({ ...scanned, ...field, timing, title: `${name}, ${timing}: ${scanned.title}` })),
  ),
);

describe('scans into a field write the code as it exists, and send no form', () => {
  test.each(rowsOf(entries))('%s', async (_, { control, role, steps, timing, value }) => {
    const opened = await open(control, role, 'Code');
    await scan(opened, steps, timing);
    await waitFor(() => expect([opened.input.value, pending]).toEqual([value, 0]));
    expect(submitted).not.toHaveBeenCalled();
  });
});

const newSkus = scans.flatMap(({ title, steps: [keys, ...more] }) =>
  typeof keys === 'string' && keys !== '{Enter}{Enter}' && more.length === 0 ? [{ title, keys }] : [],
);

describe('a scan into the SKU of a new product creates nothing, and leads on', () => {
  test.each(rowsOf(newSkus))('%s', async (_, { keys }) => {
    const requests = await startPortal();
    const { user } = await renderAt('/product/create', <ProductCreatePage />);
    const input = await screen.findByLabelText<HTMLInputElement>('SKU');
    await user.click(input);
    await user.keyboard(keys);
    expect(document.activeElement).not.toBe(input);
    expect(input.value).toBe(keys.replaceAll(/\{\w+\}/g, ''));
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
