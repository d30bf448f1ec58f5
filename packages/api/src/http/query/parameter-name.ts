import { FILTERS, type FilterName, isGroup, SIDES } from './filter-parameters.ts'
import { nearest } from './nearest.ts'

const MEMBER = /^(filter\[\w+\])\[(.+)\]$/s
const FILTER = /^filter\[(.*)\]$/s
/** Words of other services for our filters. */
const SYNONYMS: ReadonlyMap<string, FilterName | 'filter[trashed]'> = new Map([
  ['favorite', 'filter[is_favourite]'],
  ['favourite', 'filter[is_favourite]'],
  ['is_favorite', 'filter[is_favourite]'],
  ['starred', 'filter[is_favourite]'],
  ['folder', 'filter[folder_id]'],
  ['parent_id', 'filter[folder_id]'],
  ['folder_ids', 'filter[folder_id]'],
  ['mime', 'filter[mime_type]'],
  ['content_type', 'filter[mime_type]'],
  ['media_type', 'filter[mime_type]'],
  ['ext', 'filter[extension]'],
  ['hash', 'filter[sha256]'],
  ['digest', 'filter[sha256]'],
  ['owner', 'filter[created_by]'],
  ['uploader', 'filter[created_by]'],
  ['name', 'filter[q]'],
  ['title', 'filter[q]'],
  ['search', 'filter[q]'],
  ['query', 'filter[q]'],
  ['text', 'filter[q]'],
  ['deleted', 'filter[trashed]'],
  ['trash', 'filter[trashed]'],
  ['date', 'filter[created_at]'],
  ['duration', 'filter[duration_seconds]'],
  ['bytes', 'filter[size]'],
  ['meta', 'filter[metadata]'],
])
const PAGE_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['page[number]', 'Use `page`.'],
  ['page[offset]', 'Use `page`.'],
  ['page[limit]', 'Use `page[size]`.'],
  ['page[cursor]', 'Use `page[after]`.'],
])

/**
 * The parameter that a name belongs to: itself, or the group of `filter[size][gte]`. `undefined` for an unknown name.
 */
export function parameterOf<Known extends string>(
  name: string,
  known: readonly Known[],
): Known | undefined {
  const isKnown = (text: string): text is Known => (known as readonly string[]).includes(text)
  if (isKnown(name)) return isFilter(name) && isGroup(name) ? undefined : name
  const [, group = '', member = ''] = MEMBER.exec(name) ?? []
  if (!isKnown(group) || !isFilter(group) || !isGroup(group)) return undefined
  const isMember = isOfMetadata(group) || (SIDES as readonly string[]).includes(member)
  return isMember ? group : undefined
}

/** The name in brackets after that of a group. */
export function memberOf(name: string): string {
  return MEMBER.exec(name)?.[2] ?? ''
}

/** What to do about a name that is not known here. */
export function adviceOn(name: string, known: readonly string[]): string {
  const [, group = '', member = ''] = MEMBER.exec(name) ?? []
  if (member === '' && isFilter(name) && known.includes(name)) return howToName(name)
  if (isFilter(group) && known.includes(group)) {
    if (isGroup(group)) return howToName(group)
    return `Write \`${group}=…\`, with commas between several values.`
  }
  if (name.endsWith('[]')) return adviceOnRepeated(name.slice(0, -2), known)
  const [, filter] = FILTER.exec(name) ?? []
  const filters = known.filter((each) => each.startsWith('filter['))
  if (filter === undefined || filters.length === 0) {
    return PAGE_SYNONYMS.has(name) && known.includes('page[size]')
      ? (PAGE_SYNONYMS.get(name) as string)
      : 'This route does not know this parameter. Leave it out.'
  }
  const meant = nearest(filter, filters.map(inBrackets), SYNONYMS)
  const found = filters.find((each) => each === meant || inBrackets(each) === meant)
  return found === undefined
    ? `There is no such filter. There are ${filters.map((each) => `\`${each}\``).join(', ')}.`
    : `There is no such filter. Did you mean \`${found}\`?`
}

function adviceOnRepeated(name: string, known: readonly string[]): string {
  return known.includes(name)
    ? `Write \`${name}=…\`, with commas between several values.`
    : adviceOn(name, known)
}

function howToName(group: FilterName): string {
  return isOfMetadata(group)
    ? FILTERS[group].must
    : `Name a bound: ${SIDES.map((side) => `\`${group}[${side}]\``).join(', ')}.`
}

function isOfMetadata(group: FilterName): boolean {
  return FILTERS[group].shape.form === 'metadata'
}

function inBrackets(name: string): string {
  return name.slice('filter['.length, -1)
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(FILTERS, name)
}
