import { describe, expect, it } from 'vitest'
import { checkOptions, group, type OptionChecks, required } from './check-options.ts'
import { callback, either, flag, having, integer, oneOf, path, text } from './checks.ts'
import { pickOptions } from './pick-options.ts'
import { withDefaults } from './with-defaults.ts'

interface Options {
  readonly directory: string
  readonly name?: string
  readonly size?: number
  readonly every?: number | false
  readonly quiet?: boolean
  readonly mode?: 'fast' | 'safe'
  readonly limits?: { readonly fileSize?: number; readonly files: number }
  readonly hook?: () => void
  readonly port?: { read(): void }
}

const CHECKS: OptionChecks<Options> = {
  directory: required(path),
  name: text,
  size: integer(1, 10),
  every: either(false, integer(1)),
  quiet: flag,
  mode: oneOf('fast', 'safe'),
  limits: group<NonNullable<Options['limits']>>({
    fileSize: integer(1),
    files: required(integer(1)),
  }),
  hook: callback,
  port: having('a port', 'read'),
}

const directory = 'a'

describe('checkOptions', () => {
  it('lets pass what is of the documented form, and what is undefined', () => {
    checkOptions('open', { directory }, CHECKS)
    checkOptions('open', { directory, name: undefined, size: 10, every: false }, CHECKS)
    checkOptions('open', { directory, limits: { files: 1, fileSize: undefined } }, CHECKS)
    checkOptions('open', Object.assign(Object.create(null), { directory }), CHECKS)
  })

  it.each([
    [
      undefined,
      'directory',
      'directory is missing. It must be a path: a string, not empty, without NUL.',
    ],
    [null, 'options', 'options must be an object of options for open, not null.'],
    ['./media', 'options', 'options must be an object of options for open, not a string.'],
    [
      Promise.resolve(),
      'options',
      'options must be an object of options for open, not a promise. Await it: options must be what the promise resolves to.',
    ],
    [{ directory: '' }, 'directory', /not an empty string/],
    [{ directory: 'a\0' }, 'directory', /NUL/],
    [
      { directory, name: '' },
      'name',
      'name must be a string with at least one character, not an empty string.',
    ],
    [{ directory, size: 11 }, 'size', 'size must be a whole number from 1 to 10, not 11.'],
    [{ directory, size: '5' }, 'size', /not a string/],
    [{ directory, size: null }, 'size', /not null/],
    [{ directory, size: 1.5 }, 'size', /not 1\.5/],
    [{ directory, every: true }, 'every', 'every must be a whole number from 1, not true.'],
    [{ directory, quiet: 'yes' }, 'quiet', /true or false/],
    [{ directory, mode: 'Fast' }, 'mode', `mode must be 'fast' or 'safe', not "Fast".`],
    [{ directory, hook: {} }, 'hook', 'hook must be a function, not an object.'],
    [{ directory, hook: Promise.resolve() }, 'hook', /Await it/],
    [{ directory, port: () => ({}) }, 'port', /Call it, as in `port\(\)`/],
    [
      { directory, port: class Port {} },
      'port',
      /a port, not a class\. Make one, as in `new Port\(\)`/,
    ],
    [{ directory, port: {} }, 'port', 'port must be a port, not an object.'],
    [{ directory, limits: 5 }, 'limits', 'limits must be an object with fileSize, files, not 5.'],
    [{ directory, limits: [] }, 'limits', /not an array/],
    [{ directory, limits: {} }, 'limits.files', /is missing/],
    [{ directory, limits: { files: 0 } }, 'limits.files', /from 1, not 0/],
    [{ directry: 'a' }, 'directry', 'open has no option directry. Did you mean directory?'],
    [{ directory, fileSize: 5 }, 'fileSize', /Did you mean limits\.fileSize\?/],
    [
      { directory, limits: { file: 1 } },
      'limits.file',
      /limits has no option file\. Did you mean files\?/,
    ],
    [{ dir: 'a' }, 'dir', /Did you mean directory\?/],
    [{ directory, maxFileSize: 1 }, 'maxFileSize', /Did you mean limits\.fileSize\?/],
    [{ directory, scan: 1 }, 'scan', /has no option scan\. It belongs to openAssetStore\./],
    [{ path: 'a' }, 'path', 'open has no option path. Did you mean directory?'],
    [
      { directory, mount: '/a' },
      'mount',
      /has no option mount\. It belongs to createNodeHandler\. /,
    ],
    [{ directory, images: 1 }, 'images', /has no option images\. It belongs to openAssetStore\./],
    [{ directory, cors: {} }, 'cors', /belongs to the handler that serves the store/],
    [
      { setHeader() {}, writeHead() {} },
      'store',
      'open was passed as a handler itself. Call it: open(store).',
    ],
    [{ directory, entirely: 1 }, 'entirely', /has no option entirely\. It has directory, name, /],
    [{ directory, toString: 1 }, 'toString', /has no option toString/],
  ])('refuses %j, naming %s', (options, argument, message) => {
    expect(() => checkOptions('open', options, CHECKS)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument },
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    )
  })

  it('names all that is wrong in one error, groups too', () => {
    const options = { directory: '', limits: { fileSize: 0, files: 'two' }, quite: true }
    expect(() => checkOptions('open', options, CHECKS)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument: 'quite' },
        message: `4 options of open are wrong:
- open has no option quite. Did you mean quiet?
- directory must be a path: a string, not empty, without NUL, not an empty string.
- limits.fileSize must be a whole number from 1, not 0.
- limits.files must be a whole number from 1, not a string.`,
      }),
    )
  })

  it('has a table that names every option, and no other, as required as the type has it', () => {
    const { name, ...others } = CHECKS
    // @ts-expect-error: `name` is missing.
    const short: OptionChecks<Options> = others
    // @ts-expect-error: `directory` must be given.
    const loose: OptionChecks<Options> = { ...CHECKS, directory: path }
    // @ts-expect-error: `name` may be left out.
    const strict: OptionChecks<Options> = { ...CHECKS, name: required(text) }
    // @ts-expect-error: there is no `other`.
    const long: OptionChecks<{ readonly name?: string }> = { name, other: text }
    expect([short, loose, strict, long]).toHaveLength(4)
  })
})

describe('pickOptions', () => {
  it('gives the options of a table, without what is undefined', () => {
    const options = { directory, quiet: undefined, other: 1 }
    expect(pickOptions<Options>(options as unknown as Options, CHECKS)).toEqual({ directory })
  })
})

describe('withDefaults', () => {
  it('takes undefined for not given', () => {
    expect(withDefaults({ a: 1, b: 2 }, { a: undefined, b: 3 })).toEqual({ a: 1, b: 3 })
    expect(withDefaults({ a: 1 }, undefined)).toEqual({ a: 1 })
  })

  it('takes what is inherited, as the checks do', () => {
    expect(withDefaults({ a: 1, b: 2 }, Object.create({ a: 3 }))).toEqual({ a: 3, b: 2 })
  })
})
