import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../client/client.ts'
import { type Service, startService } from '../testing/service.fixture.ts'
import { pathOf } from './resource-path.ts'

const ID = '018f0000-0000-7000-8000-000000000000'
const FILE = new Blob(['x'])

const WRONG = ['', '.', '..', '../keys', '%2e%2e', `${ID}/`, `${ID}?x`, `${ID}#`, ` ${ID}`, 'a\n']

/** Every call that names a resource by its id. */
const CALLS: Readonly<Record<string, (client: Client, id: string) => Promise<unknown>>> = {
  get: (client, id) => client.get(id),
  update: (client, id) => client.update(id, {}),
  replaceContent: (client, id) => client.replaceContent(id, FILE),
  copy: (client, id) => client.copy(id),
  content: (client, id) => client.content(id),
  'folders.get': ({ folders }, id) => folders.get(id),
  'folders.update': ({ folders }, id) => folders.update(id, {}),
  'folders.delete': ({ folders }, id) => folders.delete(id),
  'keys.revoke': ({ keys }, id) => keys.revoke(id),
  'jobs.retry': ({ jobs }, id) => jobs.retry(id),
  'jobs.discard': ({ jobs }, id) => jobs.discard(id),
  'webhooks.get': ({ webhooks }, id) => webhooks.get(id),
  'webhooks.update': ({ webhooks }, id) => webhooks.update(id, {}),
  'webhooks.delete': ({ webhooks }, id) => webhooks.delete(id),
  'webhooks.rotate': ({ webhooks }, id) => webhooks.rotate(id),
  'webhooks.ping': ({ webhooks }, id) => webhooks.ping(id),
  'webhooks.replay': ({ webhooks }, id) => webhooks.replay(id, '2026-01-01'),
  'webhooks.deliveries': ({ webhooks }, id) => webhooks.deliveries(id),
  'webhooks.retry': ({ webhooks }, id) => webhooks.retry(ID, id),
}

describe('pathOf', () => {
  it('takes the ids that the service gives', () => {
    expect(pathOf('assets', ID)).toBe(`/assets/${ID}`)
    expect(pathOf('files', ID.toUpperCase())).toBe(`/files/${ID.toUpperCase()}`)
    expect(pathOf('keys', 'aZ0123456789')).toBe('/keys/aZ0123456789')
  })
})

describe('an id that is none', () => {
  let service: Service

  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.close())

  it.each(Object.keys(CALLS))('is refused by %s before anything is sent', async (name) => {
    const call = CALLS[name]
    for (const id of [...WRONG, undefined, 7, ['..']]) {
      const calling = call?.(service.client(), id as string)
      await expect(calling).rejects.toThrow(TypeError)
      await expect(calling).rejects.toThrow('Nothing was requested.')
    }
    expect(service.requests).toHaveLength(0)
  })
})
