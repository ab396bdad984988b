import type { Product, ProductInput, ProductRow } from '@storeward/contract/products';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { useRecordCreate } from '../records/record-create.ts';
import { RecordForm } from '../records/record-form.tsx';
import { useNavigateTo } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Page } from '../ui/page/page.tsx';
import { productName } from './product-name.ts';
import {
  fieldByErrorCode,
  ProductFormData,
  type ProductFormValues,
  productFields,
  productValues,
} from './product-fields.ts';
import { ProductFields } from './product-form.tsx';
import { ProductPicker } from './product-picker.tsx';
import { productListPath, productViewPath } from './product-paths.ts';
import { useCreateProduct } from './queries.ts';

/** Creates a product. */
export function ProductCreatePage() {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const create = useCreateProduct();
  const edit = useRecordCreate<Product, ProductFormValues, ProductInput>({
    schema: ProductFormData,
    initialValues: productValues(),
    fields: productFields,
    fieldOf: fieldByErrorCode,
    save: (input) => create.mutateAsync(input),
    onCreated: (created) => {
      notify.success(t('products.create.done', { name: productName(created) }));
      navigate(created.can.view ? productViewPath(created) : productListPath);
    },
  });
  /** Fills the form with the values of another product, except its SKU, which is unique. */
  function copy(from: ProductRow) {
    const { SKU: _, ...copied } = productValues(from);
    for (const [field, value] of Object.entries(copied)) {
      edit.form.clearFieldError(field);
      edit.form.setFieldValue(field, value);
    }
    notify.success(t('products.picker.copied', { name: productName(from) }));
  }
  const title = t('app.title.productCreate');
  return (
    <Page>
      <PageHeader
        title={title}
        crumbs={[
          { label: t('app.title.products'), ...(hasPermission(['LIST_SETTING']) && { href: productListPath }) },
          { label: title },
        ]}
        crumbsLabel={t('products.page.crumbs')}
      />
      <RecordForm edit={edit} label={title} createLabel={t('products.action.create')}>
        <FormSection title={t('products.picker.label')} text={t('products.picker.text')}>
          <FullWidth>
            <ProductPicker label={t('products.page.product')} onChange={copy} />
          </FullWidth>
        </FormSection>
        <ProductFields form={edit.form} />
      </RecordForm>
    </Page>
  );
}
