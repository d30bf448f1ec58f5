import { expect, test } from 'vitest'
import { attemptOf, newUpload } from './upload.ts'

test('each attempt at a file has one key and goes to its folder, and no other file has that key', () => {
  const chosen = { file: new File(['x'], 'a.txt'), folders: [] }
  const into = { folderId: null, label: 'Files' }
  const [first, second] = [newUpload(chosen, into), newUpload(chosen, into)]
  const attempt = attemptOf(first, 'a folder')
  expect(attempt.idempotencyKey).toMatch(/^\w{8,}-\d+$/)
  expect(attempt.fields).toEqual({ folder_id: 'a folder' })
  expect(attemptOf(first, 'a folder')).toEqual(attempt)
  expect(attemptOf(second, null).idempotencyKey).not.toBe(attempt.idempotencyKey)
  expect(attemptOf(second, null).fields).toBeUndefined()
})
