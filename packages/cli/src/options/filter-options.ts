import type { AssetFilter } from '@stowage/core'
import { ASSET_FILTERS, FILTER_MEMBERS, type FilterShape } from '@stowage/core/internal'

/** The name of a filter on the command line, and its help. */
export interface FilterOption {
  readonly member: Member
  /** Its name among the options of a command. */
  readonly name: OptionName
  /** Without its dashes. */
  readonly flag: string
  readonly valueName: string
  readonly says: string
  /** An example value. */
  readonly example: string
  /** Whether a comma is part of a value, so that several values need several options. */
  readonly isWhole: boolean
  /** Whether bounds are bytes, with units such as `MB`. */
  readonly isBytes: boolean
  /** Whether values may be in upper case too. */
  readonly isAnyCase: boolean
}

type Member = keyof AssetFilter
type Wording = Partial<Omit<FilterOption, 'member' | 'name' | 'flag'>>

/** Filters that have a shorter name here. */
const RENAMED = {
  tags: 'tag',
  folderId: 'folder',
  folderTree: 'in',
  search: 'q',
  isFavourite: 'favourite',
  durationSeconds: 'duration',
  createdAt: 'created',
  updatedAt: 'updated',
} as const

type OptionName = {
  [Name in Member]: Name extends keyof typeof RENAMED ? (typeof RENAMED)[Name] : Name
}[Member]

/** Where the help differs from the API, in the order of the help. A filter that is not here comes last. */
const WORDINGS: { readonly [Name in Member]?: Wording } = {
  type: { valueName: 'types' },
  mimeType: { valueName: 'types', says: 'such as image/png or image/*' },
  extension: { valueName: 'extensions', says: 'such as jpg,png' },
  tags: { valueName: 'tags', says: 'with all of these tags' },
  anyTag: { valueName: 'tags', says: 'with any of these tags' },
  folderId: { says: 'in this folder itself: Trips/2026, an id, or "none"' },
  folderTree: { says: 'in this folder or below it' },
  search: { says: 'words in names, titles, alternative texts and tags' },
  isFavourite: { says: 'marked as favourite' },
  createdBy: { valueName: 'ids', says: 'uploaded by these keys or users' },
  sha256: { valueName: 'hashes', says: 'with this content', isAnyCase: true },
  externalId: { valueName: 'ids', says: 'what another system calls it', isWhole: true },
  status: { valueName: 'statuses' },
  metadata: { says: 'with this own data' },
  size: {
    says: "such as '>1MB', '<=500kB', 1MiB..5MiB (1 MB: 1000 kB; 1 MiB: 1024 KiB)",
    example: "'>1MB' or 1MiB..5MiB",
    isBytes: true,
  },
  width: { says: "pixels, such as '>=1920'", example: "'>=1920' or 100..200" },
  height: { says: 'pixels', example: "'>=1080' or 100..200" },
  durationSeconds: { says: "seconds, such as '<60'", example: "'<60'" },
  createdAt: { says: "such as '>=2026-01-31', 2026-01-01..2026-02-01" },
  updatedAt: { says: 'when the record last changed' },
}

/** Placeholder and example of filters that have no wording of their own. */
const DEFAULTS: Readonly<Record<FilterShape['form'], Pick<FilterOption, 'valueName' | 'example'>>> =
  {
    folder: { valueName: 'folder', example: 'Trips/2026' },
    words: { valueName: 'words', example: 'a,b' },
    texts: { valueName: 'values', example: 'a,b' },
    flag: { valueName: '', example: '' },
    bounds: { valueName: 'bounds', example: "'>=100' or 100..200" },
    metadata: { valueName: 'name=value', example: 'client=acme' },
    search: { valueName: 'words', example: 'summer' },
  }

/** Every filter as an option, in the order of help. */
export const FILTER_OPTIONS: readonly FilterOption[] = [
  ...new Set([...(Object.keys(WORDINGS) as Member[]), ...FILTER_MEMBERS]),
].map(optionOf)

function optionOf(member: Member): FilterOption {
  const { shape, says } = ASSET_FILTERS[member]
  const renamed: { readonly [Name in Member]?: OptionName } = RENAMED
  const name = renamed[member] ?? (member as OptionName)
  return {
    member,
    name,
    flag: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    says: shape.form === 'words' ? shape.words.join(', ') : inHelp(says),
    isWhole: shape.form === 'bounds',
    isBytes: false,
    isAnyCase: false,
    ...DEFAULTS[shape.form],
    ...(shape.form === 'bounds' && shape.of === 'moment' && { example: "'>=2026-01-31'" }),
    ...WORDINGS[member],
  }
}

/** A sentence of the API in the style of the help. */
function inHelp(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '')
}
