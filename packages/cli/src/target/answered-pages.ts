import { answered, type Form, listOf, object, oddAnswer, whole } from './answered.ts'

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
