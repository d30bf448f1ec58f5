import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Staging } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'

/** Empty staging. */
export interface StagingFixture {
  /** An empty staging area. */
  readonly staging: Staging
}

/** What the `Staging` port promises, sentence by sentence. */
export const stagingContract: readonly ContractCase<StagingFixture>[] = [
  {
    name: 'write: appends the chunks of every call in order',
    async run({ staging }) {
      const file = await staging.create()
      const chunks = [0, 1, 70_000, 3, 500_000].map((size) => randomBytes(size))
      await file.write(chunks)
      await file.write([])
      await file.write([...chunks].reverse())
      const expected = Buffer.concat([...chunks, ...[...chunks].reverse()])
      assert.ok(expected.equals(await file.read({ start: 0, end: expected.byteLength })))
      await file.discard()
    },
  },
  {
    name: 'write: takes thousands of small chunks at once',
    async run({ staging }) {
      const file = await staging.create()
      const bytes = randomBytes(5000)
      await file.write(Array.from(bytes, (byte) => Uint8Array.of(byte)))
      assert.ok(bytes.equals(await file.read({ start: 0, end: 5000 })))
      await file.discard()
    },
  },
  {
    name: 'read: any window while the file is still being written, fewer bytes only at its end',
    async run({ staging }) {
      const file = await staging.create()
      const bytes = randomBytes(1000)
      await file.write([bytes.subarray(0, 600)])
      assert.ok(bytes.subarray(100, 200).equals(await file.read({ start: 100, end: 200 })))
      assert.ok(bytes.subarray(590, 600).equals(await file.read({ start: 590, end: 700 })))
      await file.write([bytes.subarray(600)])
      assert.ok(bytes.subarray(590, 700).equals(await file.read({ start: 590, end: 700 })))
      assert.equal((await file.read({ start: 1000, end: 1001 })).byteLength, 0)
      assert.equal((await file.read({ start: 5000, end: 6000 })).byteLength, 0)
      await file.discard()
    },
  },
  {
    name: 'stream: gives the window, as often as it is asked for',
    async run({ staging }) {
      const file = await staging.create()
      const bytes = randomBytes(1_500_000)
      await file.write([bytes])
      const windows = [
        { start: 0, end: bytes.byteLength },
        { start: 7, end: 1_400_000 },
        { start: 10, end: 10 },
      ]
      const bodies = await Promise.all(windows.map((window) => buffer(file.stream(window))))
      for (const [index, { start, end }] of windows.entries()) {
        assert.ok(bodies[index]?.equals(bytes.subarray(start, end)))
      }
      await file.discard()
    },
  },
  {
    name: 'stream: may be destroyed early, and the file is still whole',
    async run({ staging }) {
      const file = await staging.create()
      const bytes = randomBytes(1_500_000)
      await file.write([bytes])
      const stream = file.stream({ start: 0, end: bytes.byteLength })
      const closed = new Promise((resolve) => stream.once('close', resolve))
      stream.once('data', () => stream.destroy())
      await closed
      assert.ok(bytes.equals(await file.read({ start: 0, end: bytes.byteLength })))
      await file.discard()
    },
  },
  {
    name: 'create: files do not see each other',
    async run({ staging }) {
      const files = await Promise.all(Array.from({ length: 20 }, () => staging.create()))
      await Promise.all(files.map((file, index) => file.write([Uint8Array.of(index)])))
      for (const [index, file] of files.entries()) {
        assert.deepEqual([...(await file.read({ start: 0, end: 10 }))], [index])
      }
      await Promise.all(files.map((file) => file.discard()))
    },
  },
  {
    name: 'discard: may be called again, also at the same time',
    async run({ staging }) {
      const file = await staging.create()
      await file.write([randomBytes(10)])
      await Promise.all([file.discard(), file.discard()])
      await file.discard()
    },
  },
  {
    name: 'sweep: leaves files alone that this process still uses, and finds nothing once they are discarded',
    async run({ staging }) {
      const file = await staging.create()
      const bytes = randomBytes(10)
      await file.write([bytes])
      assert.equal(await staging.sweep(-60_000), 0)
      assert.ok(bytes.equals(await file.read({ start: 0, end: 10 })))
      assert.equal(await staging.sweep(-60_000, { keep: true }), 0)
      await file.discard()
      assert.equal(await staging.sweep(-60_000), 0)
    },
  },
]
