import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** One subject of a page that has several: its name in the address, its words, and what it shows. */
export type PageTab = { readonly key: string; readonly label: string; readonly content: ReactNode };

type Props = { tabs: readonly PageTab[]; chosen: string; label: string; onChoose: (key: string) => void };

/** The subjects of a page as tabs; nothing where there is one alone. */
export function PageTabs({ tabs, chosen, label, onChoose }: Props) {
  if (tabs.length < 2) return null;
  return (
    <Tabs value={chosen} onChange={(key) => key && onChoose(key)} activateTabWithKeyboard={false}>
      <Tabs.List aria-label={label}>
        {tabs.map(({ key, label: words }) => (
          <Tabs.Tab key={key} value={key}>
            {words}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
