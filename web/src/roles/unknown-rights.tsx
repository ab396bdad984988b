import { Checkbox, SimpleGrid, Text, Title } from '@mantine/core';
import { useT } from '../platform/text/i18n.ts';
import classes from './access-rights-grid.module.css';

type Props = { rights: readonly string[]; selected: readonly string[]; onChange?: (selected: string[]) => void };

/** Rights of an earlier version that no longer exist. They have no effect and stay stored until removed. */
export function UnknownRights({ rights, selected, onChange }: Props) {
  const t = useT();
  return (
    <div role="group" aria-label={t('roles.unknown.title')}>
      <Title order={4} size="h4" mb="xs" c="dimmed">
        {t('roles.unknown.title')}
      </Title>
      <Text inherit c="dimmed" fw="var(--weight-regular)">
        {t('roles.unknown.text')}
      </Text>
      <SimpleGrid minColWidth="min(100%, 15rem)" spacing="md" verticalSpacing={10}>
        {rights.map((right) => (
          <Checkbox
            key={right}
            classNames={{ root: classes.right ?? '', label: classes.label ?? '' }}
            label={<code>{right}</code>}
            checked={selected.includes(right)}
            disabled={!onChange}
            onChange={(event) => {
              const isSelected = event.currentTarget.checked;
              onChange?.(
                rights.filter((candidate) => (candidate === right ? isSelected : selected.includes(candidate))),
              );
            }}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}
