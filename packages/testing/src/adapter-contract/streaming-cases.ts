import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ContractCase } from '../contract/contract.ts'
import { openConnection } from '../http/raw-exchange.ts'
import { BOUNDARY, filePart, MULTIPART, rawForm, requestHead } from '../http/raw-http.ts'
import { HttpClient } from '../http-contract/http-client.ts'
import { eventually, standstillOf } from '../time/eventually.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

const MEBIBYTE = 1024 ** 2

/** Bytes that a client sends at a time. */
const PIECE = 65_536

/** Bytes that two kernels buffer for a connection on the loopback interface, plus some buffers of the adapter. */
const BUFFERED = 16 * MEBIBYTE

/** Whether the adapter passes on a body as it arrives, and no faster than the other side takes it. */
export const streamingCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'an upload is stored while it is sent',
    needs: ['connections'],
    async run(fixture) {
      const socket = await openConnection(fixture)
      const form = rawForm([filePart(Buffer.alloc(MEBIBYTE))])
      const lines = [`Content-Type: ${MULTIPART}`, `Content-Length: ${form.length}`]
      socket.write(`${requestHead(fixture, 'POST', '/assets', ...lines, 'Connection: close')}\r\n`)
      socket.write(form.subarray(0, 600_000))
      await eventually(async () => (await fixture.storedFiles()).length > 0, 'a begun file')
      assert.equal((await fixture.store.list()).total, 0)
      socket.write(form.subarray(600_000))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      assert.match(answer.toString(), /^HTTP\/1\.1 201 /)
      socket.destroy()
    },
  },
  {
    name: 'a client that sends is held back while the store is busy',
    needs: ['connections'],
    async run(fixture) {
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      fixture.script.scan = () => isReleased.then(() => 'accept')
      const parts = [400_000, 40 * MEBIBYTE].map((size, index) => {
        const [name = ''] = filePart('').header
        return { header: [name.replace('"file"', '"files[]"')], content: Buffer.alloc(size, index) }
      })
      const form = rawForm(parts)
      const lines = [`Content-Type: ${MULTIPART}`, `Content-Length: ${form.length}`]
      const socket = await openConnection(fixture)
      const head = requestHead(
        fixture,
        'POST',
        '/assets/bulk-upload',
        ...lines,
        'Connection: close',
      )
      socket.write(`${head}\r\n`)
      const answered = once(socket, 'data')
      let taken = 0
      const sending = (async () => {
        for (; taken < form.length; taken += PIECE) {
          const piece = form.subarray(taken, taken + PIECE)
          await new Promise((resolve) => socket.write(piece, resolve))
        }
      })()
      const standstill = await standstillOf(() => taken)
      assert(standstill < BUFFERED, `took ${standstill}`)
      release()
      await sending
      const [answer] = (await answered) as [Buffer]
      assert.match(answer.toString(), /^HTTP\/1\.1 201 /)
      socket.destroy()
    },
  },
  {
    name: 'a download is read no faster than its client takes it',
    needs: ['connections'],
    async run(fixture) {
      const { publicFileId } = await fixture.store.upload(Buffer.alloc(40 * MEBIBYTE))
      const socket = await openConnection(fixture)
      const path = `/files/${publicFileId}/content`
      socket.write(`${requestHead(fixture, 'GET', path, 'Connection: close')}\r\n`)
      const standstill = await standstillOf(fixture.bytesRead)
      assert(standstill < BUFFERED, `read ${standstill}`)
      let received = 0
      for await (const chunk of socket) received += chunk.length
      assert(received > 40 * MEBIBYTE)
      await eventually(async () => (await fixture.openFiles()).length === 0, 'open files')
    },
  },
  {
    name: 'twenty transfers at once keep their bytes apart',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(80_000, index))
      const assets = await Promise.all(contents.map((content) => client.upload(content)))
      const files = await Promise.all(
        assets.map(({ attributes }) => client.send('GET', attributes.url)),
      )
      for (const [index, { bytes }] of files.entries())
        assert(bytes.equals(contents[index] ?? bytes))
      assert(!contents.some((content) => content.includes(BOUNDARY)))
    },
  },
]
