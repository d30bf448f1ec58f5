import { jsonBodyOf } from '../body/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { explainTicket, parseUploadTicket } from './upload-ticket-request.ts'
import { uploadTicketResource } from './upload-ticket-resource.ts'

/** `POST /upload-tickets` */
export async function createUploadTicket(context: RequestContext): Promise<ApiResponse> {
  const { store, principal } = context
  const options = parseUploadTicket(await jsonBodyOf(context))
  try {
    const made = await store.tickets.create(
      principal === null ? options : Object.assign(options, { principal }),
    )
    return jsonAnswer(201, { data: uploadTicketResource(made.ticket, made.token) })
  } catch (error) {
    throw explainTicket(error)
  }
}
