import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { of } from './ledger.ts'
import { retryAll, upload } from './queue.ts'

const PATIENCE = { timeout: 60_000 }

const sent: string[] = []
let isCut = true

vi.mock('../session/session.ts', () => ({
  session: signal({ status: 'ready' }),
  noteFailure: () => false,
  client: () => ({
    async upload({ name }: File, { idempotencyKey }: { readonly idempotencyKey: string }) {
      sent.push(`${name} ${idempotencyKey}`)
      if (isCut) throw new Error('The answer was lost.')
      return { id: name }
    },
  }),
}))
vi.mock('./show-stored.ts', () => ({ showStored() {} }))

test('each attempt at a file has the key of the first, and no other file has it', async () => {
  const files = ['a', 'b'].map((name) => ({ file: new File(['x'], name), folders: [] }))
  await upload(files, { folderId: null, label: 'Files' })
  await vi.waitUntil(() => of('failed').size === 2, PATIENCE)
  isCut = false
  retryAll()
  await vi.waitUntil(() => of('stored').size === 2, PATIENCE)
  const [first, second, ...again] = sent
  expect(again).toEqual([first, second])
  expect(first?.split(' ')[1]).not.toBe(second?.split(' ')[1])
})
