import { nodes } from '@storeward/contract/nodes';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { storeNode } from '../../../test/node-record.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { AnyNodePicker } from './any-node-picker.tsx';
import { NodeCodePicker } from './node-code-picker.tsx';
import { phrase } from '../../../test/phrase.ts';

const found = ['LDS', 'LDS-2', 'YRK'].map((code) => ({ ...storeNode, nodeId: `node-${code}` as never, code }));
const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
let respond: () => void;

beforeEach(async () => {
  submitted.mockClear();
  await startPortal();
  const { promise, resolve } = Promise.withResolvers<void>();
  respond = resolve;
  mockResponse(nodes.search, async ({ query }) => {
    await promise;
    const result = found.filter(({ code }) => code.startsWith((query.get('search') ?? '').toUpperCase()));
    return { result, total: result.length };
  });
});

function CodeInForm() {
  const [code, setCode] = useState('');
  return (
    <form onSubmit={submitted}>
      <NodeCodePicker label="Parent" value={code} onChange={setCode} />
      <button type="submit">Save</button>
    </form>
  );
}

describe('Enter before the server has answered', () => {
  test.each([
    ['lds', 'LDS'],
    ['yr', 'YRK'],
  ])('turns the typed text %s into the code %s of a location, and sends no form', async (typed, code) => {
    const { user } = await renderAt('/', <CodeInForm />);
    const input = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Parent' });
    await user.type(input, `${typed}{Enter}`);
    expect(input.value).toBe(typed);
    respond();
    await waitFor(() => expect(input.value).toBe(code));
    expect(submitted).not.toHaveBeenCalled();
  });

  test('says that several locations match a code', async () => {
    const { user } = await renderAt('/', <CodeInForm />);
    respond();
    await user.type(await screen.findByRole('combobox', { name: 'Parent' }), 'ld{Enter}');
    expect(await screen.findByText(phrase('ui.picker.several'))).toBeDefined();
  });

  test('adds the locations of two scans in their order where several are taken', async () => {
    const chosen = vi.fn<(node: { code: string }) => void>();
    const { user } = await renderAt('/', <AnyNodePicker label="Add" includeStores takesSeveral onChoose={chosen} />);
    const input = await screen.findByRole('combobox', { name: 'Add' });
    await user.type(input, 'lds-2{Enter}');
    await user.keyboard('yrk{Enter}');
    respond();
    await waitFor(() => expect(chosen.mock.calls.map(([{ code }]) => code)).toEqual(['LDS-2', 'YRK']));
  });
});
