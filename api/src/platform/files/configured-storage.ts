import { join } from 'node:path';
import type { Environment } from '../environment/environment.ts';
import { s3Bucket, s3Storage, type S3Bucket, type S3Options } from './s3-storage.ts';
import { diskStorage, type Storage } from './storage.ts';

/** S3 if it is configured, else the folder `files` of the data folder. */
export function configuredStorage(environment: Environment): Storage {
  const options = s3Options(environment);
  return options ? s3Storage(options) : diskStorage(join(environment.dataDir, 'files'));
}

/** The configured S3 bucket; undefined without one. */
export function configuredBucket(environment: Environment): S3Bucket | undefined {
  const options = s3Options(environment);
  return options && s3Bucket(options);
}

function s3Options(environment: Environment): S3Options | undefined {
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket } = environment;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = environment;
  return endpoint && region && bucket && accessKeyId && secretAccessKey
    ? { endpoint, region, bucket, accessKeyId, secretAccessKey }
    : undefined;
}
