import type { NodeId } from '@storeward/contract/nodes';
import {
  type Delivery,
  type Replay,
  type Webhook,
  type WebhookInput,
  webhooks,
  type WebhookWithSecret,
} from '@storeward/contract/webhooks';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, queryKeyOf, endpointQuery } from '../platform/api/api.ts';

/** The properties of a webhook that its endpoints need. */
export type WebhookRef = Pick<Webhook, 'id' | 'nodeId' | 'version'>;

const pathParams = ({ id, nodeId }: Pick<Webhook, 'id' | 'nodeId'>) => ({ id: nodeId, webhookId: id });
const handlesOwnErrors = { meta: { quiet: true } };
const refreshWebhooks = (client: QueryClient) => client.invalidateQueries({ queryKey: queryKeyOf(webhooks.list) });

export const webhookListQuery = (id: NodeId) => endpointQuery(webhooks.list, { params: { id } });

/** Outcomes of deliveries to filter by. */
export type DeliveryState = Delivery['state'];

/** The messages of a webhook page by page, polled every second while one of them waits for its first attempt. */
export const deliveryPagesQuery = (webhook: Pick<Webhook, 'id' | 'nodeId'>, state: DeliveryState | undefined) => ({
  queryKey: [...queryKeyOf(webhooks.deliveries), webhook.id, state ?? ''] as readonly unknown[],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    call(
      webhooks.deliveries,
      { params: pathParams(webhook), query: { state, cursor: pageParam, size: deliveriesPerPage } },
      { signal },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next?: string }) => next,
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: { pages: { result: readonly Delivery[] }[] } | undefined };
  }) => (data?.pages.some(({ result }) => result.some(isInProgress)) ? 1_000 : (false as const)),
});

const deliveriesPerPage = 25;
const isInProgress = ({ state, answer, trouble }: Delivery) =>
  state === 'waiting' && answer === null && trouble === null;

/** Creates a webhook; the dialog shows the errors and the secret. */
export function useAddWebhook(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: (body: WebhookInput): Promise<WebhookWithSecret> =>
      call(webhooks.create, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: () => refreshWebhooks(client),
  });
}

/** Updates a webhook; the dialog shows the errors. */
export function useUpdateWebhook() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: ({ webhook, body }: { webhook: WebhookRef; body: WebhookInput }): Promise<Webhook> =>
      call(webhooks.update, { params: pathParams(webhook), body, version: webhook.version }, { quiet: 'logged' }),
    onSuccess: () => refreshWebhooks(client),
  });
}

/** Enables or disables a webhook. */
export function useSetWebhookStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook, status }: { webhook: WebhookRef; status: boolean }): Promise<Webhook> =>
      call(webhooks.setStatus, { params: pathParams(webhook), body: { status } }),
    onSettled: () => refreshWebhooks(client),
  });
}

export function useDeleteWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (webhook: WebhookRef): Promise<Webhook> =>
      call(webhooks.remove, { params: pathParams(webhook), version: webhook.version }),
    onSettled: () => refreshWebhooks(client),
  });
}

export function useRenewSecret() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (webhook: WebhookRef): Promise<WebhookWithSecret> =>
      call(webhooks.renewSecret, { params: pathParams(webhook) }),
    onSettled: () => refreshWebhooks(client),
  });
}

/** Sends a test message, or resends the message with this id. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook, messageId }: { webhook: WebhookRef; messageId?: string }): Promise<Delivery> =>
      messageId === undefined
        ? call(webhooks.test, { params: pathParams(webhook) })
        : call(webhooks.sendAgain, { params: { ...pathParams(webhook), messageId } }),
    onSettled: () => refreshWebhooks(client),
  });
}

/** Sends messages again; the dialog shows the errors. */
export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    ...handlesOwnErrors,
    mutationFn: ({ webhook, from }: { webhook: WebhookRef; from: string }): Promise<Replay> =>
      call(webhooks.replay, { params: pathParams(webhook), body: { from } }, { quiet: 'logged' }),
    onSettled: () => refreshWebhooks(client),
  });
}
