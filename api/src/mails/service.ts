import type { mails, Notice } from '@storeward/contract/mails';
import type { Context, Service } from '../platform/http/pipeline/context.ts';
import { listNotices } from './queries.ts';
import { mailPhrases } from './phrases.ts';

const noticeLimit = 100;

export const mailsService: Service<typeof mails> = { notices, noticesAsEver: notices };

async function notices({ db, actor }: Context): Promise<Notice[]> {
  const rows = await listNotices(db, actor.scope, actor.userId, noticeLimit);
  return rows.map(({ id, kind, language, createdDate }) => {
    const messageCode = `mails.${kind}.subject`;
    return { id, messageCode, message: mailPhrases(language).translate(messageCode), createdDate };
  });
}
