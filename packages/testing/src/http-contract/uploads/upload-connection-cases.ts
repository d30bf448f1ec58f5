import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { filePart, openSocket, rawForm, uploadHead } from '../../http/raw-http.ts'
import { clientOf } from '../http-client.ts'

/** Uploads whose client disconnects, and concurrent uploads. */
export const uploadConnectionCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a client that goes away before the end leaves nothing',
    needs: ['sockets'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const form = rawForm([filePart(Buffer.alloc(600_000, 'x'))])
      for (const share of [0, 0.5, 1]) {
        const socket = await openSocket(fixture)
        const sent = Math.floor((form.length - 1) * share)
        const head = uploadHead(fixture, client.key, form.length)
        await new Promise((resolve) => {
          socket.write(Buffer.concat([Buffer.from(head), form.subarray(0, sent)]), resolve)
        })
        socket.destroy()
      }
      // A later upload shows that the earlier one has been dealt with.
      await client.upload('after')
      assert.equal(await client.total(), before + 1)
    },
  },
  {
    name: 'a client that goes away after the last byte leaves one whole asset, or nothing',
    needs: ['sockets'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const form = rawForm([filePart('complete')])
      const socket = await openSocket(fixture)
      await new Promise((resolve) => {
        socket.write(
          Buffer.concat([Buffer.from(uploadHead(fixture, client.key, form.length)), form]),
          resolve,
        )
      })
      socket.destroy()
      await client.upload('after')
      const { data, meta } = await client.list('?per_page=2')
      assert(meta.total === before + 1 || meta.total === before + 2)
      for (const { attributes } of data.slice(0, meta.total - before)) {
        const { status, bytes } = await client.send('GET', attributes.url)
        assert.deepEqual([status, bytes.length], [200, attributes.size])
      }
    },
  },
  {
    name: 'two hundred uploads at once are two hundred assets',
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const names = Array.from({ length: 200 }, (_, index) => `${index}.txt`)
      const assets = await Promise.all(
        names.map((name) => client.upload(`content of ${name}`, name)),
      )
      assert.equal(new Set(assets.map(({ id }) => id)).size, 200)
      assert.deepEqual(
        assets.map(({ attributes }) => attributes.name),
        names,
      )
      assert.equal(await client.total(), before + 200)
    },
  },
]
