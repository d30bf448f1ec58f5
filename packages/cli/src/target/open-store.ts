import { access as accessFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type AssetStore,
  type AssetStoreOptions,
  isStowageError,
  type OpenAssetStoreOptions,
  openAssetStore,
} from '@stowage/core'
import { unreachable } from '../exit/cli-error.ts'
import { causeBeside, wordsOf } from '../exit/explain-error.ts'
import type { LocalLocation } from '../options/location.ts'
import { type Access, DATABASE, locateStore, RESTORING } from './locate-store.ts'
import { hasMovedAway, isMovedAway, movedAway } from './moved-away.ts'
import { nameOfLocation } from './name-of-location.ts'
import { HOW_MADE, isNoStore } from './no-store.ts'
import { isMissing } from './optional-package.ts'

/** A store, and how to close it with everything that came with it. */
export interface OpenedStore {
  readonly store: AssetStore
  close(): Promise<void>
}

type OpenStoreOptions = Partial<AssetStoreOptions> & Pick<OpenAssetStoreOptions, 'keepFree'>

/**
 * Opens the store at a location. Only `serve` sweeps, and only `serve` and
 * `work` run jobs: a command that lasts a second has no time for it. Makes
 * thumbnails when `@stowage/sharp` is installed, unless the options say otherwise. Refuses a store that has moved away,
 * unless it only reads it: then it calls `onMoved` with what to say.
 */
export async function openStore(
  location: LocalLocation,
  access: Access,
  onMoved: (words: string) => void,
  options: OpenStoreOptions = {},
): Promise<OpenedStore> {
  await assertNotRestoring(location, access)
  if (access !== 'create') await assertThere(location)
  const all: OpenStoreOptions = {
    advanced: { sweepEveryMs: false },
    jobs: { work: false },
    readOnly: access === 'read',
    ...(location.tenant !== undefined && { tenant: location.tenant }),
    ...(access !== 'read' && !('variants' in options) && (await variantsHere())),
    ...options,
  }
  const opened = await open(location, all).catch((error) => {
    throw isStowageError(error) ? cannotOpen(location, error) : error
  })
  try {
    // A store that takes changes is not opened where it has moved away.
    if (access === 'read' && (await hasMovedAway(location))) onMoved(movedAway(location))
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function open(location: LocalLocation, options: OpenStoreOptions): Promise<OpenedStore> {
  const { storeLocation, dispose } = await locateStore(location)
  try {
    const store = await openAssetStore({ ...storeLocation, ...options })
    return {
      store,
      async close() {
        try {
          await store.close()
        } finally {
          await dispose()
        }
      },
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

function cannotOpen(location: LocalLocation, error: object): Error {
  if (isNoStore(error)) {
    return unreachable(`There is no store in ${nameOfLocation(location)}. ${HOW_MADE}`, error)
  }
  if (isMovedAway(error)) return unreachable(movedAway(location), error)
  const words = `${nameOfLocation(location)} cannot be opened${causeBeside(error)}. ${wordsOf(error)} "stowage doctor" says what is missing.`
  return unreachable(words, error)
}

/** `{ variants }` of `@stowage/sharp`; empty when it is not installed or cannot work here. */
export async function variantsHere(): Promise<Pick<AssetStoreOptions, 'variants'>> {
  try {
    const { sharpVariants } = await import('@stowage/sharp')
    const variants = sharpVariants()
    await variants.prepare?.()
    return { variants }
  } catch (error) {
    if (isMissing(error, '@stowage/sharp') || isStowageError(error, 'variants_unavailable'))
      return {}
    throw error
  }
}

/** Whether records and files are in one folder. */
export function isFolder({ postgres, s3 }: LocalLocation): boolean {
  return postgres === undefined && s3 === undefined
}

/** A new store in the folder would block a restore that is under way there, or be mistaken for its copy. */
async function assertNotRestoring(
  { directory, postgres }: LocalLocation,
  access: Access,
): Promise<void> {
  if (access !== 'create' || postgres !== undefined) return
  const backup = await readFile(path.join(directory, RESTORING), 'utf8').catch(() => null)
  if (backup === null) return
  throw unreachable(
    `${directory} holds the beginning of a store from ${backup}. Wait for "stowage restore", or run it again: it goes on.`,
  )
}

/** Whether a folder has a database; `true` for PostgreSQL, which reports itself what is missing. */
export async function isThere(location: LocalLocation): Promise<boolean> {
  return assertThere(location).then(
    () => true,
    () => false,
  )
}

async function assertThere({
  directory,
  postgres,
  isDirectoryGiven,
}: LocalLocation): Promise<void> {
  if (postgres !== undefined) return
  try {
    await accessFile(path.join(directory, DATABASE))
  } catch (error) {
    const where = isDirectoryGiven
      ? `${directory} holds no store.`
      : `There is no store in ${directory}.`
    throw unreachable(
      `${where} Name its folder with --directory, or a service with --url. ${HOW_MADE}`,
      error,
    )
  }
}
