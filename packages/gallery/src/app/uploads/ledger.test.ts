import { beforeEach, expect, test } from 'vitest'
import {
  add,
  firstUploads,
  of,
  progress,
  remove,
  setSent,
  setState,
  uploadCount,
} from './ledger.ts'
import { newUpload, type Upload } from './upload.ts'

const uploads: Upload[] = []

beforeEach(() => {
  for (const upload of uploads.splice(0)) remove(upload)
  for (const size of [10, 20, 30]) {
    const file = new File([new Uint8Array(size)], `${size}.txt`)
    uploads.push(newUpload({ file, folders: [] }, { folderId: null, label: '' }))
  }
  for (const upload of uploads) add(upload)
})

const names = (most: number) => firstUploads(most).map(({ file }) => file.name)

test('sums follow each change', () => {
  const [first, second] = uploads as [Upload, Upload]
  setState(first, { kind: 'sending', isStalled: false })
  setSent(first, 4)
  expect(progress.value).toMatchObject({ sending: 1, waiting: 2, bytes: { sent: 4, total: 60 } })
  setState(second, { kind: 'failed', reason: 'too large' })
  expect(progress.value).toMatchObject({ failed: 1, running: true, bytes: { sent: 4, total: 40 } })
  setState(second, { kind: 'waiting' }, 0)
  remove(first)
  expect(progress.value).toMatchObject({ sending: 0, waiting: 2, bytes: { sent: 0, total: 50 } })
  expect(uploadCount.value).toBe(2)
})

test('what runs and what failed comes first', () => {
  const [first, second, third] = uploads as [Upload, Upload, Upload]
  setState(third, { kind: 'sending', isStalled: false })
  setState(first, { kind: 'cancelled' })
  setState(second, { kind: 'failed', reason: 'too large' })
  expect([names(3), names(1)]).toEqual([['30.txt', '20.txt', '10.txt'], ['30.txt']])
  expect(of('waiting').size).toBe(0)
})
