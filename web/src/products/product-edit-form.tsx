import { Product, type ProductInput } from '@storeward/contract/products';
import { useQueryClient } from '@tanstack/react-query';
import { useT } from '../platform/text/i18n.ts';
import { useRecordEdit } from '../records/record-edit.ts';
import { RecordForm } from '../records/record-form.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { productName } from './product-name.ts';
import {
  fieldByErrorCode,
  ProductFormData,
  type ProductFormValues,
  productFields,
  productLabel,
  productText,
  productValues,
} from './product-fields.ts';
import { ProductFields } from './product-form.tsx';
import { productQuery, useSaveProduct } from './queries.ts';

/** Edits a product. */
export function ProductEditForm({ product }: { product: Product }) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const saveProduct = useSaveProduct(product.id);
  const edit = useRecordEdit<Product, ProductFormValues, ProductInput>(product, {
    schema: ProductFormData,
    read: (current) => Product.safeParse(current).data,
    values: productValues,
    fields: productFields,
    label: (field) => productLabel(field, t),
    text: (field, value) => productText(field, value, t),
    fieldOf: fieldByErrorCode,
    save: (change) => saveProduct.mutateAsync(change),
    onNewer: (newer) => client.setQueryData(productQuery(product.id).queryKey, newer),
    onSaved: (saved) => notify.success(t('products.edit.saved', { name: productName(saved) })),
  });
  return (
    <RecordForm edit={edit} label={t('app.title.productEdit')}>
      <ProductFields form={edit.form} />
    </RecordForm>
  );
}
