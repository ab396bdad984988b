import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { s3Storage } from './s3-storage.ts';
import { diskStorage, type Storage } from './storage.ts';

/** S3 if it is configured, else the folder `files` of the data folder. */
export function configuredStorage(environment: Environment): Storage {
  const { dataDir, s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket } = environment;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = environment;
  return endpoint && region && bucket && accessKeyId && secretAccessKey
    ? s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey })
    : diskStorage(join(dataDir, 'files'));
}
