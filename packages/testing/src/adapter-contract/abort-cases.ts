import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { ContractCase } from '../contract/contract.ts'
import { openConnection } from '../http/raw-exchange.ts'
import { filePart, MULTIPART, rawForm, requestHead } from '../http/raw-http.ts'
import { eventually } from '../time/eventually.ts'
import type { AdapterFixture } from './adapter-fixture.ts'
import { assertNothingLeft } from './nothing-left.ts'

const FORM = rawForm([filePart(Buffer.alloc(1024 ** 2))])

/** The ways in which a client disconnects. */
const LEAVES: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['closes the connection', (socket) => void socket.destroy()],
  ['ends its side too early', (socket) => void socket.resume().end()],
]

/** A connection that has sent the first bytes of an upload. */
async function beginUpload(fixture: AdapterFixture, bytes: number): Promise<Socket> {
  const socket = await openConnection(fixture)
  const lines = [`Content-Type: ${MULTIPART}`, `Content-Length: ${FORM.length}`]
  socket.write(`${requestHead(fixture, 'POST', '/assets', ...lines)}\r\n`)
  socket.write(FORM.subarray(0, bytes))
  return socket
}

/** A request whose client has gone leaves nothing, at once. */
export const abortCases: readonly ContractCase<AdapterFixture>[] = [
  ...LEAVES.map(([leaves, leave]) => ({
    name: `nothing is left of an upload whose client ${leaves}`,
    needs: ['connections'] as const,
    async run(fixture: AdapterFixture) {
      const socket = await beginUpload(fixture, 600_000)
      await eventually(async () => (await fixture.storedFiles()).length > 0, 'a begun file')
      leave(socket)
      await assertNothingLeft(fixture)
      socket.destroy()
    },
  })),
  {
    name: 'nothing is left of an upload whose client leaves while it waits for the answer',
    needs: ['connections'],
    async run(fixture) {
      let isScanning = false
      let release = () => {}
      fixture.script.scan = () => {
        isScanning = true
        return new Promise((resolve) => {
          release = () => resolve('accept')
        })
      }
      const socket = await beginUpload(fixture, FORM.length)
      await eventually(() => isScanning, 'the scan')
      socket.resetAndDestroy()
      await eventually(async () => (await fixture.connections?.()) === 0, 'the connection to close')
      release()
      await assertNothingLeft(fixture)
    },
  },
  {
    name: 'the file of a download is closed when its client leaves',
    needs: ['connections'],
    async run(fixture) {
      const { publicFileId } = await fixture.store.upload(Buffer.alloc(24 * 1024 ** 2))
      const socket = await openConnection(fixture)
      socket.write(`${requestHead(fixture, 'GET', `/files/${publicFileId}/content`)}\r\n`)
      await once(socket, 'readable')
      socket.resetAndDestroy()
      await eventually(async () => (await fixture.openFiles()).length === 0, 'open files')
      assert.deepEqual(fixture.errors, [])
      assert((await fixture.store.read((await fixture.store.list()).assets[0]?.id ?? '')).size > 0)
    },
  },
]
