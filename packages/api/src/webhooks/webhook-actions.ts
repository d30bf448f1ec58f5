import { jsonBodyOf } from '../body/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { assertSendsWebhooks } from './assert-webhooks.ts'
import { parseReplay } from './webhook-request.ts'
import { newWebhookResource, webhookResource } from './webhook-resource.ts'

/** What a webhook answered to a ping. */
export interface PingResource {
  /** Of the webhook. */
  readonly id: string
  readonly type: 'webhook-pings'
  readonly attributes: {
    /** `null`: there was no answer. */
    readonly status: number | null
    /** The beginning of the answer, or why there was none. */
    readonly answer: string
  }
}

/** `POST /webhooks/{webhookId}/rotate` */
export async function rotateWebhook(context: RequestContext): Promise<ApiResponse> {
  assertSendsWebhooks(context)
  const { webhook, secret } = await context.store.webhooks.rotate(context.id)
  return jsonAnswer(200, { data: newWebhookResource(webhook, secret) })
}

/** `POST /webhooks/{webhookId}/ping` */
export async function pingWebhook(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request, pings, principal } = context
  assertSendsWebhooks(context)
  const { status, text } = await pings.run(principal, () =>
    store.webhooks.ping(id, { signal: request.signal }),
  )
  const data: PingResource = { id, type: 'webhook-pings', attributes: { status, answer: text } }
  return jsonAnswer(200, { data })
}

/** `POST /webhooks/{webhookId}/replay` */
export async function replayWebhook(context: RequestContext): Promise<ApiResponse> {
  const { store, id } = context
  assertSendsWebhooks(context)
  const since = parseReplay(await jsonBodyOf(context))
  return jsonAnswer(200, { data: webhookResource(await store.webhooks.replay(id, since)) })
}
