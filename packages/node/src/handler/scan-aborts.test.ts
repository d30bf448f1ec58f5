import { once } from 'node:events'
import type { ScanVerdict } from '@stowage/core'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, type RawConnection } from '../testing/raw-connection.ts'
import { type Serving, serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

/** More than is kept in memory. */
const STAGED = 300 * 1024
const PART = '--b\r\nContent-Disposition: form-data; name="files[]"; filename="a"\r\n\r\n'

let temporary: TemporaryStore
let serving: Serving
let endScan: (verdict: ScanVerdict) => void

afterEach(async () => {
  await serving.close()
  await temporary.dispose()
})

/** An upload whose first file is being scanned when this resolves, its second announced. */
async function begin(): Promise<RawConnection> {
  let scanning = () => {}
  const begun = new Promise<void>((resolve) => {
    scanning = resolve
  })
  const verdict = new Promise<ScanVerdict>((resolve) => {
    endScan = resolve
  })
  temporary = await openTemporaryStore({
    scan: () => {
      scanning()
      return verdict
    },
  })
  serving = await serve(createNodeHandler(temporary.store))
  const connection = await connectRaw(serving.port)
  const head = [
    'POST /api/v1/assets/bulk-upload HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${temporary.key}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 400000',
    '\r\n',
  ]
  connection.send(`${head.join('\r\n')}${PART}${'x'.repeat(STAGED)}\r\n${PART}`)
  await begun
  return connection
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(temporary.openFiles).toEqual([])
  await expect.poll(temporary.storedFiles).toEqual([])
  expect((await temporary.store.list()).total).toBe(0)
}

describe('an upload whose file is being scanned', () => {
  it.each<ScanVerdict>(['accept', 'wait', { reject: 'infected' }])(
    'leaves nothing when its client leaves before the scan says %j',
    async (verdict) => {
      const { socket } = await begin()
      expect(await temporary.openFiles()).not.toEqual([])
      socket.resetAndDestroy()
      await expect.poll(serving.open).toBe(0)
      endScan(verdict)
      await expectNothingLeft()
    },
  )

  it('leaves nothing when its form turns out broken behind the file', async () => {
    const connection = await begin()
    connection.send('\r\n--b broken')
    endScan('accept')
    expect(await connection.until('malformed_request')).toMatch(/^HTTP\/1\.1 400 /)
    connection.socket.end()
    await once(connection.socket, 'close')
    await expectNothingLeft()
  })
})
