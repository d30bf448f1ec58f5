import { describe, expect, it } from 'vitest'
import { locationOf } from './location.ts'
import { s3LocationOf } from './s3-url.ts'

describe('the place', () => {
  it.each([
    [{}, {}, { kind: 'local', directory: './media', isDirectoryGiven: false }],
    [
      {},
      { STOWAGE_DIRECTORY: '/srv' },
      { kind: 'local', directory: '/srv', isDirectoryGiven: true },
    ],
    [{ directory: 'a' }, { STOWAGE_URL: 'http://x' }, { kind: 'local', directory: 'a' }],
    [
      {},
      { STOWAGE_URL: 'http://x/', STOWAGE_KEY: 'k' },
      { kind: 'server', url: 'http://x', key: 'k' },
    ],
    [
      { url: 'https://y/api/v1/' },
      { STOWAGE_DIRECTORY: 'a' },
      { kind: 'server', url: 'https://y' },
    ],
    [
      { key: 'k' },
      { STOWAGE_URL: 'http://x', STOWAGE_DIRECTORY: 'a' },
      { kind: 'server', key: 'k' },
    ],
    [{ tenant: 't' }, { STOWAGE_POSTGRES: 'p' }, { kind: 'local', postgres: 'p', tenant: 't' }],
    [{ tenant: 't' }, { STOWAGE_URL: 'http://x' }, { kind: 'local', tenant: 't' }],
    [
      { postgres: 'p' },
      { STOWAGE_DIRECTORY: 'a', STOWAGE_S3: 's3://b' },
      { directory: 'a', s3: 's3://b' },
    ],
  ])('of %j with %j', (given, env, location) => {
    expect(locationOf(given, env)).toMatchObject(location)
  })

  it.each([
    [{ url: 'http://x', tenant: 't' }, {}, /--tenant/],
    [{ url: 'x' }, {}, /must begin with/],
    [{ key: 'k' }, {}, /--url/],
    [{}, { STOWAGE_URL: 'http://x', STOWAGE_DIRECTORY: 'a' }, /both set/],
  ])('refuses %j with %j', (given, env, words) => {
    expect(() => locationOf(given, env)).toThrow(words)
  })
})

describe('--s3', () => {
  it.each([
    ['s3://bucket', { bucket: 'bucket', prefix: undefined, endpoint: undefined }],
    ['s3://bucket/a/b?region=eu-central-1', { prefix: 'a/b/', region: 'eu-central-1' }],
    [
      'http://127.0.0.1:9000/bucket/a/',
      { bucket: 'bucket', prefix: 'a/', endpoint: 'http://127.0.0.1:9000' },
    ],
  ])('reads %s', (text, location) => {
    expect(s3LocationOf(text)).toMatchObject(location)
  })

  it.each(['bucket', 'ftp://x/y', 'https://host', 's3://', 'https://key:secret@host/bucket'])(
    'refuses %s',
    (text) => {
      expect(() => s3LocationOf(text)).toThrow()
    },
  )
})
