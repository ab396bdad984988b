import { Button, Flex, Group, Radio, Stack, Text } from '@mantine/core';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorMessage, useT } from '../../../platform/text/i18n.ts';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { Icon } from '../../../ui/icon.tsx';
import lines from '../../../ui/list/lines.module.css';
import { TextButton } from '../../../ui/text-button.tsx';
import type { FieldParts, Translate } from '../field-view.ts';
import { PartControl } from '../part-control.tsx';
import {
  draftOf,
  type EditedRow,
  isSetHere,
  outcomeOf,
  type RowChoice,
  type RowDraft,
  withChoice,
  withValue,
} from './row-draft.ts';
import classes from './row-drawer.module.css';
import { cellText } from '../../../platform/text/setting-values.ts';
import { duplicateKeyErrors, rowErrors } from './row-validation.ts';

export type RowEditorProps = {
  readonly rowKey: string;
  readonly row: EditedRow;
  readonly name: string;
  /** The values of the other rows, whose keys this one cannot have. */
  readonly others: readonly RowValues[];
  readonly definition: SettingField;
  readonly parts: FieldParts;
  /** Errors of the row by column. */
  readonly errors: FieldParts['errors'];
  /** False if the list may only be shortened. */
  readonly isReplaceable: boolean;
  /** Whether there can be nodes below, and the list is one whose rows can be locked. */
  readonly isLockable: boolean;
  readonly onApply: (outcome: RowDraft) => void;
  /** Removes a row that the node added; undefined for others, and for a new one. */
  readonly onRemove: (() => void) | undefined;
  readonly onChanged: (isChanged: boolean) => void;
  readonly onCancel: () => void;
};

const firstField = ':is(input, textarea, button):not([tabindex="-1"], [type="hidden"], [type="radio"], :disabled)';

/** The form of one row: the operation of the node, the fields, and where the value of each comes from. */
export function RowEditor({ row, rowKey, definition, parts, errors, ...props }: RowEditorProps) {
  const { others, isReplaceable, isLockable, onApply, onRemove, onChanged, onCancel } = props;
  const t = useT();
  const form = useRef<HTMLDivElement>(null);
  const [initial] = useState(() => draftOf(row));
  const [draft, setDraft] = useState(initial);
  const [ownErrors, setOwnErrors] = useState<Readonly<Record<string, ReactNode>>>({});
  const [focusRequests, setFocusRequests] = useState(1);
  const { above } = row;

  useEffect(() => onChanged(!sameValue(draft, initial)), [draft, initial, onChanged]);

  useLayoutEffect(() => {
    const fields = form.current?.querySelector('[data-fields]');
    const target =
      fields?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      fields?.querySelector<HTMLElement>(firstField) ??
      form.current?.querySelector<HTMLElement>('input:checked');
    // the drawer focuses this element when it opens
    target?.setAttribute('data-autofocus', '');
    target?.focus();
    return () => target?.removeAttribute('data-autofocus');
  }, [focusRequests]);

  /** An error is shown until the value that it concerns changes. */
  const errorOf = (name: string) =>
    ownErrors[name] ?? (sameValue(draft.values[name], initial.values[name]) ? errors[name] : undefined);

  function apply() {
    const outcome = outcomeOf(draft, row);
    const isEdited = outcome.choice === undefined || outcome.choice === 'replace';
    const invalid = isEdited ? rowErrors(definition, rowKey, outcome.values) : [];
    const found =
      isEdited && invalid.length === 0 ? duplicateKeyErrors(definition, rowKey, outcome.values, others) : invalid;
    setOwnErrors(
      Object.fromEntries(
        found.map(({ path, code }) => [
          path.slice(rowKey.length + 1),
          <FieldError key={path}>{errorMessage(code)}</FieldError>,
        ]),
      ),
    );
    if (found.length > 0) setFocusRequests((count) => count + 1);
    else onApply(outcome);
  }

  // not a form element: it would be nested in the page's form
  function handleKeyDown(event: KeyboardEvent) {
    const isInDropdown = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const isText = event.target instanceof HTMLInputElement && event.target.type !== 'radio';
    if (event.key !== 'Enter' || !isText || isInDropdown || event.defaultPrevented) return;
    event.preventDefault();
    apply();
  }

  function change(name: string, value: unknown) {
    setDraft(withValue(draft, name, value));
    const { [name]: _, ...rest } = ownErrors;
    setOwnErrors(rest);
  }

  return (
    <Flex
      ref={form}
      direction="column"
      flex={1}
      mih={0}
      role="group"
      aria-label={t('settings.list.edit', { name: props.name })}
      onKeyDown={handleKeyDown}
    >
      <Flex
        style={{ overflowY: 'auto' }}
        direction="column"
        flex={1}
        gap={20}
        mih={0}
        px={{ base: 16, sm: 24 }}
        py="md"
      >
        {draft.choice && above && (
          <Choices
            choice={draft.choice}
            nodeName={above.nodeName}
            isReplaceable={isReplaceable}
            onChange={(choice) => setDraft(withChoice(draft, row, choice))}
          />
        )}
        {draft.choice !== 'hide' && (
          <Stack gap="md" data-fields>
            {Object.entries(definition.columns ?? {}).map(([name, column]) => (
              <div key={name}>
                <PartControl
                  name={name}
                  definition={column}
                  parts={parts}
                  value={draft.values[name] ?? column.defaultValue}
                  error={errorOf(name)}
                  disabled={above !== undefined && !isReplaceable}
                  onChange={(value) => change(name, value)}
                />
                {above && (
                  <Origin
                    isSet={isSetHere(draft, row, name)}
                    nodeName={above.nodeName}
                    revertText={revertText(cellText(column, above.values[name], t), t)}
                    label={parts.label(name)}
                    onRevert={() => change(name, above.values[name])}
                  />
                )}
              </div>
            ))}
          </Stack>
        )}
        {isLockable && (draft.choice === undefined || draft.choice === 'replace') && (
          <Radio.Group
            label={t('settings.mode.title')}
            value={draft.mode}
            onChange={(mode) => setDraft({ ...draft, mode })}
          >
            {(['free', 'locked'] as const).map((mode) => (
              <Radio
                key={mode}
                value={mode}
                label={t(`settings.list.mode.${mode}`)}
                classNames={{ root: classes.choice ?? '' }}
              />
            ))}
          </Radio.Group>
        )}
      </Flex>
      <Group className={lines.above ?? ''} flex="none" gap="xs" px={{ base: 16, sm: 24 }} py="sm">
        {onRemove && (
          <Button variant="subtle" color="danger" leftSection={<Icon name="trash" size={16} />} onClick={onRemove}>
            {t('settings.list.removeShort')}
          </Button>
        )}
        <Button variant="default" ml="auto" onClick={onCancel}>
          {t('ui.action.cancel')}
        </Button>
        <Button onClick={apply}>{t('settings.list.apply')}</Button>
      </Group>
    </Flex>
  );
}

