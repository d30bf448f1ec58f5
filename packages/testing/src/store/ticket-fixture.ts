import assert from 'node:assert/strict'
import type { AssetStore, UploadTicket } from '@stowage/core'
import type { CreateTicketOptions } from '@stowage/core/types'

/** This many bytes of text. */
export const text = (length: number): Uint8Array => new Uint8Array(length).fill(97)

/** A new ticket, verified, and how to read it again. */
export async function ticketOf(
  store: AssetStore,
  options?: CreateTicketOptions,
): Promise<{
  readonly token: string
  readonly ticket: UploadTicket
  verified(): Promise<UploadTicket>
}> {
  const { token } = await store.tickets.create(options)
  const verified = async (): Promise<UploadTicket> =>
    (await store.tickets.verify(token)) ?? assert.fail('The ticket is not valid.')
  return { token, ticket: await verified(), verified }
}
