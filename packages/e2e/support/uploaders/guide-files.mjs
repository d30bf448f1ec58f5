import { readFile } from 'node:fs/promises'
import { blocksOf } from '../../../tooling/guide-blocks.mjs'

const GUIDE = new URL('../../../../docs/guides/uploaders.md', import.meta.url)

/** The files that the guide of uploaders shows, by name. */
export async function guideFiles() {
  const blocks = blocksOf(await readFile(GUIDE, 'utf8'))
  const files = blocks.map(({ file, code }) => [file ?? pageOf(code), code])
  return new Map(files.filter(([name]) => name !== undefined))
}

function pageOf(code) {
  return /^<!-- (\S+) -->\n/.exec(code)?.[1]
}
