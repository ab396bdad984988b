// Draws every screen and state in four widths, two schemes and three languages: npm run gallery [-- -g "name of a state"]
// The result is one page, test-results/gallery/index.html, which marks the pictures with boxes that overflow and texts that do not fit.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Picture = {
  readonly language: string;
  readonly width: number;
  readonly scheme: string;
  readonly file: string;
  readonly misfits: readonly string[];
};
type State = { readonly index: number; readonly name: string; readonly pictures: readonly Picture[] };

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'test-results', 'gallery');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const cli = join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(
  process.execPath,
  [cli, 'test', '--config', 'e2e/gallery.config.ts', '--reporter=line', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, GALLERY: folder } },
);
const states = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as State)
  .sort((a, b) => a.index - b.index);
writeFileSync(join(folder, 'index.html'), pageOf(states));
const pictures = states.flatMap((state) => state.pictures);
const faulty = pictures.filter(({ misfits }) => misfits.length > 0);
console.log(`${states.length} states, ${pictures.length} pictures, ${faulty.length} of them with misfits:`);
for (const { file, misfits } of faulty) console.log(`  ${basename(file)}: ${misfits.join('; ')}`);
console.log(join(folder, 'index.html'));
process.exitCode = status ?? 1;

function pageOf(all: readonly State[]): string {
  const values = (key: 'language' | 'width' | 'scheme') => [
    ...new Set(all.flatMap(({ pictures: drawn }) => drawn.map((picture) => String(picture[key])))),
  ];
  const filters = (['language', 'width', 'scheme'] as const)
    .map(
      (key) =>
        `<fieldset><legend>${key}</legend>${values(key)
          .map((value) => `<label><input type="checkbox" checked data-key="${key}" value="${value}"> ${value}</label>`)
          .join('')}</fieldset>`,
    )
    .join('');
  const sections = all
    .map(
      ({ name, pictures: drawn }) =>
        `<section><h2>${escape(name)}</h2><div>${drawn.map(figureOf).join('')}</div></section>`,
    )
    .join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>
  body { font: 14px/1.4 system-ui; margin: 24px; }
  header { position: sticky; top: 0; background: canvas; padding: 8px 0; display: flex; gap: 16px; }
  fieldset { border: 1px solid #ccc; } label { margin-right: 8px; }
  section > div { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
  figure { margin: 0; } img { width: 320px; border: 1px solid #ccc; display: block; }
  figure[data-misfits] img { border-color: red; } figure[data-misfits] figcaption { color: #b00; }
</style>
<header>${filters}</header>
${sections}
<script>
  const apply = () => {
    const off = [...document.querySelectorAll('input:not(:checked)')];
    for (const figure of document.querySelectorAll('figure'))
      figure.hidden = off.some(({ dataset, value }) => figure.dataset[dataset.key] === value);
  };
  document.addEventListener('change', apply);
</script></html>`;
}

function figureOf({ language, width, scheme, file, misfits }: Picture): string {
  const name = encodeURIComponent(basename(file));
  const marked = misfits.length > 0 ? ` data-misfits title="${escape(misfits.join('\n'))}"` : '';
  return `<figure data-language="${language}" data-width="${width}" data-scheme="${scheme}"${marked}>
<a href="${name}"><img loading="lazy" src="${name}" alt=""></a><figcaption>${language}, ${width} px, ${scheme}</figcaption></figure>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
