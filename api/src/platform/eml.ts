/** A mail as it was written into a file, read back. */
export type WrittenMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

/** Reads a mail of ours: a few headers, and the two parts in plain or quoted-printable form. */
export function readMail(source: string): WrittenMail {
  const { headers, body } = split(source.replaceAll('\r\n', '\n'));
  const boundary = /boundary="?([^";]+)"?/i.exec(headers('content-type'))?.[1];
  const parts = boundary ? body.split(`\n--${boundary}`).slice(1, -1) : [];
  const partOf = (type: string) => {
    const part = parts
      .map((each) => split(each.replace(/^\n/, '')))
      .find((each) => each.headers('content-type').includes(type));
    return part ? decoded(part.body, part.headers('content-transfer-encoding')) : '';
  };
  return {
    from: words(headers('from')),
    to: words(headers('to')),
    subject: words(headers('subject')),
    date: headers('date'),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  };
}

function split(source: string): { headers: (name: string) => string; body: string } {
  const end = source.indexOf('\n\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const named = new Map(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers: (name) => named.get(name) ?? '', body: `\n${source.slice(end + 2)}` };
}

function decoded(body: string, encoding: string): string {
  const text = body.replace(/^\n/, '');
  return encoding.toLowerCase() === 'quoted-printable' ? quotedPrintable(text.replaceAll('=\n', '')) : text;
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Words of a header that are written in signs of other alphabets. */
const words = (header: string) =>
  header.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) =>
    Buffer.concat(
      [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, content = '']) =>
        kind!.toLowerCase() === 'b'
          ? Buffer.from(content, 'base64')
          : Buffer.from(
              content
                .replaceAll('_', ' ')
                .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            ),
      ),
    ).toString('utf8'),
  );
