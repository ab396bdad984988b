import { Button } from '@mantine/core';
import { useT } from '../../../platform/text/i18n.ts';
import { Notice } from '../../../ui/page/notice.tsx';

type Props = {
  readonly count: number;
  readonly disabled: boolean;
  readonly onChoose: () => void;
  readonly onRemove: () => void;
};

/** How many keys of a page or folder have a product that is gone or disabled, and what can be done about it. */
export function KeyProblems({ count, disabled, onChoose, onRemove }: Props) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Notice tone="warn" icon="alert" role="status">
      <span>{t('settings.designer.problems', { count })}</span>
      {!disabled && (
        <>
          <Button size="xs" variant="default" onClick={onChoose}>
            {t('settings.designer.chooseProduct')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
            {t('settings.designer.remove')}
          </Button>
        </>
      )}
    </Notice>
  );
}
