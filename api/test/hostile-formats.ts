import { gzipSync } from 'node:zlib';
import { bmpImage, oversizedPng, plainImage } from './image-files.ts';

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const text = (content: string) => Buffer.from(content);
const utf16 = (content: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${content}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const script = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
const external =
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/x"/><use href="file:///etc/passwd#a"/></svg>';
const entities = `<?xml version="1.0"?><!DOCTYPE svg [${'<!ENTITY a "aaaaaaaaaa">'.repeat(9)}]><svg>&a;</svg>`;

/** Pages, scripts and vector images that are sent as a picture. */
export const pagesAsImages: Readonly<Record<string, Buffer>> = {
  'a page': text(`<!doctype html>${script}`),
  'a page in capitals': text(`<HTML><BODY ONLOAD=alert(1)>`),
  'a page behind blanks': text(`${' \r\n\t'.repeat(400)}<html>${script}`),
  'a page behind a byte order mark': text(`\uFEFF<html>${script}`),
  'a page behind a comment': text(`<!-- ${'x'.repeat(900)} --><html>${script}`),
  'a page in UTF-16': utf16(`<html>${script}`),
  'a page in UTF-16, high bytes first': utf16(`<html>${script}`, true),
  'a page in UTF-7': text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  'a page as a mail': text(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html>${script}`),
  'an XHTML page': text(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
  'a page without tags of its own': text('<img src=x onerror=alert(1)>'),
  'a redirecting page': text('<meta http-equiv=refresh content="0;url=//evil.example">'),
  'an SVG with a script': text(svg),
  'an SVG behind a declaration': text(`<?xml version="1.0" standalone="no"?>${svg}`),
  'an SVG behind a byte order mark': text(`\uFEFF${svg}`),
  'an SVG in UTF-16': utf16(svg),
  'an SVG that loads other files': text(external),
  'an SVG of entities': text(entities),
  'an SVG with a foreign object': text(
    `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject>${script}</foreignObject></svg>`,
  ),
  'a compressed SVG': gzipSync(svg),
  'a style sheet': text('@import url(//evil.example/a.css);'),
  'a transformation': text('<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/>'),
  'a script': text('#!/bin/sh\nid\n'),
  'a script of a module': text('export default alert(1)'),
  'a script of a server': text('<?php passthru($_POST[0]); ?>'),
  'a template of a server': text('<%= Runtime.getRuntime().exec("id") %>'),
  'a rule of a server': text('AddType application/x-httpd-php .png'),
  'a shortcut': text('[InternetShortcut]\r\nURL=javascript:alert(1)'),
  'a manifest': text('CACHE MANIFEST\nFALLBACK:\n/ /evil'),
  'a script of ImageMagick': text(
    'push graphic-context\nfill \'url(https://evil.example/"|id")\'\npop graphic-context',
  ),
};

/** Other formats by their first bytes. */
export const otherFormats: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries({
    'an icon': '00000100010010100000',
    'a cursor': '00000200010010100000',
    'a Photoshop file': '384250530001000000000000',
    'a JPEG 2000 image': '0000000c6a5020200d0a870a',
    'a stream of JPEG 2000': 'ff4fff51002f0000',
    'a JPEG XL image': '0000000c4a584c200d0a870a',
    'a stream of JPEG XL': 'ff0a7f',
    'an OpenEXR image': '762f310102000000',
    'a QOI image': '716f696600000040000000400400',
    'a PCX image': '0a050101000000003f003f00',
    'a Sun raster image': '59a66a95000000100000001000000008',
    'a TIFF image, high bytes first': '4d4d002a00000008',
    'a large TIFF image': '49492b000800000010000000',
    'a metafile': 'd7cdc69a0000000000000000',
    'an enhanced metafile': '010000006c00000000000000',
    'a WebAssembly module': '0061736d01000000',
    'a class of Java': 'cafebabe00000034',
    'an executable of Linux': '7f454c46020101000000',
    'an executable of macOS': 'cffaedfe07000001',
    'a RAR archive': '526172211a0701003392b5e5',
    'a 7z archive': '377abcaf271c0004',
    'an archive of gzip': '1f8b0800000000000003',
    'an archive of xz': 'fd377a585a000004',
    'an archive of zstd': '28b52ffd2400',
    'a cabinet': '4d53434600000000',
    'a database': '53514c69746520666f726d6174203300',
    'a document of Office': 'd0cf11e0a1b11ae1',
    'a font': '774f4632000100000000',
    'a font of TrueType': '00010000000a00800003',
    'a Flash film': '46575309b4000000',
    'a capture of packets': 'd4c3b2a1020004000000',
    'an Ogg file': '4f676753000200000000',
    'a FLAC file': '664c614300000022',
    'a MIDI file': '4d546864000000060001',
    'a WAV file': '524946462400000057415645666d7420',
    'a MPEG stream': '000001ba44000401',
    'an ASF file': '3026b2758e66cf11a6d900aa0062ce6c',
  }).map(([title, digits]) => [title, Buffer.concat([hex(digits), Buffer.alloc(600, 0x20)])]),
);

/** Valid images with something in front of them, and scripts that begin like images. */
export async function polyglots(): Promise<Record<string, Buffer>> {
  const [png, jpeg, gif] = [
    await plainImage(20, 20).png().toBuffer(),
    await plainImage(20, 20).jpeg().toBuffer(),
    await plainImage(20, 20).gif().toBuffer(),
  ];
  const zip = hex('504b03040a000000000000000000');
  const inFront: Readonly<Record<string, Buffer>> = {
    'a PDF': text('%PDF-1.7\n1 0 obj<<>>stream\n'),
    'an archive': zip,
    'a script of a server': text('<?php __HALT_COMPILER(); ?>'),
    'a shell script': text('#!/bin/sh\nexit 0\n'),
    'an executable': hex('4d5a90000300'),
    'a line break': text('\n'),
    'a zero': Buffer.alloc(1),
  };
  return Object.fromEntries([
    ...Object.entries(inFront).flatMap(([title, front]) => [
      [`a PNG behind ${title}`, Buffer.concat([front, png])],
      [`a JPEG behind ${title}`, Buffer.concat([front, jpeg])],
    ]),
    ['a GIF that is an archive', Buffer.concat([gif, zip])],
    ['a bitmap that is a script', Buffer.concat([text('BM=1;alert(1)/*'), Buffer.alloc(200), text('*/')])],
    ['a JPEG that is a script', Buffer.concat([hex('ffd8ffe0'), text('=1;alert(1)//')])],
    ['a PNG that is a page', Buffer.concat([png.subarray(0, 33), text(`<html>${script}`)])],
    ['a WebP that is a script', text('RIFF=1;//WEBPVP8 ')],
  ] as [string, Buffer][]);
}

/** Few bytes that claim many pixels. */
export async function pixelFloods(): Promise<Record<string, Buffer>> {
  const jpeg = await plainImage(16, 16).jpeg().toBuffer();
  const frame = jpeg.indexOf(hex('ffc0'));
  const jpegOf = (width: number, height: number) => {
    const bytes = Buffer.from(jpeg);
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
    return bytes;
  };
  const bmpOf = (width: number, height: number) => {
    const bytes = bmpImage(24, 16);
    bytes.writeInt32LE(width, 18);
    bytes.writeInt32LE(height, 22);
    return bytes;
  };
  const sizes = [
    [65_500, 65_500],
    [40_000, 1001],
    [700, 60_000],
    [6400, 6400],
  ] as const;
  return Object.fromEntries(
    sizes.flatMap(([width, height]) => [
      [`a PNG of ${width} by ${height}`, oversizedPng(width, height).subarray(0, 5000)],
      [`a JPEG of ${width} by ${height}`, jpegOf(width, height)],
      [`a bitmap of ${width} by ${height}`, bmpOf(width, height)],
      [`a bitmap of ${width} by ${height} from the top`, bmpOf(width, -height)],
    ]),
  );
}
