import {
  extensionTerm,
  externalIdTerm,
  metadataTerm,
  mimeTypeTerm,
  sha256Term,
  tagTerm,
} from './asset-terms.ts'
import type { CheckedFilter } from './checked-filter.ts'

/** A term, or with `prefix` any that begins so. */
export interface TermMatch {
  readonly term: string
  readonly prefix: boolean
}

/** Holds for an asset that has any of these terms. */
export type TermClause = readonly TermMatch[]

/** The members of a filter that terms answer, fully and exactly. */
export type TermFilter = Pick<
  CheckedFilter,
  'mimeType' | 'extension' | 'tags' | 'anyTag' | 'sha256' | 'externalId' | 'metadata' | 'search'
>

/** For each of them, what must hold. */
const CLAUSES: {
  readonly [Name in keyof TermFilter]-?: (
    wanted: NonNullable<TermFilter[Name]>,
  ) => readonly TermClause[]
} = {
  search: (pieces) => pieces.map((term) => [{ term, prefix: true }]),
  mimeType: (mimeTypes) => [mimeTypes.map(mimeTypeTerm).map(whole)],
  extension: (extensions) => [extensions.map(extensionTerm).map(whole)],
  tags: (tags) => tags.map((tag) => [whole(tagTerm(tag))]),
  anyTag: (tags) => [tags.map(tagTerm).map(whole)],
  sha256: (digests) => [digests.map(sha256Term).map(whole)],
  externalId: (ids) => [ids.map(externalIdTerm).map(whole)],
  metadata: (members) =>
    Object.entries(members).map(([name, value]) => [whole(metadataTerm(name, value))]),
}

/** The names of these members. */
export const TERM_MEMBERS: readonly (keyof TermFilter)[] = Object.keys(
  CLAUSES,
) as (keyof TermFilter)[]

/** What the terms of an asset must satisfy, all of it. Empty when the filter has none of these members. */
export function termClauses(filter: TermFilter): readonly TermClause[] {
  return TERM_MEMBERS.flatMap((name) => {
    const clauses = CLAUSES[name] as (wanted: unknown) => readonly TermClause[]
    return filter[name] === undefined ? [] : clauses(filter[name])
  })
}

function whole(term: string): TermMatch {
  return { term, prefix: false }
}
