import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createNodeHandler } from '@stowage/node'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gallery } from './gallery.ts'

let temporary: TemporaryStore
let server: Server
let origin: string

beforeEach(async () => {
  temporary = await openTemporaryStore()
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await temporary.dispose()
})

async function serve(path: string): Promise<void> {
  const handler = createNodeHandler(temporary.store, { page: gallery({ path }), path: '/media' })
  server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.each([
  ['/', '/media', './media/?picker=1'],
  ['/gallery', '/media/gallery', './gallery/?picker=1'],
])('a gallery at %s', (path, url, location) => {
  it('is found without its slash', async () => {
    await serve(path)
    const answer = await fetch(`${origin}${url}?picker=1`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
  })

  it('has every file that it names, and the API where it says', async () => {
    await serve(path)
    const page = await fetch(`${origin}${url}/`)
    expect(page.headers.get('content-encoding')).toBe('gzip')
    const html = await page.text()
    const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file]) => file)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const { status, headers } = await fetch(`${origin}${url}/${file}`)
      const cached = headers.get('cache-control')
      expect([file, status, cached]).toEqual([file, 200, expect.stringContaining('immutable')])
    }
    const [, api = ''] = /api&quot;:&quot;([^&]+)&quot;/.exec(html) ?? []
    const live = new URL(`${api}/api/v1/health/live`, page.url)
    expect((await fetch(live)).status).toBe(204)
  })
})
