const MODEL = 'packages/core/src/assets'
const TABLE = `${MODEL}/asset-fields.ts`
const FACTS = `${MODEL}/asset-content.ts`
const FILE_FACTS = 'packages/analysis/src/facts/file-facts.ts'
const RESOURCE = 'packages/api/src/assets/asset-resource.ts'
const SCHEMAS = 'packages/api/src/assets/asset-schemas.ts'
const ITEM = 'packages/cli/src/target/asset-item.ts'

/** An optional fact about the content, which every layer has. Its column has the same name. */
const FIELD = 'width'
const LINE = new RegExp(`\\n +${FIELD}: .*`)

/** What to leave out of which file, and what replaces it. */
export const FIELD_MUTANTS = [
  mutant(
    'the type has none',
    `${MODEL}/asset.ts`,
    new RegExp(`(interface Asset .*?)\\n  readonly ${FIELD}: [^\\n]*`, 's'),
    '$1',
  ),
  mutant('versions do not keep it', FACTS, new RegExp(`\\n +\\| '${FIELD}'`)),
  mutant('the table has none', TABLE, new RegExp(`\\n  ${FIELD}: .*`)),
  mutant('its column cannot be NULL', TABLE, inEntry(FIELD, ', optional: true')),
  mutant('another content leaves it', TABLE, inEntry(FIELD, ", replaced: 'fact'")),
  mutant('it is text', TABLE, inEntry(FIELD, "kind: 'pixels'"), "$1kind: 'text'$2"),
  mutant('an update leaves it', TABLE, inEntry('isFavourite', ', changed: true')),
  mutant(
    'an update changes what no caller may',
    TABLE,
    inEntry('createdBy', ' }'),
    '$1, changed: true }$2',
  ),
  mutant('a file of it counts as a fact', TABLE, inEntry('blobKey', "'file'"), "$1'fact'$2"),
  mutant('no database reads it', TABLE, new RegExp(`\\n +${FIELD}: row\\..*`)),
  mutant('no analyzer tells it', FILE_FACTS, new RegExp(`\\n  ${FIELD}: null.*`)),
  mutant('the document has none', RESOURCE, new RegExp(`\\n      ${FIELD}: .*`)),
  mutant('the schema has none', SCHEMAS, LINE),
  mutant('the command line has none', ITEM, LINE),
]

function inEntry(name, part) {
  return new RegExp(`(\\n  ${name}: .*?)${part}(.*)`)
}

function mutant(what, file, pattern, replacement = pattern.source.startsWith('(') ? '$1$2' : '') {
  return { what: `field: ${what}`, file, pattern, replacement }
}
