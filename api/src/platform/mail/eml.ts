import PostalMime, { decodeWords } from 'postal-mime';

export type ParsedMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

/** Parses a mail file; of several headers of one name, only the first. */
export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const { headers, text = '', html = '' } = await PostalMime.parse(source);
  const header = (name: string) => decodeWords(headers.find(({ key }) => key === name)?.value ?? '');
  return { from: header('from'), to: header('to'), subject: header('subject'), date: header('date'), text, html };
}
