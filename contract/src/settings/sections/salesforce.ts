import { defineSection } from '../engine/section.ts';

/** Grant types of OAuth 2.0 (RFC 6749, RFC 7523) that a Salesforce client can use without a browser. */
export const salesforceGrantTypes = [
  'client_credentials',
  'password',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
] as const;

/** The Salesforce site of a node. */
export const salesforce = defineSection({
  name: 'salesforce',
  area: 'module',
  group: 'customers',
  connection: {
    destination: ['url'],
    secret: 'clientSecret',
    required: ['url', 'clientId', 'grantType'],
    optional: ['version', 'siteId'],
  },
  fields: {
    grantType: { kind: 'choice', choices: salesforceGrantTypes, defaultValue: null },
    clientId: { kind: 'text', maxLength: 256, defaultValue: null },
    clientSecret: { kind: 'secret', defaultValue: null },
    version: { kind: 'text', maxLength: 32, defaultValue: null, sample: 'v24_5' },
    siteId: { kind: 'text', maxLength: 64, defaultValue: null },
    url: { kind: 'url', defaultValue: null, sample: 'https://shop.example.com' },
  },
});
