import {
  type ApiKey,
  type ApiKeyInput,
  apiKeys,
  type ApiKeyRotation,
  type NewApiKey,
} from '@storeward/contract/api-keys';
import { audit } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery, queryKeyOf } from '../platform/api/api.ts';

/** The properties of an API key that its endpoints need. */
type ApiKeyRef = Pick<ApiKey, 'id' | 'version'>;

/** One page of the API keys in the user's area. */
export const apiKeyListQuery = (query: RequestOf<typeof apiKeys.list>['query']) =>
  endpointQuery(apiKeys.list, { query });

const handlesOwnErrors = { meta: { quiet: true } };

function refresh(client: QueryClient) {
  void client.invalidateQueries({ queryKey: queryKeyOf(audit.list) });
  return client.invalidateQueries({ queryKey: queryKeyOf(apiKeys.list) });
}

/** Creates an API key; the dialog shows the errors and the key. */
export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: (body: NewApiKey) => call(apiKeys.create, { body }, { quiet: 'logged' }),
    onSuccess: () => refresh(client),
  });
}

/** Changes name and allowed addresses; the dialog shows the errors. */
export function useUpdateApiKey() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: ({ id, version, body }: ApiKeyRef & { body: ApiKeyInput }) =>
      call(apiKeys.update, { params: { id }, body, version }, { quiet: 'logged' }),
    onSuccess: () => refresh(client),
  });
}

/** Makes a new key for the same account; the dialog shows the errors and the key. */
export function useRotateApiKey() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: ({ id, body }: Pick<ApiKeyRef, 'id'> & { body: ApiKeyRotation }) =>
      call(apiKeys.rotate, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: () => refresh(client),
  });
}

/** Ends the key before the last rotation. */
export function useEndPreviousKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<ApiKeyRef, 'id'>) => call(apiKeys.endPrevious, { params: { id } }),
    onSettled: () => refresh(client),
  });
}

/** Revokes an API key for good. */
export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<ApiKeyRef, 'id'>) => call(apiKeys.revoke, { params: { id } }),
    onSettled: () => refresh(client),
  });
}
