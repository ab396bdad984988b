import { productBulk } from '@storeward/contract/products/product-bulk';
import { productExport, productImports } from '@storeward/contract/products/product-import';
import { products } from '@storeward/contract/products';
import type { AddImportKind } from '../imports/kind.ts';
import type { Application } from '../platform/application.ts';
import { productBulkRunKind, productBulkService } from './bulk.ts';
import { productExportService } from './export.ts';
import { productImport } from './import.ts';
import { productsService } from './service.ts';

export const productEndpoints = { products, productImports, productExport, productBulk };

export function registerProducts(app: Application, addImportKind: AddImportKind): void {
  app.register(productEndpoints, {
    products: productsService,
    productImports: addImportKind(productImport).service,
    productExport: productExportService,
    productBulk: productBulkService(addImportKind(productBulkRunKind)),
  });
}
