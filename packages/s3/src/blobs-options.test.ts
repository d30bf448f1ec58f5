import { S3Client } from '@aws-sdk/client-s3'
import { describe, expect, it } from 'vitest'
import { s3 } from './blobs.ts'

describe('s3, options', () => {
  const needed = { bucket: 'media', staging: './staging' }
  it.each<[unknown, string, RegExp]>([
    [undefined, 'bucket', /missing/],
    [{ ...needed, bucket: '' }, 'bucket', /at least one character/],
    [{ bucket: 'media' }, 'staging', /staging is missing/],
    [{ ...needed, prefix: '/media' }, 'prefix', /no slash at its start.*, not "\/media"/],
    [{ ...needed, prefix: 'a//b' }, 'prefix', /no empty part/],
    [{ ...needed, prefix: 5 }, 'prefix', /such as media\//],
    [{ ...needed, client: S3Client }, 'client', /new S3Client\(\)/],
    [{ ...needed, config: new S3Client({ region: 'x' }) }, 'config', /options for S3Client/],
    [{ ...needed, client: new S3Client({ region: 'x' }), config: {} }, 'config', /one of them/],
    [{ ...needed, region: 'x' }, 'region', /no option region\. Did you mean config\.region\?/],
    [{ ...needed, path: 'media/' }, 'path', /Did you mean prefix\?/],
  ])('refuses %j', (options, argument, message) => {
    expect(() => s3(options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument },
        message: expect.stringMatching(message),
      }),
    )
  })
})
