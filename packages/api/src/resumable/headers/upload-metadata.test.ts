import { expect, it } from 'vitest'
import { UploadMetadata } from './upload-metadata.ts'

const REFUSED = expect.objectContaining({ status: 400 })

it('reads keys and values, empty ones too', () => {
  const metadata = new UploadMetadata('filename w6Q=, a  ,b YQ==,c!x YWI=')
  expect([...metadata.keys()]).toEqual(['filename', 'a', 'b', 'c!x'])
  expect(metadata.text('name', 'filename')).toBe('ä')
  expect(metadata.text('a', 'b')).toBe('a')
  expect(metadata.text('a')).toBeUndefined()
  expect([...new UploadMetadata(undefined).keys()]).toEqual([])
})

it.each([
  '',
  ',',
  'a,a',
  'a YQ==,a YQ==',
  'a YQ',
  'a Y===',
  'a YQ== x',
  'a YQ=,b',
  'ä YQ==',
  'a Y\u0000==',
])('refuses %j', (header) => {
  expect(() => new UploadMetadata(header)).toThrow(REFUSED)
})

it('refuses a value that is no UTF-8 only when it is asked for', () => {
  const metadata = new UploadMetadata('a /w==,b YQ==')
  expect(metadata.text('b')).toBe('a')
  expect(() => metadata.text('a')).toThrow(REFUSED)
})
