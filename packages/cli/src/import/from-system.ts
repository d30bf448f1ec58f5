import {
  fromActiveStorage,
  fromArchive,
  fromFolder,
  fromManifest,
  fromPayload,
  fromStrapi,
  type ImportSource,
} from '@stowage/import'
import { usageError } from '../exit/cli-error.ts'
import { assertThere } from '../files/assert-there.ts'

/** Values of `--from`. */
export const SYSTEMS = [
  'folder',
  'manifest',
  'active-storage',
  'strapi',
  'payload',
  'archive',
] as const

/** A system, or a format, from which files come with their ids and dates. */
export type System = (typeof SYSTEMS)[number]

/** Where the files of another system are. */
export interface SystemOptions {
  readonly from: System
  /** The operands: one folder or file. */
  readonly paths: readonly string[]
  /** The SQLite database of the other system. */
  readonly database: string | undefined
  readonly table: string | undefined
  /** Put before external ids. */
  readonly prefix: string | undefined
  readonly base: string | undefined
  readonly hidden: boolean
  /** Patterns to leave out of a folder. */
  readonly exclude: readonly string[] | undefined
  /** Folders from which no file is taken, links resolved: the store itself. */
  readonly excluded: readonly string[]
}

/** The files of another system. A usage error when the command line does not say where they are. */
export async function sourceOf(options: SystemOptions): Promise<ImportSource> {
  const { from, paths, database, table, prefix, base, hidden, exclude, excluded } = options
  const [path, ...others] = paths
  if (path === undefined || others.length > 0) {
    throw usageError(`Name one ${WHERE[from]} to import --from ${from}.`)
  }
  await assertThere(path)
  if (base !== undefined) await assertThere(base)
  const needsDatabase = from === 'active-storage' || from === 'strapi' || from === 'payload'
  if (!needsDatabase && database !== undefined) {
    throw usageError(`--database means nothing with --from ${from}.`)
  }
  if (from !== 'folder' && from !== 'payload' && prefix !== undefined) {
    throw usageError(`--prefix means nothing with --from ${from}.`)
  }
  if (from !== 'folder' && exclude !== undefined) {
    throw usageError(`--exclude means nothing with --from ${from}.`)
  }
  const prefixed = prefix !== undefined && { prefix }
  switch (from) {
    case 'folder':
      return fromFolder(path, {
        hidden,
        excluded,
        ...prefixed,
        ...(exclude !== undefined && { exclude }),
      })
    case 'manifest':
      return fromManifest(path, { excluded, ...(base !== undefined && { root: base }) })
    case 'archive':
      return fromArchive(path)
    case 'active-storage':
      return fromActiveStorage({ root: path, database: await databaseOf(database) })
    case 'strapi':
      return fromStrapi({ root: path, database: await databaseOf(database) })
    case 'payload':
      return fromPayload({
        root: path,
        database: await databaseOf(database),
        ...(table !== undefined && { table }),
        ...prefixed,
      })
  }
}

const WHERE: Readonly<Record<System, string>> = {
  folder: 'folder',
  manifest: 'CSV or JSON file',
  'active-storage': 'folder of the disk service (storage)',
  strapi: 'folder of public files (public)',
  payload: 'folder of files (the staticDir)',
  archive: 'archive',
}

async function databaseOf(database: string | undefined): Promise<string> {
  if (database !== undefined) {
    await assertThere(database)
    return database
  }
  throw usageError(
    'Name the SQLite database with --database. For another database, use @stowage/import in a script of your own.',
  )
}
