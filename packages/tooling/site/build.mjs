// `npm run site`: builds the docs site from the Markdown of the repository into `.cache/site/dist`, with search,
// `llms.txt` and `llms-full.txt`. Fails for a link that leads nowhere. VitePress is installed beside the site, because it
// brings a bundler of its own, of another version than ours.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { llmsFull, llmsIndex } from './llms.mjs'
import { ROOT, sitePages } from './pages.mjs'
import { sidebarOf } from './sidebar.mjs'

const VITEPRESS = '1.6.4'
const SITE = path.join(ROOT, '.cache/site')
const SOURCE = path.join(SITE, 'source')
const SAYS = 'The media asset store that you embed in a Node app'

const pages = sitePages()
const titles = new Map(pages.map(({ site, title }) => [`/${site === 'index' ? '' : site}`, title]))
const groups = sidebarOf(pages.find(({ site }) => site === 'documentation').text, titles)

rmSync(SOURCE, { recursive: true, force: true })
for (const { site, text } of pages) write(`${site}.md`, text)
cpSync(path.join(ROOT, 'docs/images'), path.join(SOURCE, 'public/images'), { recursive: true })
write('public/llms.txt', llmsIndex(groups, SAYS))
write('public/llms-full.txt', llmsFull(pages))
// Each page as it is written, at its own address and `.md`.
for (const { site, text } of pages) write(`public/${site}.md`, text)
write('.vitepress/config.mjs', `export default ${JSON.stringify(configOf(groups), null, 2)}\n`)

install()
const vitepress = path.join(SITE, 'node_modules/vitepress/bin/vitepress.js')
const { status } = spawnSync(process.execPath, [vitepress, 'build', SOURCE], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
console.log(`site: ${pages.length} pages in ${path.relative(ROOT, path.join(SITE, 'dist'))}`)

function configOf(sidebar) {
  return {
    title: 'Stowage',
    description: SAYS,
    lang: 'en',
    srcExclude: ['public/**'],
    cleanUrls: true,
    outDir: path.join(SITE, 'dist'),
    markdown: { html: false },
    themeConfig: {
      sidebar: [
        { text: 'Stowage', link: '/' },
        ...sidebar.map(({ items, ...group }) => ({
          ...group,
          items: items.map(({ text, link }) => ({ text, link })),
        })),
      ],
      outline: [2, 3],
      search: { provider: 'local' },
      nav: [
        { text: 'Documentation', link: '/documentation' },
        { text: 'API reference', link: '/reference' },
      ],
      socialLinks: [{ icon: 'github', link: 'https://github.com/stowage/stowage' }],
    },
  }
}

function install() {
  const manifest = JSON.stringify({ private: true, dependencies: { vitepress: VITEPRESS } })
  const file = path.join(SITE, 'package.json')
  const isThere = existsSync(file) && readFileSync(file, 'utf8') === manifest
  if (isThere && existsSync(path.join(SITE, 'node_modules/vitepress'))) return
  writeFileSync(file, manifest)
  const { status } = spawnSync('npm install --no-audit --no-fund', {
    cwd: SITE,
    shell: true,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

function write(name, text) {
  const file = path.join(SOURCE, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
