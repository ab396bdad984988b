import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { TreeView } from './tree-view.tsx';
import type { Branch, TreeItem } from './tree-view.tsx';

type Branches = Record<string, Branch<null>>;

const item = (id: string, children: boolean): TreeItem<null> => ({ id, text: id, children, value: null });
const ready = (items: TreeItem<null>[], remaining = 0): Branch<null> => ({
  state: 'ready',
  items,
  remaining,
});

const branchesByParent: Branches = {
  '': ready([item('Kestrel', true)]),
  Kestrel: ready([item('North', true), item('South', true), item('Store at sea', false)]),
  North: ready([item('Leeds', false), item('York', false)], 69),
  South: ready([item('Dover', false)]),
};

const labels = {
  loading: 'Loading',
  failed: 'Could not be loaded',
  retry: 'Try again',
  more: (count: number) => `Show ${count} more`,
};

function Tree({
  branches = branchesByParent,
  opened = [],
  ...callbacks
}: { branches?: Branches; opened?: string[] } & Partial<ReturnType<typeof createCallbacks>>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(opened));
  const change = (ids: string[], isOpen: boolean) =>
    setOpen((previous) => {
      const next = new Set(previous);
      for (const id of ids) {
        if (isOpen) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  return (
    <TreeView
      label="Structure"
      branch={(id) => branches[id ?? '']}
      open={open}
      onOpen={change}
      onSelect={callbacks.onSelect ?? (() => {})}
      onMore={callbacks.onMore ?? (() => {})}
      onRetry={callbacks.onRetry ?? (() => {})}
      labels={labels}
    />
  );
}

const createCallbacks = () => ({
  onSelect: vi.fn<(selected: TreeItem<null>) => void>(),
  onMore: vi.fn<(id: string | null) => void>(),
  onRetry: vi.fn<(id: string | null) => void>(),
});

const rowTexts = () => screen.getAllByRole('treeitem').map((row) => row.textContent);
const activeText = () =>
  document.getElementById(screen.getByRole('tree').getAttribute('aria-activedescendant') ?? '')?.textContent;

async function press(...keys: string[]) {
  const rendered = render(<Tree opened={['Kestrel']} />);
  screen.getByRole('tree').focus();
  for (const key of keys) await rendered.user.keyboard(key);
  return rendered.user;
}

beforeEach(() => {
  // happy-dom has no layout, so the tree gets a fixed size.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
});

describe('the tree view', () => {
  test('sets aria-level, aria-posinset, aria-setsize and aria-expanded', () => {
    render(<Tree opened={['Kestrel']} />);
    const north = screen.getByRole('treeitem', { name: /North/ });
    const attributes = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) =>
      north.getAttribute(name),
    );
    expect(attributes).toEqual(['2', '1', '3', 'false']);
    expect(screen.getByRole('treeitem', { name: /Store at sea/ }).hasAttribute('aria-expanded')).toBe(false);
  });

  test('expands and collapses with the right and left arrow, then moves to child and parent', async () => {
    const user = await press('{ArrowRight}');
    expect(activeText()).toBe('North');
    await user.keyboard('{ArrowRight}');
    expect(rowTexts()).toContain('Leeds');
    await user.keyboard('{ArrowRight}');
    expect(activeText()).toBe('Leeds');
    await user.keyboard('{ArrowLeft}');
    expect(activeText()).toBe('North');
    await user.keyboard('{ArrowLeft}');
    expect(rowTexts()).not.toContain('Leeds');
    await user.keyboard('{ArrowLeft}');
    expect(activeText()).toBe('Kestrel');
  });

  test('moves with the arrow keys and stops at the ends', async () => {
    const user = await press('{ArrowDown}', '{ArrowDown}');
    expect(activeText()).toBe('South');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(activeText()).toBe('Store at sea');
  });

  test('moves to the last row with End', async () => {
    await press('{End}');
    expect(activeText()).toBe('Store at sea');
  });

  test('moves to the first row with Home', async () => {
    await press('{End}', '{Home}', '{ArrowUp}');
    expect(activeText()).toBe('Kestrel');
  });

  test('moves to the entry that starts with the typed letters', async () => {
    await press('st');
    expect(activeText()).toBe('Store at sea');
  });

  test('takes a space between typed letters for a letter, not for Enter', async () => {
    const callbacks = createCallbacks();
    const { user } = render(<Tree opened={['Kestrel']} {...callbacks} />);
    screen.getByRole('tree').focus();
    await user.keyboard('store at');
    expect(activeText()).toBe('Store at sea');
    expect(callbacks.onSelect).not.toHaveBeenCalled();
  });

  test('selects the entry with a space of its own', async () => {
    const callbacks = createCallbacks();
    const { user } = render(<Tree opened={['Kestrel']} {...callbacks} />);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown} ');
    expect(callbacks.onSelect).toHaveBeenCalledWith(item('North', true));
  });

  test('cycles through entries that start with the same letter', async () => {
    const user = await press('s');
    expect(activeText()).toBe('South');
    await user.keyboard('{ArrowUp}n');
    expect(activeText()).toBe('North');
  });

  test('expands all siblings with the asterisk key', async () => {
    await press('{ArrowDown}', '*');
    expect(rowTexts()).toEqual(expect.arrayContaining(['Leeds', 'Dover']));
  });

  test('selects the entry with Enter', async () => {
    const callbacks = createCallbacks();
    const { user } = render(<Tree opened={['Kestrel']} {...callbacks} />);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(callbacks.onSelect).toHaveBeenCalledWith(item('North', true));
  });

  test('selects on a click on the name and expands on a click on the chevron', async () => {
    const callbacks = createCallbacks();
    const { user } = render(<Tree opened={['Kestrel']} {...callbacks} />);
    await user.click(screen.getByText('South'));
    expect(callbacks.onSelect).toHaveBeenCalledOnce();
    expect(rowTexts()).not.toContain('Dover');
    const chevron = screen.getByRole('treeitem', { name: /South/ }).querySelector('[aria-hidden] svg');
    await user.click(chevron!);
    expect(rowTexts()).toContain('Dover');
    expect(callbacks.onSelect).toHaveBeenCalledOnce();
  });

  test('shows a row that loads more entries', async () => {
    const callbacks = createCallbacks();
    const { user } = render(<Tree opened={['Kestrel', 'North']} {...callbacks} />);
    expect(screen.getByRole('treeitem', { name: /York/ }).getAttribute('aria-setsize')).toBe('71');
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(activeText()).toBe('Show 69 more');
    await user.keyboard('{Enter}');
    expect(callbacks.onMore).toHaveBeenCalledWith('North');
  });

  test('moves to the first of the additional entries once they have loaded', async () => {
    const { user, rerender } = render(<Tree opened={['Kestrel', 'North']} />);
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    const firstItems = [item('Leeds', false), item('York', false)];
    rerender(
      <Tree
        branches={{
          ...branchesByParent,
          North: { state: 'ready', items: firstItems, remaining: 69, loadingMore: true },
        }}
      />,
    );
    expect(activeText()).toBe('York');
    rerender(<Tree branches={{ ...branchesByParent, North: ready([...firstItems, item('Hull', false)], 68) }} />);
    expect(activeText()).toBe('Hull');
  });

  test('moves to the first child once loaded if the right arrow was pressed while loading', async () => {
    const { user, rerender } = render(
      <Tree branches={{ ...branchesByParent, North: { state: 'loading' } }} opened={['Kestrel']} />,
    );
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(activeText()).toBe('North');
    rerender(<Tree branches={branchesByParent} />);
    expect(activeText()).toBe('Leeds');
  });

  test('keeps the active row if the focus moved before the children loaded', async () => {
    const { user, rerender } = render(
      <Tree branches={{ ...branchesByParent, North: { state: 'loading' } }} opened={['Kestrel']} />,
    );
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowDown}');
    expect(activeText()).toBe('South');
    rerender(<Tree branches={branchesByParent} />);
    expect(activeText()).toBe('South');
  });

  test('stays on the parent if no children were loaded', async () => {
    const { user, rerender } = render(
      <Tree branches={{ ...branchesByParent, North: { state: 'loading' } }} opened={['Kestrel']} />,
    );
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    rerender(<Tree branches={{ ...branchesByParent, North: ready([]) }} />);
    expect(activeText()).toBe('North');
  });

  test('shows a loading row and skips it with the arrow keys', async () => {
    const { user } = render(
      <Tree branches={{ ...branchesByParent, North: { state: 'loading' } }} opened={['Kestrel', 'North']} />,
    );
    expect(rowTexts()).toContain('Loading');
    screen.getByRole('tree').focus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(activeText()).toBe('South');
  });

  test('offers a retry row where loading failed', async () => {
    const callbacks = createCallbacks();
    const { user } = render(
      <Tree
        branches={{ ...branchesByParent, North: { state: 'failed' } }}
        opened={['Kestrel', 'North']}
        {...callbacks}
      />,
    );
    await user.click(screen.getByText('Try again'));
    expect(callbacks.onRetry).toHaveBeenCalledWith('North');
  });

  test('renders only visible rows of ten thousand, and the last row once it is active', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => item(`Store ${index}`, false));
    const { user } = render(<Tree branches={{ '': ready(many) }} />);
    expect(rowTexts().length).toBeLessThan(60);
    screen.getByRole('tree').focus();
    await user.keyboard('{End}');
    expect(activeText()).toBe('Store 9999');
  });
});
