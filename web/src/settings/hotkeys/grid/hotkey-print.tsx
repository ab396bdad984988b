import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import type { DesignerLayout } from '../engine/hotkey-layout.ts';
import { HotkeyImage } from '../form/hotkey-image.tsx';
import { keyName } from '../engine/hotkey-text.ts';
import classes from './hotkey-print.module.css';
import type { ShownRow } from '../../kinds/list/row-changes.ts';
import { asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly layout: DesignerLayout;
  readonly title: string;
  readonly language: string;
  readonly columns: number;
};

/** All pages and folders of a layout on paper; on screen it is not shown. */
export function DesignerPrint({ layout, title, language, columns }: Props) {
  const t = useT();
  const folders = layout.pages.flatMap(({ keys }) => keys.filter(({ key }) => layout.groups.has(key)));
  const sheets = [
    ...layout.pages.map(({ row, keys }, index) => ({
      name: row ? keyName(row, language) : t('settings.designer.page', { number: formatNumber(index + 1) }),
      key: row?.key ?? 'only',
      keys,
    })),
    ...folders.map((row) => ({ name: keyName(row, language), key: row.key, keys: layout.groups.get(row.key) ?? [] })),
  ];
  return createPortal(
    <div className={`${classes.print} hotkey-print`} style={{ '--columns': columns } as CSSProperties}>
      {sheets.map(({ name, key, keys }) => (
        <section key={key} className={classes.sheet}>
          <h2>
            {title} · {name}
          </h2>
          <ol className={classes.keys}>
            {keys.map((row, index) => (
              <PrintedKey key={row.key} row={row} position={index + 1} language={language} />
            ))}
          </ol>
        </section>
      ))}
    </div>,
    document.body,
  );
}

function PrintedKey({ row, position, language }: { row: ShownRow; position: number; language: string }) {
  return (
    <li className={classes.key}>
      <span>{formatNumber(position)}</span>
      <HotkeyImage row={row} />
      <b>{keyName(row, language)}</b>
      <span>{asText(row.values['SKU'])}</span>
    </li>
  );
}
