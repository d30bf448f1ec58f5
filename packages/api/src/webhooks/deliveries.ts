import { isStowageError } from '@stowage/core'
import { invalidParameter } from '../http/query/query.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { assertSeesWebhooks, assertSendsWebhooks } from './assert-webhooks.ts'
import { deliveryResource } from './delivery-resource.ts'
import { noCursor, pageAskedFor, webhookPage } from './webhook-page.ts'
import { DELIVERY_STATES } from './webhook-schemas.ts'

/** `GET /webhooks/{webhookId}/deliveries` */
export async function listDeliveries(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request, query } = context
  assertSeesWebhooks(context)
  const asked = pageAskedFor(context)
  const state = stateOf(query.given.get('filter[state]'))
  const options = { ...asked, ...(state !== undefined && { state }), signal: request.signal }
  try {
    const { deliveries, next } = await store.webhooks.deliveries(id, options)
    const page = { next, path: `/webhooks/${id}/deliveries`, size: asked.limit }
    return jsonAnswer(200, webhookPage(deliveries.map(deliveryResource), page, context))
  } catch (error) {
    // The page continues after a delivery that is forgotten, or never was.
    throw isStowageError(error, 'delivery_not_found') ? noCursor() : error
  }
}

/** `POST /webhooks/{webhookId}/deliveries/{deliveryId}/retry` */
export async function retryDelivery(context: RequestContext): Promise<ApiResponse> {
  const { store, id, subId } = context
  assertSendsWebhooks(context)
  return jsonAnswer(200, { data: deliveryResource(await store.webhooks.retry(id, subId)) })
}

function stateOf(text: string | undefined): (typeof DELIVERY_STATES)[number] | undefined {
  if (text === undefined) return undefined
  const state = DELIVERY_STATES.find((each) => each === text)
  if (state !== undefined) return state
  throw invalidParameter('filter[state]', `It can be ${DELIVERY_STATES.join(', ')}.`)
}
