// Fails if no test ran a typed SQL statement of the server: `node scripts/unrun-statements.ts <file>`, where the
// file has the locations that a complete run of vitest wrote to STATEMENTS_SEEN.
import { readFileSync } from 'node:fs';
import { readTypedTemplates } from '../api/test/statement-types.ts';

const seen = new Set(readFileSync(process.argv[2] ?? '', 'utf8').split('\n'));
const unrun = readTypedTemplates().filter(({ location, columns, value }) => (columns ?? value) && !seen.has(location));
if (unrun.length > 0) {
  console.log('No test runs these statements, so nothing holds their result types to the database:');
  for (const { location } of unrun) console.log(`  ${location}`);
  process.exitCode = 1;
}
