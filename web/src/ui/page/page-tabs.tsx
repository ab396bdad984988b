import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** A tab; `key` is its name in the URL. */
export type PageTab = { readonly key: string; readonly label: string; readonly content: ReactNode };

type Props = { tabs: readonly PageTab[]; activeKey: string; label: string; onSelect: (key: string) => void };

/** Mantine's tabs with the tab in the URL; renders nothing for fewer than two tabs. */
export function PageTabs({ tabs, activeKey, label, onSelect }: Props) {
  if (tabs.length < 2) return null;
  return (
    <Tabs value={activeKey} onChange={(key) => key && onSelect(key)} activateTabWithKeyboard={false}>
      <Tabs.List aria-label={label}>
        {tabs.map(({ key, label: tabLabel }) => (
          <Tabs.Tab key={key} value={key}>
            {tabLabel}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
