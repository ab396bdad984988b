import type { MantineThemeComponents } from '@mantine/core';

const inputOrder = ['label', 'input', 'description', 'error'];

/** Default props of the Mantine components. */
export const componentDefaults: MantineThemeComponents = {
  Badge: { defaultProps: { size: 'sm', radius: 'xs' } },
  Button: { defaultProps: { size: 'sm' } },
  InputWrapper: { defaultProps: { inputWrapperOrder: inputOrder, withAsterisk: false } },
  Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
  Radio: { defaultProps: { size: 'xs' } },
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
