import { expect, it } from 'vitest'
import { isModuleMissing } from './libraries-unavailable.ts'

/** What Node says of a module that it did not find, or could not open. */
const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app/index.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })

it('a module is missing when it is not on the disk, and not when Node could not open it', () => {
  expect(isModuleMissing(notFound('no-such-package'))).toBe(true)
  expect(isModuleMissing(notFound('/not/there.js'))).toBe(true)
  expect(isModuleMissing(notFound('file:///not/there.js'))).toBe(true)
  expect(isModuleMissing(notFound('file-type'))).toBe(false)
  expect(isModuleMissing(notFound(import.meta.filename))).toBe(false)
  expect(isModuleMissing(notFound(import.meta.url))).toBe(false)
  expect(isModuleMissing(new Error('Cannot find package'))).toBe(false)
})
