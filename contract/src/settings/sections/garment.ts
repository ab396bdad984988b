/** What a selection of SKUs is for. */
export const garments = ['shirt', 'shorts'] as const;
export const fits = ['male', 'female'] as const;
export type Garment = { readonly garment: (typeof garments)[number]; readonly fit: (typeof fits)[number] };
