import type { MantineThemeComponents } from '@mantine/core';
import type { SyntheticEvent } from 'react';

const inputOrder = ['label', 'input', 'description', 'error'];

/**
 * Selects the text of a searchable select: it shows the chosen option, to which typed text would be appended. A click
 * places the caret after the focus, so it selects again unless a part is selected already.
 */
function selectText({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  if (!input.readOnly && input.selectionStart === input.selectionEnd) input.select();
}

/** Default props of the Mantine components. */
export const componentDefaults: MantineThemeComponents = {
  Badge: { defaultProps: { size: 'sm', radius: 'xs' } },
  Button: { defaultProps: { size: 'sm' } },
  InputWrapper: { defaultProps: { inputWrapperOrder: inputOrder, withAsterisk: false } },
  Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
  Radio: { defaultProps: { size: 'xs' } },
  Select: { defaultProps: { onFocus: selectText, onClick: selectText } },
  Switch: { defaultProps: { withThumbIndicator: false } },
  Modal: { defaultProps: { radius: 'lg', centered: true, size: 560, shadow: 'xl', overlayProps: { blur: 0 } } },
  Drawer: { defaultProps: { position: 'right', overlayProps: { blur: 0 } } },
  Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
  // Without the placeholder the focus starts on the first item, and the menu contains nothing but items for screen
  // readers.
  Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', offset: 4, withInitialFocusPlaceholder: false } },
  Tabs: { defaultProps: { variant: 'default' } },
  Notification: { defaultProps: { radius: 'md' } },
};
