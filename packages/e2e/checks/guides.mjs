// Follows each page of docs/guides in an empty directory with the packed packages. Writes the files that the page shows,
// runs its commands, and compares their output with what the page shows.
//
//   node guides.mjs            all
//   node guides.mjs keys scan  these
//   node guides.mjs 'frameworks: Koa'  this part
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../../tooling/guide-blocks.mjs'
import { createGuideProject } from '../support/guide-project.mjs'
import { packPublic } from '../support/packaging/pack-public.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const GUIDES = path.join(ROOT, 'docs/guides')
/** What `next-guide` follows, in an app of `create-next-app`. */
const ELSEWHERE = 'next-avatars.md'
/** The section that readers of every server of its page follow. */
const SHARED = 'Upload, list, serve'

const report = createReport('guides: each page of docs/guides, done as it says')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const wanted = process.argv.slice(2)
  const packed = await packPublic(directory)
  const all = (await readdir(GUIDES)).filter((name) => name.endsWith('.md'))
  const pages = all.filter((name) => name !== ELSEWHERE)
  for (const page of pages) {
    const name = page.replace('.md', '')
    const blocks = blocksOf(await readFile(path.join(GUIDES, page), 'utf8'))
    const parts = coursesOf(name, blocks).filter(
      ({ title }) => wanted.length === 0 || wanted.includes(name) || wanted.includes(title),
    )
    if (parts.length > 0 && blocks.some(({ info }) => info[0] === 'console')) {
      report.skip(name, 'its commands need a Docker daemon')
      continue
    }
    for (const [index, { title, steps }] of parts.entries()) {
      await report.step(title, async () => {
        const project = await createGuideProject(path.join(directory, `${name}-${index}`), packed)
        try {
          return await follow(project, steps)
        } finally {
          await project.stop()
        }
      })
    }
  }
}

/**
 * What one reader does: all of a page, anew from each block that begins a `project`; or its beginning, one server of
 * it, and the shared section.
 */
function coursesOf(name, blocks) {
  const shared = blocks.filter(({ heading }) => heading === SHARED)
  if (shared.length === 0) {
    const begins = blocks.flatMap(({ info }, index) => (info[1] === 'project' ? [index] : []))
    return [0, ...begins].map((start, part) => ({
      title: part === 0 ? name : `${name}: ${blocks[start].heading}`,
      steps: blocks.slice(start, begins[part]),
    }))
  }
  const [{ heading: first }] = blocks
  const begin = blocks.filter(({ heading }) => heading === first)
  const headings = new Set(blocks.map(({ heading }) => heading))
  return [...headings]
    .filter((heading) => heading !== first && heading !== SHARED)
    .map((heading) => ({
      title: `${name}: ${heading}`,
      steps: [...begin, ...blocks.filter((block) => block.heading === heading), ...shared],
    }))
}

async function follow(project, steps) {
  let printed = ''
  let compared = 0
  for (const step of steps) {
    const [language, kind] = step.info
    try {
      if (step.file !== null) await project.write(step)
      else if (language === 'sh' && kind === 'server') await project.start(step.code)
      else if (language === 'sh') printed = await project.shell(step.code)
      else if (language === 'text') compared += compare(step.code, printed)
    } catch (error) {
      throw new Error(`line ${step.line}: ${error.message}`)
    }
  }
  return `${compared} lines as promised`
}

/** Every line of the promise is in the output, in order; `…` stands for anything within a line. */
function compare(promise, output) {
  const lines = promise.trimEnd().split('\n')
  let from = 0
  for (const line of lines) {
    from = endOf(line.split('…'), output, from)
    if (from === -1) throw new Error(`promised ${promise}but was ${output}`)
  }
  return lines.length
}

/** Where the parts of a promised line end in the output, each behind the one before it in one line; else -1. */
function endOf([first, ...others], output, from) {
  for (let at = output.indexOf(first, from); at !== -1; at = output.indexOf(first, at + 1)) {
    const newline = output.indexOf('\n', at + first.length)
    const line = newline === -1 ? output : output.slice(0, newline)
    let end = at + first.length
    for (const part of others) {
      const found = end === -1 ? -1 : line.indexOf(part, end)
      end = found === -1 ? -1 : found + part.length
    }
    if (end !== -1) return end
    // An empty part is everywhere: the next line is as good as the next letter.
    if (first === '' && newline === -1) return -1
    if (first === '') at = newline
  }
  return -1
}
