import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { TreeView } from './tree-view.tsx';
import type { Branch, TreeItem } from './tree-view.tsx';

type Branches = Record<string, Branch<null>>;

const item = (id: string, parent: boolean): TreeItem<null> => ({ id, label: id, parent, data: null });
const ready = (items: TreeItem<null>[], left = 0): Branch<null> => ({ state: 'ready', items, left });

const shop: Branches = {
  '': ready([item('Kestrel', true)]),
  Kestrel: ready([item('North', true), item('South', true), item('Store at sea', false)]),
  North: ready([item('Leeds', false), item('York', false)], 69),
  South: ready([item('Dover', false)]),
};

const words = {
  loading: 'Loading',
  failed: 'Could not be loaded',
  retry: 'Try again',
  more: (count: number) => `Show ${count} more`,
};

function Tree({
  branches = shop,
  opened = [],
  ...calls
}: { branches?: Branches; opened?: string[] } & Partial<ReturnType<typeof listeners>>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(opened));
  const change = (ids: string[], wanted: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (wanted) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  return (
    <TreeView
      label="Structure"
      branch={(id) => branches[id ?? '']}
      open={open}
      onOpen={change}
      onSelect={calls.onSelect ?? (() => {})}
      onMore={calls.onMore ?? (() => {})}
      onRetry={calls.onRetry ?? (() => {})}
      words={words}
    />
  );
}

const listeners = () => ({
  onSelect: vi.fn<(chosen: TreeItem<null>) => void>(),
  onMore: vi.fn<(id: string | null) => void>(),
  onRetry: vi.fn<(id: string | null) => void>(),
});

const lines = () => screen.getAllByRole('treeitem').map((line) => line.textContent);
const active = () =>
  document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')?.textContent;

async function press(...keys: string[]) {
  const shown = render(<Tree opened={['Kestrel']} />);
  screen.getByRole('tree').focus();
  for (const key of keys) await shown.user.keyboard(key);
  return shown.user;
}

beforeEach(() => {
  // The pretend browser lays nothing out, so the tree is given a height to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
});

