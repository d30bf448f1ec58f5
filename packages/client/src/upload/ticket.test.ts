import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'

let service: Service

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const some = (bytes: number) => new Blob([new Uint8Array(bytes).fill(65)])
const sent = () => service.requests.map(({ headers }) => headers.authorization)

describe('createUploadTicket', () => {
  it('makes a ticket for one file of 15 minutes, or what is asked for', async () => {
    const { type, attributes } = await service.client().createUploadTicket()
    expect(type).toBe('upload-tickets')
    expect(attributes).toMatchObject({ expires_in: 900, max_files: 1, allow: null })
    expect(attributes.token).toMatch(/^stt_/)
    const asked = { expires_in: 60, max_files: 3, max_bytes: 10, allow: ['text/plain'] }
    const other = await service.client().createUploadTicket(asked)
    expect(other.attributes).toMatchObject(asked)
  })

  it('rejects with the place of what is wrong', async () => {
    const making = service.client().createUploadTicket({ max_files: 0 })
    await expect(making).rejects.toMatchObject({
      code: 'invalid_body',
      errors: [{ source: { pointer: '/data/attributes/max_files' } }],
    })
  })
})

describe('an upload by ticket', () => {
  it('needs nothing but the ticket as the token of the client', async () => {
    const { attributes } = await service.client().createUploadTicket()
    const page = service.client({ token: attributes.token })
    const { id } = await page.upload(some(3), { name: 'a.txt', onProgress: () => {} })
    expect((await service.client().get(id)).attributes.name).toBe('a.txt')
    await expect(page.list()).rejects.toMatchObject({ code: 'forbidden', status: 403 })
  })

  it('sends the ticket in place of the token of the client, and of an Authorization of the app', async () => {
    const client = service.client()
    const { attributes } = await client.createUploadTicket({ max_files: 4 })
    service.requests.length = 0
    const ticket = attributes.token
    const headers = () => ({ Authorization: 'Bearer of-the-app', 'x-csrf': '1' })
    const withHeaders = service.client({ headers })
    await client.upload(some(1), { ticket })
    await client.uploadMany([some(1), some(2)], { ticket })
    await withHeaders.upload(some(1), { ticket, onProgress: () => {} })
    expect(new Set(sent())).toEqual(new Set([`Bearer ${ticket}`]))
    expect(service.requests.at(-1)?.headers['x-csrf']).toBe('1')
    expect((await client.list()).meta.total).toBe(4)
  })

  it('rejects with `ticket_exhausted` once the ticket is used up, and with what is left', async () => {
    const client = service.client()
    const { attributes } = await client.createUploadTicket({ max_files: 2, max_bytes: 5 })
    const ticket = attributes.token
    await client.upload(some(3), { ticket })
    const tooMany = client.uploadMany([some(1), some(1)], { ticket })
    await expect(tooMany).rejects.toMatchObject({
      code: 'ticket_exhausted',
      status: 403,
      errors: [{ meta: { files_left: 1, bytes_left: 2 } }],
    })
  })

  it('is stored once though its answer was lost', async () => {
    const client = service.client()
    const { attributes } = await client.createUploadTicket()
    service.requests.length = 0
    service.intercept = (_, res) => {
      if (service.requests.length > 1) return false
      res.end = () => res.destroy()
      return false
    }
    await client.upload(some(10), { ticket: attributes.token })
    expect(service.requests).toHaveLength(2)
    expect((await client.list()).meta.total).toBe(1)
  })
})
