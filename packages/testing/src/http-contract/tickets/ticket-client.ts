import assert from 'node:assert/strict'
import type { AssetResource } from '@stowage/api'
import type { UploadTicketResource } from '@stowage/api/internal'
import { type Answer, bulkFormOf, type Content, formOf, type HttpClient } from '../http-client.ts'

/** Attributes of a request for a ticket. */
export type TicketAttributes = Readonly<Record<string, unknown>>

/** A new ticket, as the service returns it. */
export async function ticketOf(
  client: HttpClient,
  attributes: TicketAttributes = {},
): Promise<UploadTicketResource> {
  const json = { data: { type: 'upload-tickets', attributes } }
  const answer = await client.send('POST', '/upload-tickets', { json })
  return client.document<{ data: UploadTicketResource }>(answer, 201, 'UploadTicketDocument').data
}

/** The token of a new ticket. */
export async function tokenOf(client: HttpClient, attributes?: TicketAttributes): Promise<string> {
  const { token } = (await ticketOf(client, attributes)).attributes
  assert.match(token, /^stt_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}$/)
  return token
}

/** Uploads with tickets, which replace the client's own key. */
export interface TicketUploads {
  one(token: string, content: Content, headers?: Readonly<Record<string, string>>): Promise<Answer>
  many(
    token: string,
    contents: readonly Content[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** Uploads a file, asserts that it is stored, and resolves to its asset. */
  stored(token: string, content: Content, query?: string): Promise<AssetResource>
}

/** See `TicketUploads`. */
export function ticketUploads(client: HttpClient): TicketUploads {
  const send = (path: string, key: string, body: FormData, headers = {}) =>
    client.send('POST', path, { key, body, headers })
  return {
    one: (token, content, headers) =>
      send('/assets', token, formOf({ file: [content, 'a.txt'] }), headers),
    many: (token, contents, headers) =>
      send('/assets/bulk-upload', token, bulkFormOf(contents), headers),
    async stored(token, content, query = '') {
      const body = formOf({ file: [content, 'a.txt'] })
      const answer = await send(`/assets${query}`, token, body)
      return client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument').data
    },
  }
}
