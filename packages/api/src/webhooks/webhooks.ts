import { jsonBodyOf } from '../body/json-body.ts'
import { assertSame, objectAt } from '../documents/json-members.ts'
import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer, jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { assertSeesWebhooks, assertSendsWebhooks } from './assert-webhooks.ts'
import { pageAskedFor, webhookPage } from './webhook-page.ts'
import { explainWebhook, parseNewWebhook, parseSettings } from './webhook-request.ts'
import { newWebhookResource, webhookResource } from './webhook-resource.ts'

/** `GET /webhooks` */
export async function listWebhooks(context: RequestContext): Promise<ApiResponse> {
  const { store, request } = context
  assertSeesWebhooks(context)
  const asked = pageAskedFor(context)
  const { webhooks, next } = await store.webhooks.list({ ...asked, signal: request.signal })
  const data = webhooks.map(webhookResource)
  const page = { next, path: '/webhooks', size: asked.limit }
  return jsonAnswer(200, webhookPage(data, page, context))
}

/** `POST /webhooks` */
export async function createWebhook(context: RequestContext): Promise<ApiResponse> {
  assertSendsWebhooks(context)
  const settings = parseNewWebhook(await jsonBodyOf(context))
  try {
    const { webhook, secret } = await context.store.webhooks.create(settings)
    return jsonAnswer(201, { data: newWebhookResource(webhook, secret) })
  } catch (error) {
    throw explainWebhook(error)
  }
}

/** `GET /webhooks/{webhookId}` */
export async function getWebhook(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request } = context
  assertSeesWebhooks(context)
  const webhook = await store.webhooks.get(id, { signal: request.signal })
  return jsonAnswer(200, { data: webhookResource(webhook) })
}

/** `PATCH /webhooks/{webhookId}` */
export async function updateWebhook(context: RequestContext): Promise<ApiResponse> {
  const { store, id } = context
  assertSendsWebhooks(context)
  const body = await jsonBodyOf(context)
  assertSame(objectAt(body.data, '/data').id, id, '/data/id')
  const changes = parseSettings(body)
  try {
    return jsonAnswer(200, { data: webhookResource(await store.webhooks.update(id, changes)) })
  } catch (error) {
    throw explainWebhook(error)
  }
}

/** `DELETE /webhooks/{webhookId}` */
export async function deleteWebhook(context: RequestContext): Promise<ApiResponse> {
  const { store, id } = context
  assertSeesWebhooks(context)
  await store.webhooks.delete(id)
  return emptyAnswer()
}
