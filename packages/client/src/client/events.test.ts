import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'

let service: Service

beforeEach(async () => {
  service = await startService()
})

afterEach(() => service.close())

const file = (text: string) => new Blob([text])

it('lists what happened, from a cursor on', async () => {
  const client = service.client()
  const { id } = await client.upload(file('1'))
  const { data, meta } = await client.events({ 'filter[type]': 'asset.created' })
  expect(data.map(({ attributes }) => attributes.asset_id)).toEqual([id])
  expect(meta.cursor).toBe(data[0]?.id)
  await client.trash(id)
  const after = await client.events({ 'page[after]': meta.cursor ?? '' })
  expect(after.data.map(({ attributes }) => attributes.type)).toEqual(['asset.trashed'])
})

it('follows what happens, also after the stream broke off, until its signal', async () => {
  const client = service.client()
  const first = await client.upload(file('1'))
  const { data } = await client.events()
  const after = data[0]?.id
  const controller = new AbortController()
  const seen: unknown[] = []
  let isBroken = false
  const following = (async () => {
    const filter = { after, 'filter[type]': 'asset.created,asset.trashed' }
    for await (const { attributes } of client.followEvents(filter, controller)) {
      seen.push([attributes.type, attributes.asset_id])
      if (!isBroken) {
        isBroken = true
        for (const { url, socket } of service.requests)
          if (url?.includes('/events')) socket.destroy()
      }
    }
  })()
  await client.trash(first.id)
  await expect.poll(() => seen.length).toBe(1)
  const second = await client.upload(file('2'))
  await expect.poll(() => seen.length).toBe(2)
  expect(seen).toEqual([
    ['asset.trashed', first.id],
    ['asset.created', second.id],
  ])
  controller.abort(new Error('enough'))
  await expect(following).rejects.toThrow('enough')
})

it('rejects where the service refuses', async () => {
  const after = '019b76da-a800-724d-80b6-820a4daffd15'
  const events = service.client().followEvents({ after })
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'cursor_expired',
  })
})
