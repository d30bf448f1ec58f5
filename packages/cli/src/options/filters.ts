import type { AssetFilter } from '@stowage/core'
import type { Command } from 'commander'
import { usageError } from '../exit/cli-error.ts'
import { boundsOf, readNumber, readSize, readTime } from './bounds.ts'

/** The filters of a command line, by the names of their options. */
export interface FilterOptions {
  readonly type?: string[]
  readonly mimeType?: string[]
  readonly extension?: string[]
  readonly tag?: string[]
  readonly anyTag?: string[]
  readonly folder?: string
  readonly in?: string
  readonly q?: string
  readonly favourite?: boolean
  readonly createdBy?: string[]
  readonly sha256?: string[]
  readonly externalId?: string[]
  readonly status?: string[]
  readonly metadata?: string[]
  readonly size?: string[]
  readonly width?: string[]
  readonly height?: string[]
  readonly duration?: string[]
  readonly created?: string[]
  readonly updated?: string[]
}

/** The id of a folder of the store: by its path, or as it is. */
export type FolderIdOf = (path: string) => Promise<string>

/** Adds the filters to a command. */
export function withFilters(command: Command): Command {
  return command
    .option('--type <types>', 'image, video, audio, document, archive, other', several)
    .option('--mime-type <types>', 'such as image/png or image/*', several)
    .option('--extension <extensions>', 'such as jpg,png', several)
    .option('--tag <tags>', 'with all of these tags', several)
    .option('--any-tag <tags>', 'with any of these tags', several)
    .option('--folder <folder>', 'in this folder itself: Trips/2026, an id, or "none"')
    .option('--in <folder>', 'in this folder or below it')
    .option('--q <words>', 'words in names, titles, alternative texts and tags')
    .option('--favourite', 'marked as favourite')
    .option('--no-favourite', 'not marked as favourite')
    .option('--created-by <ids>', 'uploaded by these keys or users', several)
    .option('--sha256 <hashes>', 'with this content', several)
    .option('--external-id <ids>', 'what another system calls it', repeated)
    .option('--status <statuses>', 'ready, processing, failed', several)
    .option('--metadata <name=value>', 'with this own data', several)
    .option('--size <bounds>', "such as '>1MB', '<=500kB', 1MB..5MB", repeated)
    .option('--width <bounds>', "pixels, such as '>=1920'", repeated)
    .option('--height <bounds>', 'pixels', repeated)
    .option('--duration <bounds>', "seconds, such as '<60'", repeated)
    .option('--created <bounds>', "such as '>=2026-01-31', 2026-01-01..2026-02-01", repeated)
    .option('--updated <bounds>', 'when the record last changed', repeated)
}

/** Whether any filter is given. */
export function hasFilter(options: FilterOptions): boolean {
  return NAMES.some((name) => options[name] !== undefined)
}

const NAMES: readonly (keyof FilterOptions)[] = [
  'type',
  'mimeType',
  'extension',
  'tag',
  'anyTag',
  'folder',
  'in',
  'q',
  'favourite',
  'createdBy',
  'sha256',
  'externalId',
  'status',
  'metadata',
  'size',
  'width',
  'height',
  'duration',
  'created',
  'updated',
]

/** The filter that the options make. What the store does not know it refuses itself. */
export async function filterOf(
  options: FilterOptions,
  folderIdOf: FolderIdOf,
): Promise<AssetFilter> {
  const { tag, anyTag, q, favourite, createdBy, sha256, status, extension } = options
  const { folder, metadata, size, width, height, duration, created, updated } = options
  const filter: { [Name in keyof AssetFilter]: unknown } = {
    type: options.type,
    mimeType: options.mimeType,
    extension,
    tags: tag,
    anyTag,
    isFavourite: favourite,
    createdBy: createdBy?.map((id) => (id === 'null' ? null : id)),
    sha256: sha256?.map((hash) => hash.toLowerCase()),
    externalId: options.externalId,
    status,
    metadata: metadata === undefined ? undefined : membersOf(metadata),
    size: size && boundsOf('--size', size, readSize, "'>1MB' or 1MB..5MB"),
    width: width && boundsOf('--width', width, readNumber, "'>=1920' or 100..200"),
    height: height && boundsOf('--height', height, readNumber, "'>=1080' or 100..200"),
    durationSeconds: duration && boundsOf('--duration', duration, readNumber, "'<60'"),
    createdAt: created && boundsOf('--created', created, readTime, "'>=2026-01-31'"),
    updatedAt: updated && boundsOf('--updated', updated, readTime, "'>=2026-01-31'"),
    search: q,
    folderId: folder === undefined || folder === 'none' ? folder && null : await folderIdOf(folder),
    folderTree: options.in === undefined ? undefined : await folderIdOf(options.in),
  }
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as AssetFilter
}

function membersOf(texts: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=')
      if (equals < 1) {
        throw usageError(`--metadata cannot be ${JSON.stringify(text)}. Write it like client=acme.`)
      }
      return [text.slice(0, equals), readMember(text.slice(equals + 1))]
    }),
  )
}

/** As the API reads it: JSON where it is some, so that `"5"` is the text and `5` the number. */
function readMember(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? text : value
  } catch {
    return text
  }
}

function several(text: string, before: string[] = []): string[] {
  return [
    ...before,
    ...text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ]
}

function repeated(text: string, before: string[] = []): string[] {
  return [...before, text]
}
