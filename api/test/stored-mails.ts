import { type MailVariables, mailData } from '../src/mails/queries.ts';
import { encryption } from '../src/platform/security/encryption.ts';

/** A row of `mails`. */
export type StoredMail = {
  readonly org_id: string;
  readonly user_id: string;
  readonly kind: keyof MailVariables;
  readonly to_address: string;
  readonly encrypted_content: Buffer | null;
};

/** The variables of a stored mail; none once it was sent. */
export function decryptVariables(mail: StoredMail, key: Uint8Array): Record<string, unknown> {
  const { org_id: org, user_id: userId, kind, to_address: to, encrypted_content: content } = mail;
  if (!content) return {};
  return JSON.parse(encryption('mails', key).decrypt(content, mailData(org, { kind, userId, to }), false)!) as Record<
    string,
    unknown
  >;
}
