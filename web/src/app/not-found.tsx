import { useEffect } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { NotFoundState } from '../ui/page/states.tsx';
import { HomeButton } from './access-denied.tsx';

export function NotFoundScreen() {
  const t = useT();
  useEffect(() => {
    document.title = t('app.notFound.pageTitle');
  }, [t]);
  return (
    <>
      <h1 className="visually-hidden">{t('app.notFound.pageTitle')}</h1>
      <NotFoundState title={t('app.notFound.title')} text={t('app.notFound.text')} actions={<HomeButton />} />
    </>
  );
}
