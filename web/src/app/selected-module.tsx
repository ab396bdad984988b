import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { selectModule, useSession } from '../platform/session/session.ts';
import { LoadError } from '../records/load-error.tsx';
import { ScreenLoading } from './screen-loading.tsx';

/** Renders its children once the permissions of the module apply; if another module is selected, selects this one first. */
export function SelectedModule({ code, children }: { code: string; children: ReactNode }) {
  const t = useT();
  const isSelected = useSession().module === code;
  const { mutate, error } = useMutation({ mutationFn: selectModule, meta: { quiet: true } });
  useEffect(() => {
    if (!isSelected) mutate(code);
  }, [isSelected, code, mutate]);
  if (isSelected) return children;
  if (error) return <LoadError title={t('app.switcher.selectFailed')} error={error} onRetry={() => mutate(code)} />;
  return <ScreenLoading />;
}
