import type { NodeId } from '@storeward/contract/nodes';
import {
  type Delivery,
  type Webhook,
  type WebhookInput,
  webhooks,
  type WebhookWithSecret,
} from '@storeward/contract/webhooks';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, keyOf, read } from '../platform/api.ts';

/** One webhook, as its doors ask for it. */
export type OneWebhook = Pick<Webhook, 'id' | 'nodeId' | 'version'>;

const byId = ({ id, nodeId }: Pick<Webhook, 'id' | 'nodeId'>) => ({ id: nodeId, webhookId: id });
const ownWords = { meta: { quiet: true } };
const seen = (client: QueryClient) => client.invalidateQueries({ queryKey: keyOf(webhooks.list) });

/** The webhooks of one place. */
export const webhooksOf = (id: NodeId) => read(webhooks.list, { params: { id } });

/** The last messages of a webhook, looked at again as long as one of them waits to be sent for the first time. */
export const deliveriesOf = (webhook: Pick<Webhook, 'id' | 'nodeId'>) => ({
  ...read(webhooks.deliveries, { params: byId(webhook) }),
  refetchInterval: ({ state: { data } }: { state: { data?: Delivery[] | undefined } }) =>
    data?.some(({ state, answer, trouble }) => state === 'waiting' && answer === null && trouble === null)
      ? 1_000
      : false,
});

/** Adds a webhook to a place; the dialog says itself what went wrong, and shows the secret. */
export function useAddWebhook(id: NodeId) {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: (body: WebhookInput): Promise<WebhookWithSecret> =>
      call(webhooks.create, { params: { id }, body }, { quiet: 'logged' }),
    onSuccess: () => seen(client),
  });
}

/** Changes a webhook; the dialog says itself what went wrong. */
export function useChangeWebhook() {
  const client = useQueryClient();
  return useMutation({
    ...ownWords,
    mutationFn: ({ webhook, body }: { webhook: OneWebhook; body: WebhookInput }): Promise<Webhook> =>
      call(webhooks.update, { params: byId(webhook), body, version: webhook.version }, { quiet: 'logged' }),
    onSuccess: () => seen(client),
  });
}

/** Turns a webhook on or off. */
export function useTurnWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook, status }: { webhook: OneWebhook; status: boolean }): Promise<Webhook> =>
      call(webhooks.setStatus, { params: byId(webhook), body: { status } }),
    onSettled: () => seen(client),
  });
}

/** Deletes a webhook. */
export function useDeleteWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (webhook: OneWebhook): Promise<Webhook> =>
      call(webhooks.remove, { params: byId(webhook), version: webhook.version }),
    onSettled: () => seen(client),
  });
}

/** Makes a new secret. */
export function useRenewSecret() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (webhook: OneWebhook): Promise<WebhookWithSecret> =>
      call(webhooks.renewSecret, { params: byId(webhook) }),
    onSettled: () => seen(client),
  });
}

/** Sends a test, or a message once more. */
export function useSendMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook, again }: { webhook: OneWebhook; again?: string }): Promise<Delivery> =>
      again === undefined
        ? call(webhooks.test, { params: byId(webhook) })
        : call(webhooks.sendAgain, { params: { ...byId(webhook), messageId: again } }),
    onSettled: () => seen(client),
  });
}