describe('a tree', () => {
  test('tells level, place among its siblings, and whether an entry is open', () => {
    render(<Tree opened={['Kestrel']} />);
    const north = screen.getByRole('treeitem', { name: /North/ });
    const told = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) =>
      north.getAttribute(name),
    );
    expect(told).toEqual(['2', '1', '3', 'false']);
    expect(screen.getByRole('treeitem', { name: /Store at sea/ }).hasAttribute('aria-expanded')).toBe(false);
  });

  test('opens and closes with the right and the left arrow, then goes to child and parent', async () => {
    const user = await press('{ArrowRight}');
    expect(active()).toBe('North');
    await user.keyboard('{ArrowRight}');
    expect(lines()).toContain('Leeds');
    await user.keyboard('{ArrowRight}');
    expect(active()).toBe('Leeds');
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('North');
    await user.keyboard('{ArrowLeft}');
    expect(lines()).not.toContain('Leeds');
    await user.keyboard('{ArrowLeft}');
    expect(active()).toBe('Kestrel');
  });

  test('moves with the arrows and stops at the ends', async () => {
    const user = await press('{ArrowDown}', '{ArrowDown}');
    expect(active()).toBe('South');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Store at sea');
  });

  test('jumps to the last and to the first line', async () => {
    await press('{End}');
    expect(active()).toBe('Store at sea');
  });

  test('goes back to the first line with Home', async () => {
    await press('{End}', '{Home}', '{ArrowUp}');
    expect(active()).toBe('Kestrel');
  });

  test('jumps to the entry whose name begins with the letters typed', async () => {
    await press('st');
    expect(active()).toBe('Store at sea');
  });

  test('goes round the entries that begin with the same letter', async () => {
    const user = await press('s');
    expect(active()).toBe('South');
    await user.keyboard('{ArrowUp}n');
    expect(active()).toBe('North');
  });

  test('opens all siblings with the star', async () => {
    await press('{ArrowDown}', '*');
    expect(lines()).toEqual(expect.arrayContaining(['Leeds', 'Dover']));
  });

  test('chooses the entry with Enter', async () => {
    const calls = listeners();
    const { user } = render(<Tree opened={['Kestrel']} {...calls} />);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(calls.onSelect).toHaveBeenCalledWith(item('North', true));
  });

  test('chooses with a click on the name and opens with a click on the mark before it', async () => {
    const calls = listeners();
    const { user } = render(<Tree opened={['Kestrel']} {...calls} />);
    await user.click(screen.getByText('South'));
    expect(calls.onSelect).toHaveBeenCalledOnce();
    expect(lines()).not.toContain('Dover');
    const mark = screen.getByRole('treeitem', { name: /South/ }).querySelector('[aria-hidden] svg');
    await user.click(mark!);
    expect(lines()).toContain('Dover');
    expect(calls.onSelect).toHaveBeenCalledOnce();
  });

  test('offers what is not loaded yet as a line of its own', async () => {
    const calls = listeners();
    const { user } = render(<Tree opened={['Kestrel', 'North']} {...calls} />);
    expect(screen.getByRole('treeitem', { name: /York/ }).getAttribute('aria-setsize')).toBe('71');
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Show 69 more');
    await user.keyboard('{Enter}');
    expect(calls.onMore).toHaveBeenCalledWith('North');
  });

  test('goes on with the first of the entries that were asked for, once they have come', async () => {
    const { user, rerender } = render(<Tree opened={['Kestrel', 'North']} />);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    const some = [item('Leeds', false), item('York', false)];
    rerender(<Tree branches={{ ...shop, North: { state: 'ready', items: some, left: 69, loadingMore: true } }} />);
    expect(active()).toBe('York');
    rerender(<Tree branches={{ ...shop, North: ready([...some, item('Hull', false)], 68) }} />);
    expect(active()).toBe('Hull');
  });

  test('goes in as soon as the entries are there, when the right arrow was pressed while they were on their way', async () => {
    const { user, rerender } = render(
      <Tree branches={{ ...shop, North: { state: 'loading' } }} opened={['Kestrel']} />,
    );
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(active()).toBe('North');
    rerender(<Tree branches={shop} />);
    expect(active()).toBe('Leeds');
  });

  test('stays with whoever has gone elsewhere before the entries were there', async () => {
    const { user, rerender } = render(
      <Tree branches={{ ...shop, North: { state: 'loading' } }} opened={['Kestrel']} />,
    );
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowDown}');
    expect(active()).toBe('South');
    rerender(<Tree branches={shop} />);
    expect(active()).toBe('South');
  });

  test('goes nowhere when there is nothing to go in to', async () => {
    const { user, rerender } = render(
      <Tree branches={{ ...shop, North: { state: 'loading' } }} opened={['Kestrel']} />,
    );
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    rerender(<Tree branches={{ ...shop, North: ready([]) }} />);
    expect(active()).toBe('North');
  });

  test('says that entries are on their way and steps over that line', async () => {
    const { user } = render(<Tree branches={{ ...shop, North: { state: 'loading' } }} opened={['Kestrel', 'North']} />);
    expect(lines()).toContain('Loading');
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('South');
  });

  test('offers to try again where entries could not be loaded', async () => {
    const calls = listeners();
    const { user } = render(
      <Tree branches={{ ...shop, North: { state: 'failed' } }} opened={['Kestrel', 'North']} {...calls} />,
    );
    await user.click(screen.getByText('Try again'));
    expect(calls.onRetry).toHaveBeenCalledWith('North');
  });

  test('draws only the lines in sight of ten thousand, and the last one once it is reached', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => item(`Store ${at}`, false));
    const { user } = render(<Tree branches={{ '': ready(many) }} />);
    expect(lines().length).toBeLessThan(60);
    screen.getByRole('tree').focus();
    await user.keyboard('{End}');
    expect(active()).toBe('Store 9999');
  });
});
