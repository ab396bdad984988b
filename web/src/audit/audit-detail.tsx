import { Box } from '@mantine/core';
import type { AuditEntry } from '@storeward/contract/audit';
import type { ReactNode } from 'react';
import { formatNumber, useLanguage, useT } from '../platform/text/i18n.ts';
import { Details } from '../ui/page/details.tsx';
import { Link } from '../ui/page/link.tsx';
import { entityText } from './audit-columns.tsx';
import { localizedChanges, reasonText } from './audit-labels.ts';
import classes from './audit-table.module.css';

/** All data of an entry: each field before and after, the reason, the client, and its position in the hash chain. */
export function EntryDetail({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const [language] = useLanguage();
  const changes = localizedChanges(entry, language, t);
  const { sealed, address, reason, entityId } = entry;
  return (
    <div className={classes.panels}>
      {changes.length > 0 && (
        <Panel>
          <table className={classes.fields}>
            <thead>
              <tr>
                <th scope="col">{t('audit.detail.field')}</th>
                <th scope="col">{t('audit.detail.before')}</th>
                <th scope="col">{t('audit.detail.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }, index) => (
                <tr key={`${index} ${field}`}>
                  <th scope="row">{field}</th>
                  <td>{before && <del>{before}</del>}</td>
                  <td>{after && <ins>{after}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      <Panel>
        <Details
          rows={[
            ...(reason ? [{ label: t('audit.detail.reason'), value: reasonText(reason) }] : []),
            {
              label: t('audit.detail.entry'),
              value: sealed === null ? t('audit.detail.notChained') : formatNumber(sealed),
            },
            ...(address ? [{ label: t('audit.field.address'), value: address }] : []),
            {
              label: t('audit.field.entity'),
              value: (
                <Link href={`/audit-trail?entityId=${entityId}`}>
                  {t('audit.detail.all', { name: entityText(t, entry) })}
                </Link>
              ),
            },
          ]}
        />
      </Panel>
    </div>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <Box px={16} py={4} bd="1px solid var(--line)" bdrs="md" bg="var(--surface)" fz="label">
    {children}
  </Box>
);
