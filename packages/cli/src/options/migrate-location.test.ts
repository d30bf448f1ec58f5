import { describe, expect, it } from 'vitest'
import type { LocalLocation } from './location.ts'
import { type DestinationOptions, moveOf } from './migrate-location.ts'

const FOLDER: LocalLocation = {
  kind: 'local',
  directory: './media',
  isDirectoryGiven: false,
  postgres: undefined,
  s3: undefined,
  tenant: undefined,
}

describe('the move', () => {
  it.each<[DestinationOptions, Partial<LocalLocation>]>([
    [{ toPostgres: 'postgres://db/media' }, { postgres: 'postgres://ann:secret@DB:5432/media' }],
    [{ toPostgres: 'postgresql://media@db' }, { postgres: 'postgres://db/media?sslmode=require' }],
    [{ toDirectory: 'media/' }, {}],
    [{ toS3: 's3://bucket/a/' }, { s3: 's3://bucket/a?region=eu-central-1' }],
    [{ toDirectory: './media', toPostgres: 'postgres://db/media' }, {}],
  ])('is refused when it leads to where the store is: %j from %j', (options, from) => {
    expect(() => moveOf({ ...FOLDER, ...from }, options, {})).toThrow(
      /would move to where they are/,
    )
  })

  it('names no password when it refuses', () => {
    const postgres = 'postgres://ann:secret@db/media'
    expect(() => moveOf({ ...FOLDER, postgres }, { toPostgres: postgres }, {})).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
  })

  it.each<[DestinationOptions, Partial<LocalLocation>]>([
    [{ toPostgres: 'postgres://db/new' }, { postgres: 'postgres://db/media' }],
    [{ toPostgres: 'postgres://db:5433/media' }, { postgres: 'postgres://db/media' }],
    [{ toS3: 's3://bucket/b' }, { s3: 's3://bucket/a' }],
    [{ toDirectory: './other' }, {}],
    [{ toPostgres: 'postgres://db/media', toS3: 's3://bucket' }, {}],
  ])('takes %j from %j', (options, from) => {
    expect(() => moveOf({ ...FOLDER, ...from }, options, {})).not.toThrow()
  })

  it('takes the database from STOWAGE_TO_POSTGRES, unless options name everything', () => {
    const env = { STOWAGE_TO_POSTGRES: 'postgres://db/env' }
    expect(moveOf(FOLDER, {}, env)).toMatchObject({
      to: { postgres: 'postgres://db/env' },
      movesRecords: true,
      movesFiles: false,
    })
    expect(moveOf(FOLDER, { toPostgres: 'postgres://db/given' }, env).to.postgres).toBe(
      'postgres://db/given',
    )
    expect(moveOf(FOLDER, { toDirectory: 'new', toS3: 's3://b' }, env).to.postgres).toBeUndefined()
  })
})
