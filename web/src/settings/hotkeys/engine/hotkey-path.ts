/** The name under which the view of hotkeys and its width are remembered. */
export const hotkeysPath = 'settings/hotkeys';
