/** The devices that show keys, each with the columns of its page by orientation. */
export const keyDevices = {
  till: { landscape: 5, portrait: 4 },
  tablet: { landscape: 4, portrait: 3 },
  phone: { landscape: 3, portrait: 2 },
} as const;

export type KeyDevice = keyof typeof keyDevices;
export type Orientation = keyof (typeof keyDevices)[KeyDevice];

export type DevicePreview = { readonly device: KeyDevice; readonly orientation: Orientation };

/** The number of columns of a preview in a window, which may be narrower than the device. */
export const columnsOf = ({ device, orientation }: DevicePreview, isNarrow: boolean): number =>
  isNarrow ? 2 : keyDevices[device][orientation];