/** Long values are left out of the text. */
const revertText = (value: string, t: Translate): string =>
  value.length > 24 ? t('settings.action.revert') : t('settings.action.revertTo', { value });

type OriginProps = {
  readonly isSet: boolean;
  readonly nodeName: string;
  readonly revertText: string;
  readonly label: string;
  readonly onRevert: () => void;
};

function Origin({ isSet, nodeName, revertText: text, label, onRevert }: OriginProps) {
  const t = useT();
  return (
    <Flex align="center" gap={6} mih="1.5rem" c={isSet ? 'bright' : 'dimmed'} fz="xs" lh="xs">
      <Icon name={isSet ? 'diamond' : 'return'} size={12} c={isSet ? 'var(--chart-4)' : undefined} />
      <Text span inherit me="auto">
        {isSet ? t('settings.origin.here') : t('settings.list.follows', { name: nodeName })}
      </Text>
      {isSet && (
        <TextButton label={`${label}: ${text}`} onClick={onRevert}>
          {text}
        </TextButton>
      )}
    </Flex>
  );
}

type ChoicesProps = {
  readonly choice: RowChoice;
  readonly nodeName: string;
  readonly isReplaceable: boolean;
  readonly onChange: (choice: RowChoice) => void;
};

function Choices({ choice, nodeName: name, isReplaceable, onChange }: ChoicesProps) {
  const t = useT();
  const choices = [
    ['inherit', t('settings.list.choice.inherit'), t('settings.list.choice.inheritText', { name })],
    ['replace', t('settings.list.choice.replace'), t('settings.list.choice.replaceText', { name })],
    ['hide', t('settings.list.choice.hide'), t('settings.list.choice.hideText')],
  ] as const;
  return (
    <Radio.Group label={t('settings.list.choice.title')} value={choice} onChange={(value) => onChange(value)}>
      {choices.map(([value, label, description]) => (
        <Radio
          key={value}
          value={value}
          label={label}
          description={description}
          disabled={value === 'replace' && !isReplaceable}
          classNames={{ root: classes.choice ?? '' }}
        />
      ))}
    </Radio.Group>
  );
}
