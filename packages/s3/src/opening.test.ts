import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { expect, it } from 'vitest'
import { s3 } from './blobs.ts'

it('a store that is opened and closed sends nothing to the service', async () => {
  const requests: string[] = []
  const service = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(501).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-opening-'))
  try {
    const { port } = service.address() as AddressInfo
    const files = s3({
      bucket: 'bucket',
      staging: directory,
      config: {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'test',
        forcePathStyle: true,
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    })
    const store = await openAssetStore({ directory, files, advanced: { sweepEveryMs: false } })
    expect((await store.list()).total).toBe(0)
    await store.close()
    expect(requests).toEqual([])
  } finally {
    service.closeAllConnections()
    service.close()
    await rm(directory, { recursive: true })
  }
})
