export type ParsedMail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
};

/** Parses an .eml file that `outboxTransport` has written: a few headers, and the text and HTML parts. */
export function parseMail(source: string): ParsedMail {
  const { headers, body } = splitHeaders(source.replaceAll('\r\n', '\n'));
  const boundary = /boundary="?([^";]+)"?/i.exec(headers('content-type'))?.[1];
  const parts = boundary ? body.split(`\n--${boundary}`).slice(1, -1) : [];
  const partOf = (type: string) => {
    const part = parts
      .map((each) => splitHeaders(each.replace(/^\n/, '')))
      .find((each) => each.headers('content-type').includes(type));
    return part ? decodeBody(part.body, part.headers('content-transfer-encoding')) : '';
  };
  return {
    from: decodeHeader(headers('from')),
    to: decodeHeader(headers('to')),
    subject: decodeHeader(headers('subject')),
    date: headers('date'),
    text: partOf('text/plain'),
    html: partOf('text/html'),
  };
}

function splitHeaders(source: string): { headers: (name: string) => string; body: string } {
  const end = source.indexOf('\n\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  const values = new Map(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers: (name) => values.get(name) ?? '', body: `\n${source.slice(end + 2)}` };
}

function decodeBody(body: string, encoding: string): string {
  const text = body.replace(/^\n/, '');
  return encoding.toLowerCase() === 'quoted-printable' ? decodeQuotedPrintable(text.replaceAll('=\n', '')) : text;
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes the encoded words of a header (RFC 2047). */
const decodeHeader = (header: string) =>
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
