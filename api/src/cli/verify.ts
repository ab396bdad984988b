// Verifies the audit: npm run verify [-- [--file export.jsonl] [--records copy.jsonl] [--keys keys.jsonl] [--restored [--organisation-id id]]
// [--export export.jsonl --organisation name]]
import { parseArgs } from 'node:util';
import { recordFiles } from '../audit/record-files.ts';
import { recordSigner } from '../audit/signed-records.ts';
import { ConfigurationError } from '../platform/environment/configuration-error.ts';
import { type Environment, readEnvironment } from '../platform/environment/environment.ts';
import { secretKey } from '../platform/security/keys.ts';
import { isRecordOf } from './backup/manifest.ts';
import { type SignedRecord, TrustedKeys } from './verify/audit-verifier.ts';
import { withDatabase } from './verify/connection.ts';
import { verifyDatabase } from './verify/database.ts';
import { exportChain } from './verify/export.ts';
import { readRecords, verifyExport } from './verify/export-file.ts';
import { signRestore } from './verify/restored.ts';

const log = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      records: { type: 'string', multiple: true, default: [] },
      keys: { type: 'string', multiple: true, default: [] },
      export: { type: 'string' },
      organisation: { type: 'string', default: '' },
      'organisation-id': { type: 'string' },
      restored: { type: 'boolean', default: false },
    },
  });
  const environment = readEnvironment();
  const signers = [
    secretKey(environment),
    ...(environment.secretKeyPrevious ? [environment.secretKeyPrevious] : []),
  ].map(recordSigner);
  const outside = await outsideRecords(environment, [...values.records, ...values.keys]);
  const trusted = new TrustedKeys();
  for (const { publicKey } of signers) trusted.add(publicKey);
  for (const record of outside) if (record.type === 'key') trusted.add(record.publicKey);

  const report = values.file
    ? await verifyExport(values.file, outside, trusted)
    : await withDatabase(environment, log, async (client) => {
        if (values.restored) {
          const orgId = values['organisation-id'];
          const restored = outside.filter((record) => !orgId || isRecordOf(orgId, record));
          const gaps = await signRestore(client, restored, trusted, signers[0]!);
          await recordFiles(environment.dataDir).append(gaps);
          outside.push(...gaps);
          log(
            gaps.length === 0
              ? 'No signed entries are missing: nothing to record.'
              : `${gaps.length} restored chains recorded.`,
          );
        }
        if (values.export) {
          const target = { file: values.export, organisation: values.organisation };
          log(`${await exportChain(client, target, outside, trusted)} entries are in ${values.export}.`);
        }
        return verifyDatabase(client, outside, trusted);
      });
  for (const line of report.lines) log(line);
  for (const error of report.errors) log(`ERROR ${error}`);
  log(report.errors.length === 0 ? 'All chains are valid.' : `${report.errors.length} errors.`);
  if (report.errors.length > 0) process.exitCode = 1;
}

/** The signed records of the data folder and of copies kept elsewhere. */
async function outsideRecords({ dataDir }: Environment, copies: readonly string[]): Promise<SignedRecord[]> {
  const records: SignedRecord[] = [];
  for await (const record of recordFiles(dataDir).all()) records.push(record);
  for (const file of copies) records.push(...readRecords(file));
  return records;
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof ConfigurationError ? `\n${error.message}\n` : `\n${String((error as Error).stack)}\n`,
  );
  process.exitCode = 1;
});
