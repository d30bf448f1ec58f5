import {
  answered,
  type Form,
  listOf,
  object,
  oddAnswer,
  orNull,
  text,
  uuid,
  whole,
} from './answered.ts'

/** Resources on each page. */
export const PER_PAGE = 100

const resources: Form<readonly object[]> = listOf(object)

/**
 * The resources of all pages, in order. Throws a `CliError` for an answer that is not a page, for an empty page before
 * the last one, and for a page that repeats the one before it: such pages may never end.
 *
 * `ask`: asks for a page by its number, from 1.
 */
export async function* allPages(ask: (page: number) => Promise<unknown>): AsyncGenerator<object> {
  let before = ''
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const { data, meta } = answered('a page', await ask(page), { data: resources, meta: object })
    lastPage = answered('a page', meta, { last_page: whole }).last_page
    const ids = JSON.stringify(data.map((each) => ('id' in each ? each.id : null)))
    if (page < lastPage && (data.length === 0 || ids === before)) {
      throw oddAnswer(`page ${page} of ${lastPage}, on which is nothing new`)
    }
    before = ids
    yield* data
  }
}

/** The part of the query that a list by cursor asks with. */
export interface CursorQuery {
  readonly 'page[size]': number
  readonly 'page[after]'?: string
}

/**
 * The same of a list by cursor. `mayBeEmpty`: whether a page may have nothing although others follow; then the ids by
 * which it goes on must grow.
 */
export async function* allCursorPages(
  ask: (query: CursorQuery) => Promise<unknown>,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): AsyncGenerator<object> {
  for (let after: string | null = null; ; ) {
    const from = after === null ? {} : { 'page[after]': after }
    const page = await ask({ 'page[size]': PER_PAGE, ...from })
    const { data, links } = answered('a page', page, { data: resources, links: object })
    yield* data
    const next = cursorOf(answered('a page', links, { next: orNull(text) }).next)
    if (next === null) return
    const isBack = mayBeEmpty
      ? after !== null && next <= after
      : next === after || data.length === 0
    // Such pages might never end.
    if (isBack) throw oddAnswer('a page that leads back')
    after = next
  }
}

/** The cursor of a link. */
function cursorOf(link: string | null): string | null {
  if (link === null) return null
  const cursor = URL.canParse(link) ? new URL(link).searchParams.get('page[after]') : null
  const next = uuid(cursor)
  if (next === undefined) throw oddAnswer('a page whose `next` leads nowhere')
  return next
}
