const TABLE = 'packages/core/src/filters/asset-filters.ts'
const SQLITE = 'packages/core/src/sqlite/finding/conditions.ts'
const POSTGRES = 'packages/postgres/src/finding/conditions.ts'

/** A filter that databases answer with a column, and one that they answer with terms. */
const COLUMN = 'updatedAt'
const TERM = 'externalId'

/** What to leave out of which file, and what replaces it. */
export const FILTER_MUTANTS = [
  mutant('the type of callers has no column filter', TABLE, memberOf(COLUMN)),
  mutant('the type of callers has no term filter', TABLE, memberOf(TERM)),
  mutant('the table has no column filter', TABLE, entryOf(COLUMN)),
  mutant('the table has no term filter', TABLE, entryOf(TERM)),
  mutant('a term filter is not declared as one', TABLE, new RegExp(`\\n  \\| '${TERM}'`)),
  mutant(
    'a column filter is declared as one of terms',
    TABLE,
    /\n {2}\| 'mimeType'/,
    `$&\n  | '${COLUMN}'`,
  ),
  mutant('a term filter has no terms', TABLE, /\n {4}terms: \(ids\) => .*/),
  mutant('SQLite has no condition', SQLITE, new RegExp(`\\n  ${COLUMN}: .*`)),
  mutant('PostgreSQL has no condition', POSTGRES, new RegExp(`\\n +${COLUMN}: .*`)),
  mutant(
    'the table of filters has another kind',
    TABLE,
    new RegExp(`(\\n  ${COLUMN}: [^}]*?kind: )\\w+`),
    '$1FLAG',
  ),
]

function memberOf(name) {
  return new RegExp(`\\n  readonly ${name}\\?: .*`)
}

function entryOf(name) {
  return new RegExp(`\\n  ${name}: by(?:Column|Terms)\\(\\{[^]*?\\n  \\}\\),`)
}

function mutant(what, file, pattern, replacement) {
  return { what: `filter: ${what}`, file, pattern, replacement }
}
