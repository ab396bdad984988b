import { apiPathPattern } from '@storeward/contract/endpoint';
import type { FastifyRequest } from 'fastify';

/** The template of the route, without any value of the request; all paths of the web app and unknown ones are `other`. */
export function routeTemplate({ routeOptions: { url } }: FastifyRequest): string {
  return url !== undefined && apiPathPattern.test(url) ? url : 'other';
}
