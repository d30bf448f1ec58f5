import type { Route } from '../requests/route.ts'
import { listDeliveries, retryDelivery } from './deliveries.ts'
import { pingWebhook, replayWebhook, rotateWebhook } from './webhook-actions.ts'
import { DELIVERY_STATE_PARAMETER } from './webhook-schemas.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from './webhooks.ts'

/** Events hold what the tenant's assets hold. So whoever has them sent may also read. */
const RIGHTS = { permission: 'manage', alsoPermission: 'read', needs: 'webhooks' } as const

/** The routes of webhooks. Only services whose store has the option `webhooks` have them. */
export const WEBHOOK_ROUTES: readonly Route[] = [
  {
    ...RIGHTS,
    method: 'GET',
    path: '/webhooks',
    query: ['page[size]', 'page[after]'],
    operation: {
      id: 'listWebhooks',
      summary: 'Get all webhooks',
      description: 'The oldest first. Never with a secret.',
      success: { status: 200, description: 'One page of webhooks.', content: 'WebhookCollection' },
      errors: [],
    },
    handle: listWebhooks,
  },
  {
    ...RIGHTS,
    method: 'POST',
    path: '/webhooks',
    query: [],
    operation: {
      id: 'createWebhook',
      summary: 'Create webhook',
      description:
        'It is told of what happens from now on. The secret that signs its messages is in this answer alone.',
      body: { schema: 'WebhookRequest', type: 'json' },
      success: { status: 201, description: 'The new webhook.', content: 'NewWebhookDocument' },
      errors: [
        'resource_mismatch',
        'url_refused',
        'webhooks_unavailable',
        'too_many_webhooks',
        'insufficient_storage',
      ],
    },
    handle: createWebhook,
  },
  {
    ...RIGHTS,
    method: 'GET',
    path: '/webhooks/{webhookId}',
    query: [],
    operation: {
      id: 'getWebhook',
      summary: 'Get webhook',
      success: { status: 200, description: 'The webhook.', content: 'WebhookDocument' },
      errors: ['webhook_not_found'],
    },
    handle: getWebhook,
  },
  {
    ...RIGHTS,
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    query: [],
    operation: {
      id: 'updateWebhook',
      summary: 'Update webhook',
      description:
        'What is left out stays as it is. `enabled: true` also lets one go on that was paused or answered 410.',
      body: { schema: 'WebhookUpdate', type: 'json' },
      success: {
        status: 200,
        description: 'The webhook as it is now.',
        content: 'WebhookDocument',
      },
      errors: [
        'webhook_not_found',
        'resource_mismatch',
        'url_refused',
        'webhooks_unavailable',
        'insufficient_storage',
      ],
    },
    handle: updateWebhook,
  },
  {
    ...RIGHTS,
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    query: [],
    operation: {
      id: 'deleteWebhook',
      summary: 'Delete webhook',
      description: 'With its deliveries.',
      success: { status: 204, description: 'The webhook is gone.', content: null },
      errors: ['webhook_not_found', 'insufficient_storage'],
    },
    handle: deleteWebhook,
  },
  {
    ...RIGHTS,
    method: 'POST',
    path: '/webhooks/{webhookId}/rotate',
    query: [],
    operation: {
      id: 'rotateWebhook',
      summary: 'Give webhook a new secret',
      description:
        'The new secret is in this answer alone. For 24 hours the old one signs too, so that the receiver can change over.',
      success: {
        status: 200,
        description: 'The webhook with its new secret.',
        content: 'NewWebhookDocument',
      },
      errors: ['webhook_not_found', 'webhooks_unavailable', 'insufficient_storage'],
    },
    handle: rotateWebhook,
  },
  {
    ...RIGHTS,
    method: 'POST',
    path: '/webhooks/{webhookId}/ping',
    query: [],
    operation: {
      id: 'pingWebhook',
      summary: 'Ping webhook',
      description:
        'Sends one message of the type `ping` at once, whether or not the webhook is enabled, and waits for the answer.',
      success: {
        status: 200,
        description: 'What the webhook answered, or why it did not.',
        content: 'WebhookPingDocument',
      },
      errors: ['webhook_not_found', 'webhooks_unavailable', 'too_many_requests'],
    },
    handle: pingWebhook,
  },
  {
    ...RIGHTS,
    method: 'POST',
    path: '/webhooks/{webhookId}/replay',
    query: [],
    operation: {
      id: 'replayWebhook',
      summary: 'Send events again',
      description:
        'Those after an event, or from a moment on, as far as they are kept. Those before that are not sent any more.',
      body: { schema: 'WebhookReplay', type: 'json' },
      success: { status: 200, description: 'The webhook.', content: 'WebhookDocument' },
      errors: [
        'webhook_not_found',
        'resource_mismatch',
        'cursor_expired',
        'webhooks_unavailable',
        'insufficient_storage',
      ],
    },
    handle: replayWebhook,
  },
  {
    ...RIGHTS,
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    query: ['page[size]', 'page[after]', 'filter[state]'],
    parameters: { 'filter[state]': DELIVERY_STATE_PARAMETER },
    operation: {
      id: 'listWebhookDeliveries',
      summary: 'Get the deliveries of a webhook',
      description: 'The newest first. They are forgotten 30 days after they ended.',
      success: {
        status: 200,
        description: 'One page of deliveries.',
        content: 'WebhookDeliveryCollection',
      },
      errors: ['webhook_not_found'],
    },
    handle: listDeliveries,
  },
  {
    ...RIGHTS,
    method: 'POST',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/retry',
    query: [],
    operation: {
      id: 'retryWebhookDelivery',
      summary: 'Retry delivery',
      description: 'It is tried again now, with all its attempts.',
      success: {
        status: 200,
        description: 'The delivery as it is now.',
        content: 'WebhookDeliveryDocument',
      },
      errors: [
        'webhook_not_found',
        'delivery_not_found',
        'webhooks_unavailable',
        'insufficient_storage',
      ],
    },
    handle: retryDelivery,
  },
]
