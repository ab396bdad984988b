import { errors, type ErrorCode } from '@storeward/contract/errors';

/** An error of one field, as responses contain it. */
export const fieldError = (field: string, code: ErrorCode) => ({
  path: `fields.${field}`,
  messageCode: code,
  message: errors[code].text,
});
