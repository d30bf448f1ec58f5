import { createMemoryBlobs, createMemoryMetadata, memory } from '@stowage/core/memory'
import { describe, expect, it } from 'vitest'
import {
  abandonMigration,
  migrate,
  migrateMetadata,
  moveBlobs,
  moving,
  movingBlobs,
  switchingMetadata,
} from '../index.ts'

/** As plain JavaScript calls a function. */
type Loose = (options: unknown) => unknown

const metadata = createMemoryMetadata()
const blobs = createMemoryBlobs()
const here = memory()
const there = memory()

describe('the functions of a migration', () => {
  it.each<[string, unknown, unknown, string]>([
    ['migrate', migrate, undefined, 'from'],
    ['migrate', migrate, { from: here }, 'to'],
    ['migrate', migrate, { from: here, to: { records: metadata } }, 'to.records'],
    ['migrate', migrate, { from: Promise.resolve(here), to: there }, 'from'],
    ['migrate', migrate, { from: here, to: there, pauseMs: 2001 }, 'pauseMs'],
    ['migrate', migrate, { from: here, to: there, parallel: 65 }, 'parallel'],
    ['migrate', migrate, { from: here, to: there, signal: 5 }, 'signal'],
    ['migrate', migrate, { from: here, to: there, onprogress: () => {} }, 'onprogress'],
    ['migrate', migrate, { from: here, to: { records: there.records } }, 'files'],
    ['moving', moving, { from: here, to: { ...there, files: metadata } }, 'to.files'],
    ['migrateMetadata', migrateMetadata, { from: metadata }, 'to'],
    ['migrateMetadata', migrateMetadata, { from: metadata, to: metadata, pauseMs: 0 }, 'pauseMs'],
    ['moveBlobs', moveBlobs, { from: blobs, to: blobs }, 'metadata'],
    ['moveBlobs', moveBlobs, { from: blobs, to: blobs, metadata, parallel: 0 }, 'parallel'],
    ['movingBlobs', movingBlobs, { from: blobs, to: metadata }, 'to'],
    ['switchingMetadata', switchingMetadata, { from: metadata, to: blobs }, 'to'],
    ['abandonMigration', abandonMigration, {}, 'from'],
  ])('refuse a wrong option: %s', async (_, call, options, argument) => {
    const refused = async () => (call as Loose)(options)
    await expect(refused()).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
    })
  })

  it.each([
    ['from', { ...metadata, transfer: undefined }, metadata],
    ['to', metadata, { ...metadata, transfer: undefined }],
  ])('say which database cannot move, and what can: %s', async (argument, from, to) => {
    const refused = async () => (migrateMetadata as Loose)({ from, to })
    await expect(refused()).rejects.toMatchObject({
      context: { argument },
      message: expect.stringMatching(/has no transfer\. Records of sqlite\(\)/),
    })
  })
})
