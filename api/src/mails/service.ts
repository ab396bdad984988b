import type { mails, Notice } from '@storeward/contract/mails';
import type { Context, Service } from '../platform/context.ts';
import { listNotices } from './queries.ts';
import { wordsIn } from './words.ts';

const noticesShown = 100;

/** Tells people what the portal has told them by mail. */
export const mailsService: Service<typeof mails> = { notices, noticesAsEver: notices };

async function notices({ db, actor }: Context): Promise<Notice[]> {
  const rows = await listNotices(db, actor.scope, actor.userId, noticesShown);
  return rows.map(({ id, kind, language, createdDate }) => {
    const messageCode = `mails.${kind}.subject`;
    return { id, messageCode, message: wordsIn(language).say(messageCode), createdDate };
  });
}
