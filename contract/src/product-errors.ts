export const productErrors = {
  'product.unknown': { status: 404, text: 'This product does not exist.' },
  'product.skuTaken': { status: 409, text: 'Another product has this SKU' },
  'product.skuComma': { status: 400, text: 'A SKU with a comma cannot be selected. Remove the comma' },
  'product.organisationOnly': {
    status: 409,
    text: 'Products belong to the whole organisation. Only users of its top location can change them.',
  },
  'product.imageUnknown': { status: 400, text: 'This image is no longer available. Upload it again.' },
  'product.doubleDescription': { status: 400, text: 'A product can have one text of each kind and language' },
  'product.priceWrong': { status: 400, text: 'Enter an amount such as 12.75' },
  'product.priceNegative': { status: 400, text: 'A price cannot be negative' },
  'product.priceDigits': { status: 400, text: 'This currency has fewer decimal places' },
  'productBulk.nothing': { status: 409, text: 'No products match.' },
  'productBulk.tooMany': {
    status: 409,
    text: 'One change can include up to 100,000 products. Narrow the filter.',
  },
  'product.currencyMissing': { status: 400, text: 'A price needs a currency' },
} as const;
