import { describe, expect, it } from 'vitest'
import { StowageError } from '../../errors/stowage-error.ts'
import { sqliteFailure, toStoreError } from './failure.ts'

const ofBetterSqlite = (code: string) => Object.assign(new Error(code), { code })
const ofNode = (errcode: number) =>
  Object.assign(new Error('failed'), { code: 'ERR_SQLITE_ERROR', errcode })

describe('sqliteFailure', () => {
  // The extended codes are those of https://sqlite.org/rescode.html.
  it.each([
    ['SQLITE_BUSY', 5, 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 517, 'busy'],
    ['SQLITE_LOCKED_SHAREDCACHE', 262, 'busy'],
    ['SQLITE_PROTOCOL', 15, 'busy'],
    ['SQLITE_FULL', 13, 'full'],
    ['SQLITE_IOERR_SHMSIZE', 4874, 'full'],
    ['SQLITE_IOERR_FSYNC', 1034, 'other'],
    ['SQLITE_CANTOPEN_ISDIR', 526, 'unopened'],
    ['SQLITE_READONLY_DBMOVED', 1032, 'readonly'],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 1555, 'constraint'],
    ['SQLITE_NOTADB', 26, 'foreign'],
    ['SQLITE_CORRUPT', 11, 'other'],
  ])('calls %s, by name and by number %i: %s', (name, number, kind) => {
    expect(sqliteFailure(ofBetterSqlite(name))).toBe(kind)
    expect(sqliteFailure(ofNode(number))).toBe(kind)
  })

  it.each([new Error('no code'), ofBetterSqlite('ENOENT'), new TypeError('odd')])(
    'is null for an error that is not of SQLite: %s',
    (error) => {
      expect(sqliteFailure(error)).toBeNull()
    },
  )
})

describe('toStoreError', () => {
  it.each([
    ['SQLITE_FULL', 'insufficient_storage'],
    ['SQLITE_NOTADB', 'invalid_argument'],
    ['SQLITE_BUSY', 'unavailable'],
    ['SQLITE_CORRUPT', 'unavailable'],
  ])('makes of %s: %s, with its cause', (name, code) => {
    const error = ofBetterSqlite(name)
    expect(toStoreError(error)).toMatchObject({ code, cause: error })
  })

  it('names the argument when the file is no database', () => {
    const { context } = toStoreError(ofBetterSqlite('SQLITE_NOTADB'))
    expect(context).toEqual({ argument: 'file' })
  })

  it.each([
    ofBetterSqlite('SQLITE_CANTOPEN'),
    ofNode(14),
    Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' }),
  ])('says which limit to raise where nothing can be opened: %s', (error) => {
    expect(toStoreError(error)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/ulimit -n/),
      cause: error,
    })
  })

  it('leaves our own errors as they are', () => {
    const error = new StowageError('closed', 'It is closed.')
    expect(toStoreError(error)).toBe(error)
  })
})
