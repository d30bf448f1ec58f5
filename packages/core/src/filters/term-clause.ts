/** A term; with `prefix`, any term that begins with it. */
export interface TermMatch {
  readonly term: string
  readonly prefix: boolean
}

/** Holds for an asset that has any of these terms. */
export type TermClause = readonly TermMatch[]

/** Has one of these terms. */
export function anyTerm(terms: readonly string[]): TermClause {
  return terms.map((term) => ({ term, prefix: false }))
}

/** Has a term that begins with this one. */
export function termPrefix(term: string): TermClause {
  return [{ term, prefix: true }]
}
