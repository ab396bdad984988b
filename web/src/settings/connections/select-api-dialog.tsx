import { useQuery } from '@tanstack/react-query';
import { useT } from '../../platform/text/i18n.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { ChoiceDialog } from '../../records/choice-dialog.tsx';
import { SkeletonLine } from '../../ui/page/skeleton.tsx';
import type { SelectDialogProps } from '../kinds/select-dialog.ts';
import { sectionQuery } from '../queries.ts';
import { choiceText } from '../../platform/text/setting-labels.ts';
import { asText } from '../../platform/text/loose-values.ts';

/** Selects the API that sales are exported to: that of the provider of the node; all others are disabled. */
export function SelectApiDialog({ nodeId, choices, value, onClose }: SelectDialogProps) {
  const t = useT();
  const { data, isPending, error, refetch } = useQuery({
    ...sectionQuery(nodeId, 'integration'),
    meta: errorShownByScreen,
  });
  const effective = (field: string) => asText(data?.fields[field]?.value);
  const provider = effective('provider');
  const otherName = effective('otherName');
  const notice = () => {
    if (error) return <LoadError title={t('settings.choice.failed')} error={error} onRetry={() => void refetch()} />;
    if (isPending) return <SkeletonLine />;
    return t(provider ? 'settings.selectApi.unavailable' : 'settings.selectApi.none');
  };
  return (
    <ChoiceDialog
      title={t('settings.selectApi.title')}
      name="selectApi"
      choices={choices.map((choice) => ({
        value: choice,
        label: choice === 'others' && otherName ? `${choiceText(choice, t)} (${otherName})` : choiceText(choice, t),
        isDisabled: choice !== provider,
      }))}
      initialValue={value}
      requiredMessage={t('settings.selectApi.required')}
      notice={notice()}
      onClose={onClose}
    />
  );
}
