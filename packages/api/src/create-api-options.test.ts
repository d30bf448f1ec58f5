import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import { createApi } from './create-api.ts'

/** As plain JavaScript calls it. */
const create = createApi as (store: unknown, options?: unknown) => unknown

function refusal(argument: string, message: RegExp): Error {
  return expect.objectContaining({
    code: 'invalid_argument',
    context: { argument },
    message: expect.stringMatching(message),
  })
}

describe('createApi, the store', () => {
  it.each<[unknown, RegExp]>([
    [undefined, /store is missing.*openAssetStore/],
    [null, /not null/],
    [{}, /an open asset store/],
    [Promise.resolve({}), /not a promise\. Await it/],
    [() => {}, /not a function/],
    [{ directory: './media' }, /await openAssetStore/],
  ])('is refused when it is %o', (store, message) => {
    expect(() => create(store)).toThrow(refusal('store', message))
  })
})

describe('createApi, options', () => {
  const notWhole = [0, -1, 1.5, Number.POSITIVE_INFINITY, Number.NaN, null]
  it.each<[object, string, RegExp]>([
    ...notWhole.map((parts): [object, string, RegExp] => [
      { limits: { parts } },
      'limits.parts',
      /a whole number from 1/,
    ]),
    [{ limits: { idleTimeout: 2 ** 31 } }, 'limits.idleTimeout', /to 2147483647/],
    [{ limits: { concurrentUploadsPerKey: 0 } }, 'limits.concurrentUploadsPerKey', /from 1/],
    [{ limits: { partHeader: 16 * 1024 + 1 } }, 'limits.partHeader', /to 16384/],
    [{ limits: { fileSize: 1 } }, 'limits.fileSize', /limits has no option fileSize/],
    [{ page: () => {} }, 'page', /a page, such as gallery\(\), not a function/],
    [{ page: { paths: ['/'] } }, 'page', /a page, such as gallery/],
    [{ page: { paths: ['page'], answer() {} } }, 'page', /a page, such as gallery/],
    [{ page: { paths: ['/api/v1/assets'], answer() {} } }, 'page', /a page, such as gallery/],
    [{ cors: true }, 'cors', /such as \{ origins: \['https:/],
    [{ cors: {} }, 'cors.origins', /missing/],
    [{ cors: { origins: true } }, 'cors.origins', /an array of origins/],
    [{ cors: { origins: 'https://a.example' } }, 'cors.origins', /an array of origins/],
    [{ cors: { origins: ['a.example'] } }, 'cors.origins[0]', /such as https:/],
    [
      { cors: { origins: ['https://a.example', 'https://b.example/'] } },
      'cors.origins[1]',
      /Write 'https:\/\/b\.example'/,
    ],
    [{ cors: { origins: ['https://a.example/app'] } }, 'cors.origins[0]', /no path/],
    [{ cors: { origins: ['https://A.example'] } }, 'cors.origins[0]', /Write 'https:\/\/a\./],
    [
      { cors: { origins: ['https://a.example:443'] } },
      'cors.origins[0]',
      /Write 'https:\/\/a\.example'/,
    ],
    [{ cors: { origins: ['https://*.example'] } }, 'cors.origins[0]', /wildcard/],
    [{ cors: { origins: '*', maxAge: '1h' } }, 'cors.maxAge', /whole number/],
    [
      { cors: { origins: ['https://a.example'], credentials: 'yes' } },
      'cors.credentials',
      /true or/,
    ],
    [
      { cors: { origins: '*', credentials: true } },
      'cors.credentials',
      /has '\*'.*List the origins/,
    ],
    [
      { cors: { origins: ['https://a.example', '*'], credentials: true } },
      'cors.credentials',
      /has '\*'/,
    ],
    [
      { cors: { origins: ['https://a.example', 'null'], credentials: true } },
      'cors.credentials',
      /has 'null'/,
    ],
    [{ cors: { origins: '*', allowedHeaders: 'X-A' } }, 'cors.allowedHeaders', /an array of names/],
    ...['', '*', 'X-A, X-B', 'X A', 'X-A:', 'X-A\r\nY: z', 5].map(
      (header): [object, string, RegExp] => [
        { cors: { origins: '*', allowedHeaders: ['X-Fine', header] } },
        'cors.allowedHeaders[1]',
        /the name of one header/,
      ],
    ),
    [
      { cors: { origins: '*', exposedHeaders: ['*'] } },
      'cors.exposedHeaders[0]',
      /the name of one header/,
    ],
    [{ baseUrl: 'example.com' }, 'baseUrl', /Begin it with https/],
    [{ baseUrl: '/media' }, 'baseUrl', /Begin it with https/],
    [{ baseUrl: new URL('https://example.com') }, 'baseUrl', /an absolute URL.*not an object/],
    [{ baseUrl: 'https://example.com/?a=b' }, 'baseUrl', /query/],
    [{ baseUrl: 'https://example.com/api/v1/' }, 'baseUrl', /before \/api\/v1/],
    [{ authenticate: 'key' }, 'authenticate', /a function/],
    [{ realm: '' }, 'realm', /at least one character, not an empty string/],
    [{ access: 'private' }, 'access', /'key' or 'public'/],
    [{ filesMaxAgeSeconds: -1 }, 'filesMaxAgeSeconds', /from 0/],
    [{ crossOriginResourcePolicy: 'none' }, 'crossOriginResourcePolicy', /'same-origin'/],
    [{ publicDescription: 'yes' }, 'publicDescription', /true or false/],
    [{ onError: {} }, 'onError', /a function/],
    [{ logger: { info: console.log } }, 'logger', /a logger, such as pino\(\)/],
    [{ serverTiming: 'yes' }, 'serverTiming', /true or false/],
    [{ delivery: 'redirect' }, 'delivery', /\{ redirect: \{\} \}/],
    [{ delivery: {} }, 'delivery', /x-accel-redirect/],
    [{ delivery: { accel: 'nginx' } }, 'delivery.accel', /'x-accel-redirect' or 'x-sendfile'/],
    [
      { delivery: { accel: 'x-accel-redirect', location: 'inner/' } },
      'delivery.location',
      /, not "inner\/"/,
    ],
    ...['/inner', '/', '/a b/', '/a/\r\nx: y/', 5].map((location): [object, string, RegExp] => [
      { delivery: { accel: 'x-accel-redirect', location } },
      'delivery.location',
      /begins and ends with a slash/,
    ]),
    [{ delivery: { accel: 'x-sendfile' } }, 'delivery.directory', /missing/],
    [{ delivery: { accel: 'x-sendfile', directory: 'media' } }, 'delivery.directory', /absolute/],
    [
      { delivery: { accel: 'x-accel-redirect', directory: '/m' } },
      'delivery.directory',
      /has no option directory/,
    ],
    [{ delivery: { redirect: true } }, 'delivery.redirect', /an object with expiresIn/],
    [
      { delivery: { redirect: { expiresIn: 604_801 } } },
      'delivery.redirect.expiresIn',
      /to 604800/,
    ],
    [{ corss: {} }, 'corss', /createApi has no option corss\. Did you mean cors\?/],
    [{ origins: '*' }, 'origins', /Did you mean cors\.origins\?/],
  ])('refuses %j', async (options, argument, message) => {
    const { store } = await createApiFixture()
    expect(() => create(store, options)).toThrow(refusal(argument, message))
  })

  it('takes every form that is documented', async () => {
    const { store } = await createApiFixture()
    for (const options of [
      { cors: { origins: '*' } },
      { cors: { origins: ['*', 'null', 'http://localhost:5173', 'capacitor://localhost'] } },
      {
        cors: {
          origins: ['https://a.example'],
          credentials: true,
          allowedHeaders: ['X-CSRF-Token'],
          exposedHeaders: [],
          maxAge: 0,
        },
      },
      { baseUrl: 'HTTPS://example.com:8443/media/' },
      { limits: { concurrentUploadsPerKey: null, parts: undefined } },
      { delivery: { redirect: {} } },
      { delivery: { accel: 'x-sendfile', directory: '/srv/media' } },
      { authenticate: undefined },
    ]) {
      expect(() => create(store, options)).not.toThrow()
    }
  })
})
