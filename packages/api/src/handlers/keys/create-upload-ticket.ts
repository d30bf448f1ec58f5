import { jsonBodyOf } from '../../body/json-body.ts'
import { explainTicket, parseUploadTicket } from '../../documents/keys/upload-ticket-request.ts'
import { uploadTicketResource } from '../../documents/keys/upload-ticket-resource.ts'
import type { ApiResponse } from '../../message/request.ts'
import { jsonAnswer } from '../answer.ts'
import type { RequestContext } from '../request-context.ts'

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
