import { type Corpus, figureOf } from './corpora/corpus.ts';
import { nodeCodes, skus } from './corpora/look-alikes.ts';
import { scans, workbooks } from './corpora/in-browser.ts';
import { mails } from './corpora/mails.ts';
import { pictures, videos } from './corpora/media.ts';
import { names } from './corpora/names.ts';
import { phones } from './corpora/phones.ts';
import { tables } from './corpora/tables.ts';
import { times } from './corpora/times.ts';
import { webhooks } from './corpora/webhooks.ts';
import { startMailServer } from '../../api/test/mail-server.ts';
import { signedIn, withProduct } from './product.ts';
import { type Figure, kestrel, type ProofOptions } from './setup.ts';

/** Generated inputs by kind, each with the outcome that it must have. */
const corpora = (mailServer: Awaited<ReturnType<typeof startMailServer>>): Readonly<Record<string, Corpus>> => ({
  pictures,
  videos,
  tables,
  times,
  'responses of a mail server': (target) => mails(target, mailServer),
  'responses to webhooks': webhooks,
  // after the mails, which need users without one
  'phone numbers': phones,
  SKUs: skus,
  'codes of locations': nodeCodes,
  'names of roles and people': names,
});

/** Sends generated hostile inputs, with valid ones among them, and compares each outcome with the right one. */
export async function hostileCorpora({ log }: ProofOptions): Promise<Figure[]> {
  const mailServer = await startMailServer();
  try {
    return await withProduct(
      async ({ client, ownerUrl }) => {
        const token = await signedIn(client, kestrel.host, kestrel.admin);
        const figures: Figure[] = [];
        for (const [kind, corpus] of Object.entries(corpora(mailServer))) {
          figures.push(await figureOf(kind, corpus({ client, ownerUrl, token }), log));
          log(`${kind}: ${figures.at(-1)!.measured}`);
        }
        return [...figures, await workbooks(log), await scans(log)];
      },
      {
        // without the limits on what one user may send, every input is checked
        REFUSED_UPLOADS_PER_MINUTE: '1000000',
        IMPORTS_BY_USER: '10000',
        IMPORTS_BY_ORGANISATION: '10000',
        SMTP_URL: mailServer.url,
        SMTP_TIMEOUT_SECONDS: '1',
        WEBHOOK_TIMEOUT_SECONDS: '1',
      },
    );
  } finally {
    await mailServer.close();
  }
}
