// The pages of the docs site: the Markdown of the repository, with links that lead within the site.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { workspacePackages } from '../workspace.mjs'

export const ROOT = path.resolve(import.meta.dirname, '../../..')
/** What is no page leads there. */
const REPOSITORY = 'https://github.com/stowage/stowage/blob/main/'

/** Each page: its file in the repository, its path in the site, and its text. */
export function sitePages() {
  const files = [
    'README.md',
    ...markdownIn('docs'),
    ...workspacePackages(ROOT)
      .map(({ folder }) => `${folder}/README.md`)
      .filter((file) => file.startsWith('packages/'))
      .filter((file) => existsSync(path.join(ROOT, file))),
    ...['examples/README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter((file) =>
      existsSync(path.join(ROOT, file)),
    ),
  ]
  const sites = new Map(files.map((file) => [file, siteOf(file)]))
  return files.map((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    return { file, site: sites.get(file), title: titleOf(text), text: linked(text, file, sites) }
  })
}

function markdownIn(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')))
    .sort()
}

/** `docs/guides/keys.md` is `guides/keys`; `packages/core/README.md` is `packages/core`. */
function siteOf(file) {
  if (file === 'README.md') return 'index'
  if (file === 'docs/README.md') return 'documentation'
  return file
    .replace(/^docs\//, '')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase()
}

export function titleOf(text) {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? 'Stowage'
}

/** The same text with links for the site. Code stays. */
function linked(text, file, sites) {
  return text
    .split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/(\]\()([^)\s]+)(\))/g, (_, start, target, end) => {
            return start + linkOf(target, file, sites) + end
          }),
    )
    .join('')
}

function linkOf(target, file, sites) {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
  const [to, hash] = target.split('#')
  const found = path.posix
    .normalize(path.posix.join(path.posix.dirname(file), to))
    .replace(/\/$/, '')
  const absolute = path.join(ROOT, found)
  if (!existsSync(absolute)) throw new Error(`${file} leads to ${target}, which is not there.`)
  const page = statSync(absolute).isDirectory() ? path.posix.join(found, 'README.md') : found
  const site = sites.get(page)
  const suffix = hash === undefined ? '' : `#${hash}`
  if (site !== undefined) return `/${site === 'index' ? '' : site}${suffix}`
  return isImage(found) ? `/${found.replace(/^docs\//, '')}` : `${REPOSITORY}${found}${suffix}`
}

export function isImage(file) {
  return /\.(?:webp|png|svg|jpg)$/.test(file)
}
