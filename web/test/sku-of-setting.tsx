import { useState } from 'react';
import { productView } from '../src/settings/kinds/product.tsx';
import { viewOf } from '../src/settings/kinds/registry.ts';

/** The field of a setting whose value is a product, with this label. */
export function SkuOfSetting({ label }: { readonly label: string }) {
  const [value, setValue] = useState<unknown>(null);
  return (
    <productView.Control
      definition={{ kind: 'product', defaultValue: null }}
      label={label}
      value={value}
      isSet={false}
      error={undefined}
      disabled={false}
      parts={{ label: (part) => part, hint: () => undefined, errors: {}, viewOf }}
      onChange={setValue}
      onBlur={() => undefined}
    />
  );
}
