import type { AssetStore } from '@stowage/core'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '@stowage/core/internal'
import { type ApiError, apiError } from '../../errors/api-error.ts'
import type { FilterName } from './filter-parameters.ts'
import { adviceOn, parameterOf } from './parameter-name.ts'

/** The query parameters that some route knows. Each route takes some of them. */
export type QueryParameter =
  | 'page'
  | 'per_page'
  | 'page[size]'
  | 'page[after]'
  | 'page[before]'
  | FilterName
  | 'filter[trashed]'
  | 'filter[parent_id]'
  | 'filter[kind]'
  | 'filter[state]'
  | 'filter[asset_id]'
  | 'sort'
  | 'assets'
  | 'with_meta'
  | 'sign'
  | 'variant'

/** A query that was checked against what its route knows. */
export interface Query {
  /** From 1. Default 1. */
  readonly page: number
  /** 1 … 100. Default 24. */
  readonly perPage: number
  /** Whether the trash is asked for: alone (`true`), or with active assets (`'with'`). */
  readonly trashed: boolean | 'with'
  /** Whether resources get their `meta`. */
  readonly withMeta: boolean
  /** Name of the variant asked for; `undefined` for the original. */
  readonly variant: string | undefined
  /** The known parameters as they came. */
  readonly given: ReadonlyMap<string, string>
}

/** Parameters that shape an answer by their very presence, so an unknown one must not be ignored. */
const FAMILIES = /^(?:sort|include|(?:filter|fields|page)\[.*\])$/s
/**
 * Names that other services use for our parameters. If ignored, they would list assets that the client did not ask
 * for.
 */
const MISNAMED: ReadonlyMap<string, string> = new Map([
  ['limit', 'Use `per_page`.'],
  ['offset', 'Use `page`.'],
  ['q', 'Use `filter[q]`.'],
  ['search', 'Use `filter[q]`.'],
])
/** The same on lists that cannot be searched. */
const MISNAMED_UNSEARCHED: ReadonlyMap<string, string> = new Map([
  ...MISNAMED,
  ['q', 'This list cannot be searched. Leave it out.'],
  ['search', 'This list cannot be searched. Leave it out.'],
])
const TRASHED: Readonly<Record<string, true | 'with'>> = { only: true, with: 'with' }
const WHOLE_NUMBER = /^\d{1,16}$/
/** Variants that are part of the contract, whether or not the store makes them. */
const VARIANTS = ['thumbnail', 'optimized']

/** Characters of a query: four times as many as servers let through by default. */
const MOST_CHARACTERS = 64 * 1024
/** Parameters of one query: more than all that are known, each metadata filter and bound included. */
const MOST_PARAMETERS = 256

/** The query of most requests, which have no parameters. */
const NOTHING_GIVEN: Query = {
  page: 1,
  perPage: DEFAULT_PER_PAGE,
  trashed: false,
  withMeta: false,
  variant: undefined,
  given: new Map(),
}

/**
 * Reads a query. Throws 400 `invalid_parameter` for an unknown member of a family, for a known parameter that makes no
 * sense or comes twice, and for more than 256 parameters or 64 Ki characters; on lists also for `limit`, `offset`, `q`
 * and `search`, with what to do instead. Ignores every other parameter. `variants` are the names of those that the
 * store makes.
 */
export function parseQuery(
  query: string,
  known: readonly QueryParameter[],
  variants: readonly string[] = [],
): Query {
  if (query === '') return NOTHING_GIVEN
  const given = knownParameters(query, known)
  return {
    page: wholeNumber(given, 'page', 1, Number.MAX_SAFE_INTEGER),
    perPage: wholeNumber(given, 'per_page', DEFAULT_PER_PAGE, MAX_PER_PAGE),
    trashed: TRASHED[oneOf(given, 'filter[trashed]', ['only', 'with']) ?? ''] ?? false,
    withMeta: oneOf(given, 'with_meta', ['0', '1']) === '1',
    variant: oneOf(given, 'variant', variantNames(variants)),
    given,
  }
}

/** The variants that URLs can ask for: each by its name, and those of a set by their size. */
export function requestableNames({
  variants,
  pictures,
}: Pick<AssetStore, 'variants' | 'pictures'>): readonly string[] {
  return [...variants.names, ...pictures.sizes]
}

/** What `variant` can be, where the store makes variants of these names. */
export function variantNames(made: readonly string[]): readonly string[] {
  return [...new Set([...VARIANTS, ...made])]
}

function knownParameters(
  query: string,
  known: readonly QueryParameter[],
): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  const isList = known.includes('page')
  assertBounded(query)
  for (const [name, value] of new URLSearchParams(query)) {
    if (parameterOf(name, known) !== undefined) {
      if (given.has(name)) throw invalidParameter(name, howToRepeat(name))
      given.set(name, value)
    } else if (FAMILIES.test(name)) {
      throw invalidParameter(name, adviceOn(name, known))
    } else if (isList) {
      const advice = known.includes('filter[q]')
        ? MISNAMED.get(name)
        : MISNAMED_UNSEARCHED.get(name)
      if (advice !== undefined) throw invalidParameter(name, advice)
    }
  }
  return given
}

/** Runs before the query is parsed, because one of 1 MiB may hold 500,000 parameters. */
function assertBounded(query: string): void {
  if (query.length > MOST_CHARACTERS) {
    const detail = `A query may have at most ${MOST_CHARACTERS} characters. Send a shorter one.`
    throw apiError('invalid_parameter', detail, { meta: { limit: MOST_CHARACTERS } })
  }
  let at = -1
  for (let count = 1; count <= MOST_PARAMETERS; count += 1) {
    at = query.indexOf('&', at + 1)
    if (at === -1) return
  }
  const detail = `A query may have at most ${MOST_PARAMETERS} parameters. Send fewer.`
  throw apiError('invalid_parameter', detail, { meta: { limit: MOST_PARAMETERS } })
}

function howToRepeat(name: string): string {
  return name.startsWith('filter[') ? 'Give it once, with commas between values.' : 'Give it once.'
}

function wholeNumber(
  given: Query['given'],
  name: QueryParameter,
  fallback: number,
  max: number,
): number {
  const text = given.get(name)
  if (text === undefined) return fallback
  const value = WHOLE_NUMBER.test(text) ? Number(text) : 0
  if (value >= 1 && value <= max) return value
  throw invalidParameter(name, `It must be a whole number from 1 to ${max}.`)
}

function oneOf(
  given: Query['given'],
  name: QueryParameter,
  choices: readonly string[],
): string | undefined {
  const value = given.get(name)
  if (value === undefined || choices.includes(value)) return value
  throw invalidParameter(name, `It can be ${choices.join(' or ')}.`)
}

/** 400 `invalid_parameter` about this parameter. */
export function invalidParameter(parameter: string, detail: string): ApiError {
  return apiError('invalid_parameter', detail, { source: { parameter } })
}
