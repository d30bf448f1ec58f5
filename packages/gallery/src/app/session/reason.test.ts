import type { ApiClientError } from '@stowage/client'
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../words/language.ts'
import { reasonFor } from './reason.ts'

beforeEach(() => setLanguage('en'))

const refused = (code: string, meta?: object) =>
  Object.assign(new Error('A sentence for programs.'), {
    name: 'ApiClientError',
    code,
    errors: [{ meta }],
  }) as unknown as ApiClientError

test('says in the words of the page what the service has refused', async () => {
  expect(reasonFor(refused('folder_exists'))).toBe('There is already a folder of this name.')
  await setLanguage('de')
  expect(reasonFor(refused('type_not_allowed'))).toBe('Dateien dieser Art sind nicht erlaubt.')
})

test('names the size that is allowed, where the service names it', () => {
  const tooLarge = (meta?: object) => reasonFor(refused('file_too_large', meta))
  expect(tooLarge({ limit: 16_000_000 })).toBe(
    'The file is larger than 16 MB, the most that is allowed.',
  )
  expect(tooLarge()).toBe('The file is larger than allowed.')
})

test('of anything else it gives the code, and no sentence of the service', () => {
  expect(reasonFor(refused('resource_mismatch'))).toBe(
    'That did not work (resource_mismatch). Reload the page and try again.',
  )
})
