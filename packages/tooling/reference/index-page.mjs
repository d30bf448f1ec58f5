// Makes `docs/reference/README.md`: where to begin, and every symbol by the entry point that exports it.
import { pageOf } from './router.mjs'

/** Where most readers begin: the symbol, its entry, and what it is to them. */
const BEGINNINGS = [
  ['AssetStore', '@stowage/core', 'every method of a store'],
  ['openAssetStore', '@stowage/core', 'opens a store'],
  ['StoreLocation', '@stowage/core', 'where records and files are'],
  ['AssetStoreOptions', '@stowage/core', 'limits, policy, variants, trash, events'],
  ['Asset', '@stowage/core', 'the record of a file'],
  ['ErrorContexts', '@stowage/core/ports', 'every error code of the store, with its facts'],
  ['ApiOptions', '@stowage/api', 'options of every adapter: keys, files, CORS, delivery, limits'],
  ['API_ERRORS', '@stowage/api', 'every error code over HTTP, with its status'],
  ['BlobStore', '@stowage/core/ports', 'the port of files'],
]

export function indexPage(project, router) {
  const linkTo = (reflection) => `[\`${reflection.name}\`](${router.getFullUrl(reflection)})`
  const find = (name, specifier) => {
    const module = project.children.find((each) => each.name === specifier)
    return module.children.find((each) => each.name === name)
  }
  const sections = project.children.map((module) => [
    `### [${module.name}](${pageOf(module.name)}.md)`,
    module.comment.summary.map(({ text }) => text).join(''),
    module.groups
      .flatMap(({ children }) => children)
      .map(linkTo)
      .join(' · '),
  ])
  return `${[
    '# API reference',
    'Every public function, option, error code and port. `npm run reference` writes these pages from the docstrings of the source: change those, not these pages.',
    BEGINNINGS.map(
      ([name, specifier, meaning]) => `- ${linkTo(find(name, specifier))}: ${meaning}`,
    ).join('\n'),
    'HTTP routes have [a page](../routes.md), and are in full in the OpenAPI document that every server gives at `/api/v1/openapi.json`.',
    '## Entry points',
    ...sections.flat(),
  ].join('\n\n')}\n`
}
